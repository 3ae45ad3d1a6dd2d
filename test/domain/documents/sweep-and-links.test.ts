import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createUploadLink } from '../../../src/domain/documents/create-upload-link.ts';
import { documents, documentUses, uploadLinks } from '../../../src/domain/documents/document.table.ts';
import { getDocument } from '../../../src/domain/documents/get-document.ts';
import { keepDocuments } from '../../../src/domain/documents/keep-documents.ts';
import { readUploadLink, redeemUploadLink } from '../../../src/domain/documents/redeem-upload-link.ts';
import { sweepDocuments } from '../../../src/domain/documents/sweep-documents.ts';
import { uploadDocument } from '../../../src/domain/documents/upload-document.ts';
import { accounts, guestSessions } from '../../../src/domain/keys/account.table.ts';
import { profiles } from '../../../src/domain/profiles/profile.table.ts';
import type { AccountCaller } from '../../../src/kernel/caller.ts';
import { newId } from '../../../src/kernel/id.ts';
import { facePhoto, type TestFile } from '../../support/images.ts';
import { documentHouse } from './document-house.ts';

type House = Awaited<ReturnType<typeof documentHouse>>;
const days = 86_400;
let house: House;
let photo: TestFile;
let caller: AccountCaller;

beforeAll(async () => {
  house = await documentHouse();
  photo = await facePhoto({ width: 600, height: 700 });
});

beforeEach(async () => {
  await house.empty();
  caller = await house.account();
});

const file = () => ({ filename: photo.filename, mime: photo.mime, content: photo.bytes });
const upload = () => uploadDocument(house.as(caller), { ...file(), kind: 'selfie' });
const left = async () => (await house.db.select({ id: documents.id }).from(documents)).map(({ id }) => id);

async function profileWith(...urls: string[]): Promise<string> {
  const id = newId('prf');
  const now = house.clock.now();
  await house.db
    .insert(profiles)
    .values({ id, accountId: caller.accountId, data: Buffer.of(1), createdAt: now, updatedAt: now });
  const owner = { kind: 'account', accountId: caller.accountId } as const;
  await house.db.transaction((tx) => keepDocuments(house, tx, [owner], { profileId: id }, urls));
  return id;
}

describe('the sweep', () => {
  it('deletes uploads, rows and files, that nothing has referred to for 7 days', async () => {
    const used = await upload();
    await upload();
    await profileWith(used.url, 'https://elsewhere.example/a.jpg');
    house.clock.advance(7 * days - 1);
    expect(await sweepDocuments(house)).toBe(0);
    house.clock.advance(2);
    expect(await sweepDocuments(house)).toBe(1);
    expect(await left()).toEqual([used.id]);
    expect(house.files.kept.size).toBe(1);
  });

  it('counts the 7 days from the last time something began to refer to it', async () => {
    const { url } = await upload();
    house.clock.advance(6 * days);
    const profileId = await profileWith(url);
    await house.db.delete(profiles).where(eq(profiles.id, profileId));
    house.clock.advance(2 * days);
    expect(await sweepDocuments(house)).toBe(0);
    house.clock.advance(6 * days);
    expect(await sweepDocuments(house)).toBe(1);
  });

  it('forgets what a holder no longer refers to, and keeps nothing of somebody else for it', async () => {
    const [first, second] = [await upload(), await upload()];
    const profileId = await profileWith(first.url);
    const owner = { kind: 'account', accountId: caller.accountId } as const;
    await house.db.transaction((tx) => keepDocuments(house, tx, [owner], { profileId }, [second.url]));
    const uses = () => house.db.select({ id: documentUses.documentId }).from(documentUses);
    expect(await uses()).toEqual([{ id: second.id }]);
    const stranger = { kind: 'account', accountId: (await house.account()).accountId } as const;
    await house.db.transaction((tx) => keepDocuments(house, tx, [stranger], { profileId }, [first.url]));
    expect(await uses()).toEqual([]);
  });

  it('deletes what a deleted account or guest leaves behind', async () => {
    const { token, guestId } = await house.guest();
    await upload();
    await uploadDocument(house.as(house.guestCaller), { ...file(), kind: 'selfie', guestToken: token });
    await house.db.delete(accounts).where(eq(accounts.id, caller.accountId));
    await house.db.delete(guestSessions).where(eq(guestSessions.id, guestId));
    expect(await sweepDocuments(house)).toBe(2);
    expect([await left(), house.files.kept.size]).toEqual([[], 0]);
  });

  it('clears an upload that broke off, once it can no longer be running', async () => {
    const broken = house.as(caller, { once: { id: 'x', settle: () => Promise.reject(new Error('killed')) } });
    await expect(uploadDocument(broken, { ...file(), kind: 'selfie' })).rejects.toThrow('killed');
    expect(house.files.kept.size).toBe(1);
    expect(await sweepDocuments(house)).toBe(0);
    house.clock.advance(3601);
    expect(await sweepDocuments(house)).toBe(1);
    expect([await left(), house.files.kept.size]).toEqual([[], 0]);
  });

  it('takes up again where it broke off: a file that could not be deleted goes the next time', async () => {
    await upload();
    house.clock.advance(8 * days);
    const stuck = { ...house.files, delete: () => Promise.reject(new Error('bucket is down')) };
    await expect(sweepDocuments({ ...house, files: stuck })).rejects.toThrow('bucket is down');
    expect(house.files.kept.size).toBe(1);
    expect(await sweepDocuments(house)).toBe(1);
    expect([await left(), house.files.kept.size]).toEqual([[], 0]);
  });
});

describe('an upload link', () => {
  const link = () => createUploadLink(house.as(caller), { kind: 'selfie' });
  const tokenOf = ({ uploadUrl }: { uploadUrl: string }) => uploadUrl.slice('https://visa.example/upload/'.length);

  it('takes one file, which becomes the document that was promised', async () => {
    const made = await link();
    await expect(getDocument(house.as(caller), { id: made.documentId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const result = await redeemUploadLink(house, tokenOf(made), file());
    expect(result).toMatchObject({
      state: 'open',
      document: { id: made.documentId, url: made.documentUrl, kind: 'selfie' },
    });
    expect((await getDocument(house.as(caller), { id: made.documentId })).url).toBe(made.documentUrl);
    expect(await redeemUploadLink(house, tokenOf(made), file())).toEqual({ state: 'used' });
  });

  it('takes one of several files that arrive at the same time', async () => {
    const token = tokenOf(await link());
    const arrived: (() => void)[] = [];
    const meeting = {
      ...house.cleaner,
      clean: async (...call: Parameters<typeof house.cleaner.clean>) => {
        await new Promise<void>((resolve) => {
          if (arrived.push(resolve) === 4) for (const go of arrived) go();
        });
        return house.cleaner.clean(...call);
      },
    };
    const ctx = { ...house, cleaner: meeting };
    const results = await Promise.all([1, 2, 3, 4].map(() => redeemUploadLink(ctx, token, file())));
    expect(results.map(({ state }) => state).sort()).toEqual(['open', 'used', 'used', 'used']);
    house.clock.advance(3601);
    expect(await sweepDocuments(house)).toBe(3);
    expect(house.files.kept.size).toBe(1);
  });

  it('stays open when the file is refused', async () => {
    const token = tokenOf(await link());
    const bad = { ...file(), content: Buffer.from('nothing') };
    await expect(redeemUploadLink(house, token, bad)).rejects.toMatchObject({ code: 'INVALID_UPLOAD' });
    expect(await readUploadLink(house, token)).toMatchObject({ state: 'open', kind: 'selfie' });
    expect(await redeemUploadLink(house, token, file())).toMatchObject({ state: 'open' });
  });

  it('runs out after 15 minutes of its owner’s clock', async () => {
    const [first, second] = [await link(), await link()];
    house.clock.advance(899);
    expect(await readUploadLink(house, tokenOf(first))).toMatchObject({ state: 'open' });
    await house.db.update(accounts).set({ clockOffsetSeconds: 2 }).where(eq(accounts.id, caller.accountId));
    expect(await redeemUploadLink(house, tokenOf(second), file())).toEqual({ state: 'expired' });
    expect(await readUploadLink(house, 'up_never')).toEqual({ state: 'unknown' });
  });

  it('is remembered by the hash of its secret only, and for a day', async () => {
    const made = await link();
    const [row] = await house.db.select().from(uploadLinks);
    expect(JSON.stringify(row)).not.toContain(tokenOf(made));
    house.clock.advance(25 * 3600);
    await sweepDocuments(house);
    expect(await house.db.select().from(uploadLinks)).toEqual([]);
  });

  it('needs an owner, as an upload does', async () => {
    const guest = house.as(house.guestCaller);
    await expect(createUploadLink(guest, { kind: 'selfie' })).rejects.toMatchObject({ code: 'GUEST_TOKEN_REQUIRED' });
    const { token } = await house.guest();
    const made = await createUploadLink(guest, { kind: 'selfie', guestToken: token });
    await redeemUploadLink(house, tokenOf(made), file());
    expect((await getDocument(guest, { id: made.documentId, guestToken: token })).kind).toBe('selfie');
  });
});

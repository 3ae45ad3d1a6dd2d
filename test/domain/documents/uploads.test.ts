import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { documents } from '../../../src/domain/documents/document.table.ts';
import { fileOwnership, readZones } from '../../../src/domain/documents/file-ownership.ts';
import { getDocument } from '../../../src/domain/documents/get-document.ts';
import { shareDocuments } from '../../../src/domain/documents/keep-documents.ts';
import { readContent } from '../../../src/domain/documents/read-content.ts';
import { resealFiles } from '../../../src/domain/documents/reseal-files.ts';
import { uploadDocument } from '../../../src/domain/documents/upload-document.ts';
import { guestSessions } from '../../../src/domain/keys/account.table.ts';
import type { Owner } from '../../../src/kernel/caller.ts';
import { createVault } from '../../../src/store/vault.ts';
import { facePhoto, passportPage, specimenZone, type TestFile } from '../../support/images.ts';
import { documentHouse } from './document-house.ts';

type House = Awaited<ReturnType<typeof documentHouse>>;
let house: House;
let photo: TestFile;

beforeAll(async () => {
  house = await documentHouse();
  photo = await facePhoto();
});

const request = (file: TestFile, more: object = {}) => ({
  filename: file.filename,
  mime: file.mime,
  content: file.bytes,
  kind: 'applicant_photo' as const,
  ...more,
});

describe('an upload', () => {
  it('is kept under a random name and sealed: neither the file, nor its name, nor its zone can be read at rest', async () => {
    const caller = await house.account();
    const page = await passportPage();
    const zoneReader = { read: async () => ({ valid: true, lines: [...specimenZone] }) };
    const document = await uploadDocument(
      house.as(caller, { zoneReader }),
      request({ ...page, filename: 'ERIKSSON passport.jpg' }, { kind: 'passport_bio_page' }),
    );
    const [row] = await house.db.select().from(documents).where(eq(documents.id, document.id));
    const kept = house.files.kept.get(row!.fileKey)!;
    expect(row!.fileKey).toMatch(/^[0-9a-f]{48}$/);
    expect(kept.includes(Buffer.from('ffd8ff', 'hex'))).toBe(false);
    expect(JSON.stringify(row)).not.toContain('ERIKSSON');
    expect(Buffer.from(row!.filename).includes('ERIKSSON')).toBe(false);
    expect(Buffer.from(row!.zone!).includes('L898902C')).toBe(false);
    const content = await readContent(house.as(caller), { id: document.id });
    expect(content.bytes.length).toBe(document.sizeBytes);
    expect(content.filename).toBe(`passport_bio_page-${document.id}.jpg`);
    const zones = await readZones(house, [{ kind: 'account', accountId: caller.accountId }], [document.url]);
    expect(zones.get(document.url)).toEqual({ valid: true, lines: [...specimenZone] });
  });

  it('that the file store refuses leaves nothing that can be read or used', async () => {
    const caller = await house.account();
    house.files.failing = true;
    const before = house.files.kept.size;
    await expect(uploadDocument(house.as(caller), request(photo))).rejects.toThrow('the disk is full');
    house.files.failing = false;
    const [row] = await house.db.select().from(documents).where(eq(documents.accountId, caller.accountId));
    expect(row!.storedAt).toBeNull();
    expect(house.files.kept.size).toBe(before);
    await expect(getDocument(house.as(caller), { id: row!.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('settles its answer with the row it reports, or not at all', async () => {
    const caller = await house.account();
    const settled: unknown[] = [];
    const once = { id: 'once', settle: async (_tx: unknown, result: unknown) => void settled.push(result) };
    const document = await uploadDocument(house.as(caller, { once }), request(photo));
    expect(settled).toEqual([document]);
    const failing = { id: 'once', settle: () => Promise.reject(new Error('taken over')) };
    await expect(uploadDocument(house.as(caller, { once: failing }), request(photo))).rejects.toThrow('taken over');
    const rows = await house.db.select().from(documents).where(eq(documents.accountId, caller.accountId));
    expect(rows.map(({ storedAt }) => storedAt !== null).sort()).toEqual([false, true]);
  });

  it('of a guest needs a token that is known and has not run out', async () => {
    const { token, guestId } = await house.guest();
    const ctx = house.as(house.guestCaller);
    await expect(uploadDocument(ctx, request(photo))).rejects.toMatchObject({ code: 'GUEST_TOKEN_REQUIRED' });
    await expect(uploadDocument(ctx, request(photo, { guestToken: 'gst_wrong' }))).rejects.toMatchObject({
      code: 'GUEST_TOKEN_REQUIRED',
    });
    const document = await uploadDocument(ctx, request(photo, { guestToken: token }));
    expect((await getDocument(ctx, { id: document.id, guestToken: token })).sha256).toBe(document.sha256);
    await house.db
      .update(guestSessions)
      .set({ clockOffsetSeconds: 31 * 86_400 })
      .where(eq(guestSessions.id, guestId));
    await expect(uploadDocument(ctx, request(photo, { guestToken: token }))).rejects.toMatchObject({
      code: 'GUEST_SESSION_EXPIRED',
    });
  });

  it('for an application that is not the caller’s is refused before the file is looked at', async () => {
    const ctx = house.as(await house.account(), {
      cleaner: { detect: () => Promise.reject(new Error('looked at')), clean: () => Promise.reject(new Error()) },
    });
    await expect(uploadDocument(ctx, request(photo, { applicationId: 'app_of_somebody' }))).rejects.toMatchObject({
      code: 'NOT_FOUND',
      argument: 'input.applicationId',
    });
  });
});

describe('ownership of files', () => {
  it('tells own, foreign and unknown URLs apart in one statement', async () => {
    const caller = await house.account();
    const owner: Owner = { kind: 'account', accountId: caller.accountId };
    const own = await uploadDocument(house.as(caller), request(photo));
    const foreign = await uploadDocument(house.as(await house.account()), request(photo));
    const missing = own.url.replace(own.id, `doc_${'0'.repeat(26)}`);
    const strangers = [
      'https://elsewhere.example/a.jpg',
      `${own.url}?x=1`,
      `${own.url}/..`,
      '',
      'not a url',
      own.url.replace('https', 'http'),
    ];
    let statements = 0;
    const counting = new Proxy(house.db, {
      get: (target, name, receiver) => {
        if (name === 'select') statements += 1;
        return Reflect.get(target, name, receiver);
      },
    });
    const found = await fileOwnership(
      { ...house, db: counting },
      [owner],
      [own.url, foreign.url, missing, ...strangers],
    );
    expect(statements).toBe(1);
    expect(found.get(own.url)).toBe('own');
    expect(found.get(foreign.url)).toBe('foreign');
    expect(found.get(missing)).toBe('foreign');
    for (const url of strangers) expect(found.get(url), url).toBe('unknown');
  });

  it('comes with a guest’s order to the account that claims it, and stays the guest’s', async () => {
    const { token, guestId } = await house.guest();
    const caller = await house.account();
    const { id, url } = await uploadDocument(house.as(house.guestCaller), request(photo, { guestToken: token }));
    await house.db.transaction((tx) => shareDocuments(tx, guestId, caller.accountId));
    expect((await getDocument(house.as(caller), { id })).url).toBe(url);
    expect((await getDocument(house.as(house.guestCaller), { id, guestToken: token })).url).toBe(url);
    const owners: Owner[] = [
      { kind: 'account', accountId: caller.accountId },
      { kind: 'guest', guestId },
    ];
    for (const owner of owners) expect((await fileOwnership(house, [owner], [url])).get(url)).toBe('own');
  });

  it('alone opens a file: a stranger, a guest without token and a wrong id all get the same NOT_FOUND', async () => {
    const caller = await house.account();
    const { id } = await uploadDocument(house.as(caller), request(photo));
    const stranger = await house.account();
    const otherGuest = await house.guest();
    const tries = [
      readContent(house.as(stranger), { id }),
      readContent(house.as(house.guestCaller), { id }),
      readContent(house.as(house.guestCaller), { id, guestToken: otherGuest.token }),
      readContent(house.as(house.guestCaller), { id, guestToken: 'gst_wrong' }),
      readContent(house.as(caller), { id: `doc_${'0'.repeat(26)}` }),
    ];
    for (const result of await Promise.allSettled(tries)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'NOT_FOUND', details: undefined } });
    }
  });
});

describe('a new data key', () => {
  it('seals every file anew, and the old key is no longer needed', async () => {
    const old = randomBytes(32);
    const next = randomBytes(32);
    const own = await documentHouse();
    const caller = await own.account();
    const { id } = await uploadDocument(own.as(caller, { vault: createVault([old]) }), request(photo));
    const both = createVault([next, old]);
    expect(await resealFiles({ ...own, vault: both })).toEqual({ examined: 1, resealed: 1, unreadable: 0 });
    expect(await resealFiles({ ...own, vault: both })).toEqual({ examined: 1, resealed: 0, unreadable: 0 });
    const { bytes } = await readContent({ ...own.as(caller), vault: createVault([next]) }, { id });
    expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
  });

  it('counts a file that no configured key opens, and ends with a store that refuses', async () => {
    const [old, next] = [randomBytes(32), randomBytes(32)];
    const own = await documentHouse();
    const caller = await own.account();
    await uploadDocument(own.as(caller, { vault: createVault([old]) }), request(photo));
    const lost = createVault([next, randomBytes(32)]);
    expect(await resealFiles({ ...own, vault: lost })).toEqual({ examined: 1, resealed: 0, unreadable: 1 });
    const files = { ...own.files, put: () => Promise.reject(new Error('the disk refuses')) };
    await expect(resealFiles({ ...own, files, vault: createVault([next, old]) })).rejects.toThrow('the disk refuses');
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { issueGuestSession } from '../../src/domain/keys/issue-guest-session.ts';
import { newId, newSecret } from '../../src/kernel/id.ts';
import { facePhoto, heicPage, passportPage, type TestFile, uploadBody } from '../support/images.ts';
import { startService, type TestService } from '../support/service.ts';

let house: TestService;
let key: string;
let photo: TestFile;

beforeAll(async () => {
  house = await startService();
  key = await house.newKey();
  photo = await facePhoto();
});

const guestToken = async () => {
  const { db } = house.service.services;
  const token = newSecret('gst_');
  const createdAt = house.clock.now();
  const expiresAt = new Date(createdAt.getTime() + 3600_000);
  await issueGuestSession(db, { id: newId('gss'), mode: 'sandbox', token, createdAt, expiresAt });
  return token;
};

function form(file: TestFile, fields: Record<string, string> = {}): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  data.append('file', new Blob([new Uint8Array(file.bytes)], { type: file.mime }), file.filename);
  return data;
}

const upload = (file: TestFile, more?: Record<string, unknown>, as: Record<string, string> = { key }) =>
  house.api.post('/documents', uploadBody(file, more), as);

describe('POST /documents answers 201', () => {
  it('with the URL, what was kept and what was checked', async () => {
    const answer = await upload(photo, { kind: 'applicant_photo' });
    expect(answer.status).toBe(201);
    const { document_id: id } = answer.data;
    expect(id).toMatch(/^doc_[0-9a-z]{26}$/);
    expect(answer.data.url).toBe(`${house.api.url}/api/v1/agent/documents/${id}/content`);
    expect({
      ...answer.data,
      document_id: 'doc_…',
      url: '…',
      sha256: answer.data.sha256.length,
      size_bytes: answer.data.size_bytes > 10_000,
    }).toMatchSnapshot({ next_step: expect.objectContaining({ action: 'validate' }) });
  });

  it('to a multipart form exactly as to JSON', async () => {
    const json = await upload(photo, { kind: 'selfie' });
    const multipart = await house.api.send('POST', '/documents', form(photo, { kind: 'selfie' }), { key });
    expect(multipart.status).toBe(201);
    const same = ({ document_id: _id, url: _url, next_step: _next, ...rest }: Record<string, unknown>) => rest;
    expect(same(multipart.data)).toEqual(same(json.data));
  });

  it('to HEIC with the JPEG that it became', async () => {
    const { status, data } = await upload(await heicPage(), { kind: 'passport_bio_page' });
    expect([status, data.mime, data.width, data.height]).toEqual([201, 'image/jpeg', 1400, 986]);
  });

  it('to a file that is safe and will not do, with the check that says why', async () => {
    const { status, data } = await upload(await passportPage({ width: 400 }), { kind: 'passport_bio_page' });
    expect(status).toBe(201);
    const failed = data.checks.filter(({ ok }: { ok: boolean }) => !ok);
    expect(failed).toContainEqual({ check: 'resolution', ok: false, message: expect.stringContaining('Move closer') });
    expect(data.next_step).toMatchObject({ action: 'upload_again', tool: { name: 'upload_document' } });
  });

  it('to a guest with a token, in both spellings', async () => {
    const token = await guestToken();
    expect((await upload(photo, { guest_token: token }, {})).status).toBe(201);
    const multipart = await house.api.send('POST', '/documents', form(photo, { guestToken: token, kind: 'selfie' }));
    expect([multipart.status, multipart.data.kind]).toEqual([201, 'selfie']);
  });

  it('once for one idempotency key, and makes one document', async () => {
    const options = { key, idempotencyKey: 'upload-1' };
    const first = await house.api.post('/documents', uploadBody(photo), options);
    const second = await house.api.send('POST', '/documents', form(photo), options);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.data).toEqual(first.data);
    const other = await house.api.post('/documents', uploadBody(await passportPage()), options);
    expect([other.status, other.error.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  });
});

describe('POST /documents answers 400', () => {
  const code = async (file: Partial<TestFile>) => {
    const { status, error } = await upload({ ...photo, ...file });
    expect([status, error.code]).toEqual([400, 'INVALID_UPLOAD']);
    expect(error.details.file.message).toBe(error.message);
    return error.details.file.code;
  };

  it('with MIME for a type that is not accepted or not the content’s', async () => {
    expect(await code({ mime: 'text/html' })).toBe('MIME');
    expect(await code({ bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') })).toBe('MIME');
  });

  it('with EXTENSION for a name that is not accepted or contradicts the type', async () => {
    expect(await code({ filename: 'photo.svg' })).toBe('EXTENSION');
    expect(await code({ filename: 'photo.png' })).toBe('EXTENSION');
  });

  it('with SIZE above 10 MiB', async () => {
    expect(await code({ bytes: Buffer.concat([photo.bytes, Buffer.alloc(10 * 1024 * 1024)]) })).toBe('SIZE');
  });

  it('with CORRUPT for a damaged file and for text that is not base64', async () => {
    expect(await code({ bytes: photo.bytes.subarray(0, 9000) })).toBe('CORRUPT');
    const { error } = await house.api.post('/documents', { ...uploadBody(photo), base64: '!' }, { key });
    expect(error.details.file.code).toBe('CORRUPT');
  });

  it('for a missing field, an unknown field and an unknown kind', async () => {
    const { base64: _base64, ...rest } = uploadBody(photo);
    const bodies = [rest, { ...uploadBody(photo), knd: 'selfie' }, { ...uploadBody(photo), kind: 'x-ray' }];
    for (const body of bodies) {
      const { status, error } = await house.api.post('/documents', body, { key });
      expect([status, error.code]).toEqual([400, 'INVALID_REQUEST']);
    }
    const without = new FormData();
    without.append('kind', 'selfie');
    const { status, error } = await house.api.send('POST', '/documents', without, { key });
    expect([status, Object.keys(error.details)]).toEqual([400, expect.arrayContaining(['file'])]);
  });
});

describe('POST /documents answers', () => {
  it('401 to a guest without a token or with an unknown one', async () => {
    for (const more of [{}, { guest_token: 'gst_unknown' }]) {
      const { status, error } = await upload(photo, more, {});
      expect([status, error.code]).toEqual([401, 'GUEST_TOKEN_REQUIRED']);
    }
  });

  it('404 for an application of somebody else, to a browser, and to nothing else', async () => {
    const foreign = await upload(photo, { app_id: `app_${'0'.repeat(26)}` });
    expect([foreign.status, foreign.error.code]).toEqual([404, 'NOT_FOUND']);
    const browser = { 'x-agent-friendly': 'false', 'user-agent': 'Mozilla/5.0 (X11) AppleWebKit/537.36 Chrome/150' };
    expect((await house.api.post('/documents', uploadBody(photo), { headers: browser })).status).toBe(404);
  });

  it('410 when the guest session has run out', async () => {
    const token = await guestToken();
    house.clock.advance(3601);
    const { status, error } = await upload(photo, { guest_token: token }, {});
    expect([status, error.code]).toEqual([410, 'GUEST_SESSION_EXPIRED']);
  });

  it('413 to a body above 15 MiB', async () => {
    const body = { ...uploadBody(photo), base64: 'A'.repeat(16 * 1024 * 1024) };
    const answer = await house.api.post('/documents', body, { key }).catch(() => undefined);
    // The connection is closed under a client that goes on sending.
    if (answer) expect([answer.status, answer.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const announced = await house.api
      .send('POST', '/documents', form({ ...photo, bytes: Buffer.alloc(16 * 1024 * 1024) }), { key })
      .catch(() => undefined);
    if (announced) expect(announced.status).toBe(413);
  });

  it('415 to another content type', async () => {
    const headers = { 'content-type': 'image/jpeg' };
    expect((await house.api.send('POST', '/documents', photo.bytes, { key, headers })).status).toBe(415);
  });
});

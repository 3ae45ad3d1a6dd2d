import { beforeAll, describe, expect, it } from 'vitest';
import { facePhoto, type TestFile } from '../support/images.ts';
import { startService, type TestService } from '../support/service.ts';

let house: TestService;
let key: string;
let photo: TestFile;

beforeAll(async () => {
  house = await startService();
  key = await house.newKey();
  photo = await facePhoto();
});

const browser = { 'user-agent': 'Mozilla/5.0 (iPhone) AppleWebKit/605.1 Safari', 'sec-fetch-mode': 'navigate' };

async function link() {
  const { status, data } = await house.api.post('/documents/links', { kind: 'applicant_photo' }, { key });
  expect(status).toBe(201);
  return data as { upload_url: string; document_id: string; url: string; expires_at: string; next_step: object };
}

async function send(url: string, file: TestFile) {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(file.bytes)], { type: file.mime }), file.filename);
  const response = await fetch(url, { method: 'POST', body, headers: browser });
  return { status: response.status, text: await response.text() };
}

const open = async (url: string) => {
  const response = await fetch(url, { headers: browser });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('an upload link', () => {
  it('opens a page in a browser on which a traveler uploads one file, which the agent then finds', async () => {
    const { upload_url, document_id, url, next_step } = await link();
    expect(next_step).toMatchObject({
      action: 'upload_in_browser',
      url: upload_url,
      rest: { method: 'GET', path: `/api/v1/agent/documents/${document_id}` },
    });
    expect((await house.api.get(`/documents/${document_id}`, { key })).status).toBe(404);
    const page = await open(upload_url);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.text).toContain('<label for="file">');
    expect(await send(upload_url, photo)).toMatchObject({ status: 201, text: expect.stringContaining('Thank you') });
    const { data } = await house.api.get(`/documents/${document_id}`, { key });
    expect(data).toMatchObject({ document_id, url, kind: 'applicant_photo', checks: expect.any(Array) });
    expect((await open(upload_url)).status).toBe(410);
    expect((await send(upload_url, photo)).status).toBe(410);
  });

  it('says on the page what is wrong with a file, and takes a better one', async () => {
    const { upload_url } = await link();
    const refused = await send(upload_url, { ...photo, bytes: Buffer.from('<script>alert(1)</script>') });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('role="alert"');
    expect(refused.text).not.toContain('<script>');
    expect((await send(upload_url, photo)).status).toBe(201);
  });

  it('runs out after 15 minutes', async () => {
    const { upload_url } = await link();
    house.clock.advance(901);
    expect(await open(upload_url)).toMatchObject({ status: 410, text: expect.stringContaining('15 minutes') });
  });

  it('that never existed is a 404', async () => {
    expect((await open(`${house.api.url}/upload/up_nothing`)).status).toBe(404);
    expect((await send(`${house.api.url}/upload/up_nothing`, photo)).status).toBe(404);
  });

  it('is made only for those who may upload', async () => {
    const { status, error } = await house.api.post('/documents/links', { kind: 'selfie' });
    expect([status, error.code]).toEqual([401, 'GUEST_TOKEN_REQUIRED']);
  });
});

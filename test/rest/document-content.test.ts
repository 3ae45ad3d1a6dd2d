import { hash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { facePhoto, uploadBody } from '../support/images.ts';
import { startService, type TestService } from '../support/service.ts';

let files: string;
let house: TestService;
let key: string;
let path: string;
let document: { url: string; sha256: string; size_bytes: number; document_id: string };

beforeAll(async () => {
  files = await mkdtemp(join(tmpdir(), 'kept-'));
  house = await startService({ config: { files: { kind: 'disk', dir: files } } });
  key = await house.newKey();
  ({ data: document } = await house.api.post('/documents', uploadBody(await facePhoto(), { kind: 'selfie' }), { key }));
  path = new URL(document.url).pathname.replace('/api/v1/agent', '');
});

afterAll(() => rm(files, { recursive: true }));

describe('GET /documents/{id}/content', () => {
  it('gives the owner the file, in a way that no browser runs or keeps', async () => {
    const response = await fetch(document.url, {
      headers: { authorization: `Bearer ${key}`, 'x-agent-friendly': 'true' },
    });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(document.size_bytes),
      'content-disposition': `attachment; filename="selfie-${document.document_id}.jpg"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cache-control': 'no-store',
    });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(hash('sha256', Buffer.from(await response.arrayBuffer()))).toBe(document.sha256);
  });

  it('is the same 404 for a stranger, a guest, a wrong token and an id that does not exist', async () => {
    const stranger = await house.newKey();
    const answers = await Promise.all([
      house.api.get(path, { key: stranger }),
      house.api.get(path),
      house.api.get(path, { guestToken: 'gst_wrong' }),
      house.api.get(`/documents/doc_${'0'.repeat(26)}/content`, { key }),
      house.api.get('/documents/..%2f..%2fetc/content', { key }),
    ]);
    for (const { status, body } of answers) {
      expect([status, body.error]).toEqual([404, answers[0].body.error]);
    }
  });

  it('is 401 with a key that is not valid', async () => {
    const { status, error } = await house.api.get(path, { key: `svc_agent_${'0'.repeat(64)}` });
    expect([status, error.code]).toEqual([401, 'INVALID_API_KEY']);
  });

  it('leaves nothing in the file store that can be read without the key of the service', async () => {
    const names = (await readdir(files, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    expect(names.length).toBe(1);
    for (const entry of names) {
      expect(entry.name).not.toContain('doc_');
      const bytes = await readFile(join(entry.parentPath, entry.name));
      expect(bytes.includes(Buffer.from('ffd8ff', 'hex'))).toBe(false);
      expect(bytes.includes('JFIF')).toBe(false);
    }
  });
});

describe('GET /documents/{id}', () => {
  it('tells the owner what is known of the file, and nobody else', async () => {
    const { status, data } = await house.api.get(`/documents/${document.document_id}`, { key });
    expect(status).toBe(200);
    expect(data).toMatchObject({ document_id: document.document_id, url: document.url, sha256: document.sha256 });
    expect((await house.api.get(`/documents/${document.document_id}`, { key: await house.newKey() })).status).toBe(404);
    const guest = await house.api.get(`/documents/${document.document_id}`);
    expect([guest.status, guest.error.code]).toEqual([401, 'GUEST_TOKEN_REQUIRED']);
  });
});

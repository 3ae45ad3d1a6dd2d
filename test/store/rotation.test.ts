import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { facePhoto, uploadBody } from '../support/images.ts';
import { startProcess } from '../support/process.ts';

const admin = fileURLToPath(new URL('../../src/admin.ts', import.meta.url));
const newDataKey = () => randomBytes(32).toString('base64');

it('after a rotation and one reseal, the old data key can be thrown away: rows and files open without it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'rotation-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const [old, next] = [newDataKey(), newDataKey()];

  const before = await startProcess({ dataDir, env: { DATA_KEY: old } });
  const key = (await before.api.post('/keys', {})).data.api_key;
  const profile = (await before.api.post('/profiles', { firstName: 'Anna', lastName: 'Muster' }, { key })).data;
  const { data } = await before.api.post('/documents', uploadBody(await facePhoto(), { kind: 'selfie' }), { key });
  await before.stop();

  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, DATA_KEY: next, DATA_KEYS_OLD: old };
  const { stdout } = await promisify(execFile)(process.execPath, [admin, 'reseal'], { env });
  expect(stdout).toContain('1 of 1 files were sealed anew');

  const after = await startProcess({ dataDir, env: { DATA_KEY: next } });
  onTestFinished(() => after.kill());
  const content = await after.api.get(`/documents/${data.document_id}/content`, { key });
  expect([content.status, content.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect((await after.api.get(`/profiles/${profile.profile_id}`, { key })).data).toMatchObject({ lastName: 'Muster' });
}, 120_000);

import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileStore } from '../../../src/domain/documents/file-store.port.ts';
import { createDiskFileStore } from '../../../src/gateways/file-store/disk.ts';
import { openFileStore } from '../../../src/gateways/file-store/open.ts';
import { createS3FileStore, readBucketAddress } from '../../../src/gateways/file-store/s3.ts';
import { Failure } from '../../../src/kernel/failure.ts';
import { type S3Server, startS3Server } from '../../support/s3-server.ts';

const key = 'a1b2c3d4e5f60718293a4b5c6d7e8f901122334455667788';
let directory: string;
let s3: S3Server;
let bucket: ReturnType<typeof createS3FileStore>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'files-'));
  s3 = await startS3Server();
  bucket = createS3FileStore(readBucketAddress(s3.url));
});

afterAll(async () => {
  bucket.close();
  await s3.close();
  await rm(directory, { recursive: true });
});

const stores: [string, () => FileStore][] = [
  ['on disk', () => createDiskFileStore(join(directory, 'files'))],
  ['in a bucket', () => bucket],
];

describe.each(stores)('a file store %s', (_where, open) => {
  it('gives back what was put in, until it is deleted', async () => {
    const store = open();
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_value, at) => at % 251));
    await store.health();
    expect(await store.get(key)).toBeUndefined();
    await store.put(key, bytes);
    expect((await store.get(key))!.equals(bytes)).toBe(true);
    await store.put(key, Buffer.from('anew'));
    expect((await store.get(key))!.toString()).toBe('anew');
    await store.delete(key);
    expect(await store.get(key)).toBeUndefined();
    await store.delete(key);
  });
});

describe('the disk', () => {
  it('holds files that only their owner can read, and no drafts', async () => {
    const root = join(directory, 'modes');
    await createDiskFileStore(root).put(key, Buffer.from('x'));
    const folder = join(root, key.slice(0, 2));
    expect(await readdir(folder)).toEqual([key]);
    const modes = await Promise.all(
      [root, folder, join(folder, key)].map(async (path) => (await stat(path)).mode & 0o777),
    );
    expect(modes).toEqual([0o700, 0o700, 0o600]);
  });

  it('takes nothing while the database takes no changes, and still gives back and deletes', async () => {
    let room = true;
    const assertWritable = () => {
      if (!room) throw new Failure('SERVICE_UNAVAILABLE', { retryAfterSeconds: 60 });
    };
    const store = await openFileStore({ kind: 'disk', dir: join(directory, 'short') }, { assertWritable });
    await store.put(key, Buffer.from('before'));
    room = false;
    await expect(store.put(key, Buffer.from('after'))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect((await store.get(key))!.toString()).toBe('before');
    await store.delete(key);
    expect(await store.get(key)).toBeUndefined();
  });

  it('never reaches outside its directory', async () => {
    const store = createDiskFileStore(join(directory, 'inside'));
    for (const wrong of ['../../etc/passwd', 'a/b', '..', '', 'short', `${key}.x`]) {
      await expect(async () => store.put(wrong, Buffer.from('x'))).rejects.toThrow('not a key');
      await expect(async () => store.get(wrong)).rejects.toThrow('not a key');
    }
  });

  it('that refuses is a SERVICE_UNAVAILABLE, and leaves the old file whole', async () => {
    const root = join(directory, 'refusing');
    const store = createDiskFileStore(root);
    await store.put(key, Buffer.from('old'));
    const folder = join(root, key.slice(0, 2));
    await chmod(folder, 0o500);
    const refused = process.getuid?.() !== 0;
    try {
      if (refused)
        await expect(store.put(key, Buffer.from('new'))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      const blocked = createDiskFileStore(join(folder, key));
      await expect(blocked.put(key, Buffer.from('new'))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      await expect(blocked.health()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    } finally {
      await chmod(folder, 0o700);
    }
    expect(await readFile(join(folder, key), 'utf8')).toBe('old');
  });
});

describe('the bucket', () => {
  it('is addressed as its URL says, with signed requests, under the prefix', async () => {
    const before = s3.requests;
    await bucket.put(key, Buffer.from('x'));
    expect([...s3.objects.keys()]).toEqual([`kept/${key}`]);
    expect(s3.requests).toBe(before + 1);
    expect(readBucketAddress('s3://passports/eu/live?region=eu-central-1')).toEqual({
      bucket: 'passports',
      prefix: 'eu/live/',
      client: { region: 'eu-central-1' },
    });
    expect(() => readBucketAddress('https://s3.example')).toThrow('names no bucket');
  });

  it('is tried again when it is busy', async () => {
    s3.faults.push(503, 500);
    await bucket.put(key, Buffer.from('after two faults'));
    expect((await bucket.get(key))!.toString()).toBe('after two faults');
  });

  it('that stays busy, refuses the key or is not there is a SERVICE_UNAVAILABLE', async () => {
    s3.faults.push(503, 503, 503);
    await expect(bucket.get(key)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    const wrong = [s3.url.replace('test-secret', 'wrong-secret'), s3.url.replace('/uploads', '/elsewhere')];
    for (const url of [...wrong, 'http://a:b@127.0.0.1:9/uploads']) {
      const store = createS3FileStore(readBucketAddress(url), { connectSeconds: 1, seconds: 1 });
      await expect(store.put(key, Buffer.from('x')), url).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      await expect(store.health()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      store.close();
    }
  });
});

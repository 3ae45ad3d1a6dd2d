import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { drizzle } from 'drizzle-orm/pglite';
import type { Db } from './db.ts';
import { lockDirectory } from './directory-lock.ts';
import { DurableFS, syncPath, syncTree } from './durable-fs.ts';
import { guardSpace, type SpaceGuard } from './free-space.ts';
import { healthSeconds, inTime } from './in-time.ts';
import { migrate } from './migrate.ts';
import { listenEmbedded } from './notify.ts';
import type { Store } from './open.ts';
import { guardSingleConnection } from './single-connection.ts';

/** In place of 128 MB, which are written to at the start already: the system keeps the files of a small database in memory anyway. */
const buffers = ['-c', 'shared_buffers=16MB'];
/** PGlite's own parameters, with syncing turned on: it starts the server with `-F`, which turns it off. */
const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  ...buffers,
];

/** Opens the embedded engine in memory, where nothing lasts. A snapshot has all tables already. */
export async function openMemory(snapshot?: Blob): Promise<Store> {
  const params = { startParams: [...PGlite.defaultStartParams, ...buffers] };
  const client = await PGlite.create({ ...params, ...(snapshot && { loadDataDir: snapshot }) });
  const store = storeOf(client, { hasRoom: () => true, assertWritable: () => {} }, () => {});
  if (!snapshot) await migrate(store.db);
  return store;
}

/**
 * Opens the embedded engine on a directory that this process then has for itself: another one is refused. What is
 * committed survives a power cut.
 */
export async function openEmbedded(dir: string): Promise<Store> {
  await mkdir(dirname(dir), { recursive: true, mode: 0o700 });
  const lock = lockDirectory(dir);
  try {
    if (!existsSync(dir)) await createWhole(dir);
    const client = await PGlite.create({ fs: new DurableFS(dir), startParams });
    const store = storeOf(client, guardSpace(dir), lock.release);
    await migrate(store.db);
    return store;
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Makes an empty database beside its place and moves it there when it is whole on the disk: never half of one. Synced
 * once at the end, which takes a fraction of the time.
 */
async function createWhole(dir: string): Promise<void> {
  const unfinished = `${dir}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  const client = await PGlite.create({ fs: new NodeFS(unfinished) });
  await client.close();
  syncTree(unfinished);
  await rename(unfinished, dir);
  syncPath(dirname(dir));
}

function storeOf(client: PGlite, space: SpaceGuard, release: () => void): Store {
  let closing: Promise<void> | undefined;
  const { query, transaction } = guardSingleConnection(client, space);
  return {
    db: drizzle({ client: { query, transaction } as unknown as PGlite }) as unknown as Db,
    engine: 'embedded',
    listen: (channel, handler) => listenEmbedded(client, channel, handler),
    assertWritable: space.assertWritable,
    health: async () => {
      if (client.closed) return { ok: false, reason: 'the database is closed' };
      if (!space.hasRoom()) return { ok: false, reason: 'too little free disk space: no changes are taken' };
      try {
        await inTime(client.query('select 1'), healthSeconds);
        return { ok: true };
      } catch {
        return { ok: false, reason: 'the database does not answer' };
      }
    },
    close: () => {
      closing ??= client.close().finally(release);
      return closing;
    },
  };
}

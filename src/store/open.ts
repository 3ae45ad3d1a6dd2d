import type { Db } from './db.ts';
import { openEmbedded, openMemory } from './embedded.ts';
import type { NotificationHandler, StopListening } from './notify.ts';
import type { Deadlines } from './pool.ts';
import { openPostgres } from './postgres.ts';
import { keepParametersOutOfErrors } from './query-failure.ts';

/** Which database holds the rows. `memory` is the embedded engine without a directory, for tests. */
export type DatabaseConfig =
  | { kind: 'embedded'; dir: string }
  | { kind: 'postgres'; url: string; deadlines?: Deadlines }
  | { kind: 'memory'; snapshot?: Blob };

/** How the database is, in our own words. */
export type StoreHealth = { ok: true } | { ok: false; reason: string };

/** An open database. */
export interface Store {
  db: Db;
  /** `postgres` can be shared by several processes; `embedded` has one connection and one process. */
  engine: 'embedded' | 'postgres';
  /** Hears what `notify` sends on a channel, from every process that shares the database. */
  listen(channel: string, handler: NotificationHandler): Promise<StopListening>;
  /** Throws SERVICE_UNAVAILABLE when nothing can be written now; the database itself asks before each of its writes. */
  assertWritable(): void;
  /** Tells how the database is, within seconds; never throws. */
  health(): Promise<StoreHealth>;
  /** Waits for what runs, then lets go of the database. Safe to call twice. */
  close(): Promise<void>;
}

/** Opens the database and brings its schema up to date before anything else can use it. */
export async function openStore(config: DatabaseConfig): Promise<Store> {
  keepParametersOutOfErrors();
  switch (config.kind) {
    case 'postgres':
      return openPostgres(config.url, config.deadlines);
    case 'embedded':
      return openEmbedded(config.dir);
    case 'memory':
      return openMemory(config.snapshot);
  }
}

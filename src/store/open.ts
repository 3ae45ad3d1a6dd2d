import type { Db } from './db.ts';
import { openEmbedded } from './embedded.ts';
import { openPostgres } from './postgres.ts';

/** Which database holds the rows. `memory` is the embedded engine without a directory, for tests. */
export type DatabaseConfig =
  | { kind: 'embedded'; dir: string }
  | { kind: 'postgres'; url: string }
  | { kind: 'memory'; snapshot?: Blob };

/** An open database. */
export interface Store {
  db: Db;
  /** `postgres` can be shared by several processes; `embedded` has one connection and one process. */
  engine: 'embedded' | 'postgres';
  /** Waits for what runs, then lets go of the database. Safe to call twice. */
  close(): Promise<void>;
}

/** Opens the database and brings its schema up to date before anything else can use it. */
export async function openStore(config: DatabaseConfig): Promise<Store> {
  return config.kind === 'postgres' ? openPostgres(config.url) : openEmbedded(config);
}

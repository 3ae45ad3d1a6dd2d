import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import type { Db } from './db.ts';
import { migrate } from './migrate.ts';
import type { Store } from './open.ts';

/** Any number, the same in every process: who holds this advisory lock migrates. */
const migrationLock = 7_239_401_826;

async function migrateAlone(url: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 5 });
  try {
    await client`select pg_advisory_lock(${migrationLock})`;
    await migrate(drizzle(client) as unknown as Db);
  } finally {
    await client.end({ timeout: 5 });
  }
}

/** Opens a pool of connections to PostgreSQL. Several processes may do so at once: one migrates, the others wait. */
export async function openPostgres(url: string): Promise<Store> {
  await migrateAlone(url);
  const client = postgres(url, { max: 10, onnotice: () => {}, connect_timeout: 5 });
  return {
    db: drizzle(client) as unknown as Db,
    engine: 'postgres',
    close: () => client.end({ timeout: 5 }),
  };
}

import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import type { Db } from './db.ts';
import { healthSeconds, inTime } from './in-time.ts';
import { migrate } from './migrate.ts';
import { createListener } from './notify.ts';
import type { Store } from './open.ts';
import { createPool, type Deadlines, defaultDeadlines } from './pool.ts';

/** Any number, the same in every process: who holds this advisory lock migrates. */
const migrationLock = 7_239_401_826;

/** Opens a pool of connections to PostgreSQL. Several processes may do so at once: one migrates, the others wait. */
export async function openPostgres(url: string, deadlines: Deadlines = defaultDeadlines): Promise<Store> {
  await migrateAlone(url, deadlines);
  const pool = createPool(url, deadlines);
  const db = drizzle({ client: pool as unknown as postgres.Sql }) as unknown as Db;
  const listener = createListener(url, async (channel) => {
    await db.execute(sql`select pg_notify(${channel}, '')`);
  });
  let closing: Promise<void> | undefined;
  return {
    db,
    engine: 'postgres',
    listen: listener.listen,
    assertWritable: () => {},
    health: async () => {
      try {
        await inTime(db.execute(sql`select 1`), healthSeconds);
        return { ok: true };
      } catch {
        return { ok: false, reason: 'the database is out of reach' };
      }
    },
    close: () => {
      closing ??= Promise.all([listener.close(), pool.end()]).then(() => {});
      return closing;
    },
  };
}

/** Migrates on a connection of its own, whose statements may take as long as a large table needs. */
async function migrateAlone(url: string, { connectSeconds }: Deadlines): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: connectSeconds });
  try {
    await client`select pg_advisory_lock(${migrationLock})`;
    await migrate(drizzle(client) as unknown as Db);
  } finally {
    await client.end({ timeout: connectSeconds });
  }
}

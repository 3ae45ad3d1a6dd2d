import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { inject } from 'vitest';
import { type Db, rowsOf } from '../../src/store/db.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { atTheEnd } from './at-the-end.ts';
import { withDatabase } from './postgres-url.ts';

/** Tells whether the run is on a real PostgreSQL: for tests that need several connections, `describe.runIf(onPostgres)`. */
export const onPostgres = inject('database')?.kind === 'postgres';

/** The URL of a fresh database with all tables on the real PostgreSQL of the run. */
export async function testDatabaseUrl(): Promise<string> {
  const given = inject('database');
  if (given?.kind !== 'postgres') throw new Error('this run has no PostgreSQL: set DATABASE_URL');
  const name = `${given.template}_${randomBytes(6).toString('hex')}`;
  const admin = postgres(given.url, { max: 1, onnotice: () => {} });
  try {
    await admin.unsafe(`create database ${name} template ${given.template}`);
  } finally {
    await admin.end();
  }
  return withDatabase(given.url, name);
}

/**
 * Opens a fresh database with all tables and no rows, of this test file alone: the embedded engine in memory, or a
 * database of its own on PostgreSQL when `DATABASE_URL` is set. It is closed with the test that opened it, or with the file.
 */
export async function testDatabase(): Promise<Store> {
  const given = inject('database');
  const store =
    given?.kind === 'postgres'
      ? await openStore({ kind: 'postgres', url: await testDatabaseUrl() })
      : await openStore({ kind: 'memory', ...(given && { snapshot: await openAsBlob(given.snapshot) }) });
  atTheEnd(() => store.close());
  return store;
}

/** Deletes all rows, for test files whose tests each want an empty database. */
export async function emptyTables(db: Db): Promise<void> {
  const tables = rowsOf<{ tablename: string }>(
    await db.execute(
      sql`select tablename from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'`,
    ),
  );
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const { tablename } of tables) await tx.execute(sql`delete from ${sql.identifier(tablename)}`);
  });
}

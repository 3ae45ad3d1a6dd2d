import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { inject } from 'vitest';
import type { Db } from '../../src/store/db.ts';
import { inTime } from '../../src/store/in-time.ts';
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
      : await borrow(given?.snapshot);
  atTheEnd(() => store.close());
  return store;
}

/** Databases in memory that no test uses at the moment: to make one takes fifty times as long as to empty it. */
const unused: Store[] = [];
const mostSecondsToEmpty = 10;

async function borrow(snapshot: string | undefined): Promise<Store> {
  const store =
    unused.pop() ?? (await openStore({ kind: 'memory', ...(snapshot && { snapshot: await openAsBlob(snapshot) }) }));
  let closed: Promise<void> | undefined;
  const giveBack = async () => {
    try {
      await inTime(store.db.execute(emptying), mostSecondsToEmpty);
      unused.push(store);
    } catch {
      // A test left something open in it: nobody gets it again.
      await store.close();
    }
  };
  return {
    ...store,
    // What is kept for a database by its identity must not outlast the test.
    db: Object.create(store.db) as Db,
    close: () => {
      closed ??= giveBack();
      return closed;
    },
  };
}

const emptying = sql`
  do $$
  declare name text;
  begin
    set local session_replication_role = replica;
    for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' loop
      execute format('delete from %I', name);
    end loop;
    perform setval(seqrelid::regclass, seqstart, false) from pg_sequence;
  end $$`;

/** Deletes all rows and starts every count anew, for test files whose tests each want an empty database. */
export async function emptyTables(db: Db): Promise<void> {
  await db.execute(emptying);
}

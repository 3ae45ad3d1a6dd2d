import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { afterAll, describe, expect, it } from 'vitest';
import { dueDeliveries } from '../../src/domain/webhooks/due-delivery.table.ts';
import { rowsOf } from '../../src/store/db.ts';
import { migrate, migrationsFolder } from '../../src/store/migrate.ts';
import { openStore } from '../../src/store/open.ts';
import { onPostgres, testDatabase, testDatabaseUrl } from '../support/database.ts';
import { generateMigrations } from '../support/generate-migrations.ts';
import { withDatabase } from '../support/postgres-url.ts';

const scratch = await mkdtemp(join(tmpdir(), 'migrations-'));
afterAll(() => rm(scratch, { recursive: true }));

async function filesIn(folder: string): Promise<Record<string, string>> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const contents = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const;
    }),
  );
  return Object.fromEntries(contents.sort());
}

describe('the migrations', () => {
  it('make exactly the tables that the code declares (npm run migrations -- what-changes)', async () => {
    await generateMigrations(scratch, 'missing');
    expect(await filesIn(migrationsFolder)).toEqual(await filesIn(scratch));
  });

  it('are applied once', async () => {
    const { db } = await testDatabase();
    expect(await migrate(db)).toBe(0);
  });

  it('are refused on a database that another version of them made', async () => {
    const { db } = await testDatabase();
    const changed = readMigrationFiles({ migrationsFolder }).map((migration) => ({ ...migration, hash: 'other' }));
    await expect(migrate(db, changed)).rejects.toThrow('another version of the same migration');
  });

  it('leave nothing behind when one of them fails', async () => {
    const { db } = await testDatabase();
    const failing = [
      { sql: ['create table half (id int)', 'select no_such_function()'], folderMillis: 9, hash: 'x', bps: true },
    ];
    await expect(migrate(db, failing)).rejects.toThrow('no_such_function');
    const found = await db.execute(sql`select 1 as found from pg_tables where tablename = 'half'`);
    expect(rowsOf(found)).toEqual([]);
  });

  it('let deliveries that were to be tried be tried still', async () => {
    const { db } = await testDatabase();
    await db.execute(sql`drop schema public cascade`);
    await db.execute(sql`create schema public`);
    const [initial, ...later] = readMigrationFiles({ migrationsFolder });
    await migrate(db, [initial!]);
    await db.execute(sql`insert into accounts (id, mode, created_at) values ('acc', 'sandbox', now())`);
    await db.execute(sql`
      insert into webhook_endpoints (id, account_id, mode, callback_url, receiver, events, secret, created_at, updated_at)
      values ('whk', 'acc', 'sandbox', 'https://example.com/', 'example.com:443', '{}', '', now(), now())`);
    await db.execute(sql`
      insert into webhook_deliveries
        (id, endpoint_id, event_id, event_type, application_id, seq, status, attempts, next_attempt_at, due_at, lease_until, created_at)
      values
        ('new', 'whk', 'e1', 'status_change', 'app', 1, 'pending', 0, '2026-11-20T10:00Z', '2026-11-20T10:00Z', null, now()),
        ('runs', 'whk', 'e2', 'status_change', 'app', 2, 'failed', 3, '2026-11-20T11:00Z', '2026-11-20T11:01Z', '2026-11-20T11:01Z', now()),
        ('done', 'whk', 'e3', 'status_change', 'app', 3, 'success', 1, null, null, null, now())`);
    expect(await migrate(db, [initial!, ...later])).toBe(later.length);
    const facts = ({ id, seq, attempts, dueAt, leaseUntil }: typeof dueDeliveries.$inferSelect) => [
      id,
      seq,
      attempts,
      dueAt.toISOString(),
      leaseUntil?.toISOString() ?? null,
    ];
    expect((await db.select().from(dueDeliveries).orderBy(dueDeliveries.seq)).map(facts)).toEqual([
      ['new', 1, 0, '2026-11-20T10:00:00.000Z', null],
      ['runs', 2, 3, '2026-11-20T11:00:00.000Z', '2026-11-20T11:01:00.000Z'],
    ]);
  });

  it.runIf(onPostgres)('are applied by one of several processes that start at once', async () => {
    const used = await testDatabaseUrl();
    const name = `${new URL(used).pathname.slice(1)}_new`;
    const admin = await openStore({ kind: 'postgres', url: used });
    await admin.db.execute(sql`create database ${sql.identifier(name)}`);
    const url = withDatabase(used, name);
    const stores = await Promise.all(Array.from({ length: 4 }, () => openStore({ kind: 'postgres', url })));
    const applied = await stores[0]!.db.execute(sql`select count(*)::int as count from schema_migrations`);
    expect(rowsOf(applied)).toEqual([{ count: readMigrationFiles({ migrationsFolder }).length }]);
    await Promise.all([admin, ...stores].map((store) => store.close()));
  });
});

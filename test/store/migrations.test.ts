import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { afterAll, describe, expect, it } from 'vitest';
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
  it('make exactly the tables that the code declares (npm run migrations)', async () => {
    await generateMigrations(scratch);
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

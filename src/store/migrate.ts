import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { type Db, rowsOf } from './db.ts';

/** Where the generated migrations are. */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

const name = 'schema_migrations';
const table = sql.identifier(name);

/**
 * Brings the schema up to date in one transaction: all missing migrations are applied, or none. Refuses a database on
 * which a migration ran with another content, because what its tables look like is then unknown. The caller makes sure
 * that no other process migrates at the same time.
 */
export async function migrate(
  db: Db,
  migrations: MigrationMeta[] = readMigrationFiles({ migrationsFolder }),
): Promise<number> {
  const isCurrent = (applied: Map<number, string>) =>
    migrations.every(({ folderMillis, hash }) => applied.get(folderMillis) === hash);
  // At most starts there is nothing to do, and asking is a third of the work.
  const [known] = rowsOf<{ known: boolean }>(await db.execute(sql`select to_regclass(${name}) is not null as known`));
  if (known!.known && isCurrent(await readApplied(db))) return 0;
  return db.transaction(async (tx) => {
    await tx.execute(sql`create table if not exists ${table} (made_at bigint primary key, hash text not null)`);
    const applied = await readApplied(tx);
    let count = 0;
    for (const migration of migrations) {
      const hash = applied.get(migration.folderMillis);
      if (hash === migration.hash) continue;
      if (hash !== undefined) {
        throw new Error(
          'the database was made by another version of the same migration: use a new database or data directory',
        );
      }
      for (const statement of migration.sql) await tx.execute(sql.raw(statement));
      await tx.execute(sql`insert into ${table} (made_at, hash) values (${migration.folderMillis}, ${migration.hash})`);
      count += 1;
    }
    return count;
  });
}

/** Reads which migrations were applied: their hashes by the time at which they were made. */
async function readApplied(db: Db): Promise<Map<number, string>> {
  const rows = rowsOf<{ made_at: string | number; hash: string }>(
    await db.execute(sql`select made_at, hash from ${table}`),
  );
  return new Map(rows.map((row) => [Number(row.made_at), row.hash]));
}

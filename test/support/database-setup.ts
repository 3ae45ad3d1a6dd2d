import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/pglite';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import type { Db } from '../../src/store/db.ts';
import { migrate, migrationsFolder } from '../../src/store/migrate.ts';
import { openStore } from '../../src/store/open.ts';
import { withDatabase } from './postgres-url.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

declare module 'vitest' {
  export interface ProvidedContext {
    database: { kind: 'memory'; snapshot: string } | { kind: 'postgres'; url: string; template: string };
  }
}

/** Makes one migrated database before the run; each test file starts from a copy of it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.DATABASE_URL;
  return url ? setupPostgres(project, url) : setupEmbedded(project);
}

/** Making the snapshot takes seconds, so it is kept for as long as the migrations and the engine stay the same. */
async function setupEmbedded(project: TestProject): Promise<() => Promise<void>> {
  const migrations = readMigrationFiles({ migrationsFolder });
  const engine = await readFile(join(root, 'node_modules/@electric-sql/pglite/package.json'), 'utf8');
  const digest = createHash('sha256')
    .update(JSON.stringify([migrations, engine]))
    .digest('hex')
    .slice(0, 16);
  const snapshot = join(root, `node_modules/.cache/test-database-${digest}.tar`);
  if (!existsSync(snapshot)) {
    const client = new PGlite();
    await migrate(drizzle(client) as unknown as Db, migrations);
    const unfinished = `${snapshot}.${process.pid}`;
    await mkdir(dirname(snapshot), { recursive: true });
    await writeFile(unfinished, Buffer.from(await (await client.dumpDataDir('none')).arrayBuffer()));
    await rename(unfinished, snapshot);
    await client.close();
  }
  project.provide('database', { kind: 'memory', snapshot });
  return async () => {};
}

async function setupPostgres(project: TestProject, url: string): Promise<() => Promise<void>> {
  const template = `test_${randomBytes(6).toString('hex')}`;
  const admin = postgres(url, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${template}`);
  const store = await openStore({ kind: 'postgres', url: withDatabase(url, template) });
  await store.close();
  project.provide('database', { kind: 'postgres', url, template });
  return async () => {
    const made = await admin<
      { datname: string }[]
    >`select datname from pg_database where datname like ${`${template}%`}`;
    for (const { datname } of made) await admin.unsafe(`drop database if exists ${datname} with (force)`);
    await admin.end();
  };
}

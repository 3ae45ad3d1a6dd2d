import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';

const source = fileURLToPath(new URL('..', import.meta.url));

/** Returns every table of the service: whatever a `*.table.ts` exports, wherever it stands. */
export async function loadTables(): Promise<PgTable[]> {
  const files = globSync('**/*.table.ts', { cwd: source }).sort();
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(join(source, file)).href)));
  return modules.flatMap((module) => Object.values(module).filter((value) => is(value, PgTable)));
}

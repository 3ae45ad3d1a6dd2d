import { execFile } from 'node:child_process';
import { globSync, mkdirSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'src/store/migrations');

/**
 * Writes the migrations into `out`: those that there are, and one more where the `*.table.ts` have changed since. What has landed is
 * never changed: databases have run it. Statements for the data that a change needs are added to the new file by hand.
 */
export async function generateMigrations(out: string, name: string): Promise<void> {
  await cp(folder, out, { recursive: true });
  const kit = join(dirname(createRequire(import.meta.url).resolve('drizzle-kit')), 'bin.cjs');
  const tables = globSync('src/**/*.table.ts', { cwd: root }).sort();
  const config = join(out, 'drizzle.config.json');
  await writeFile(config, JSON.stringify({ dialect: 'postgresql', schema: tables, out: relative(root, out) }));
  const options = [`--config=${config}`, `--name=${name}`];
  const { stdout } = await promisify(execFile)(process.execPath, [kit, 'generate', ...options], { cwd: root });
  await rm(config);
  // It ends well also when it fails.
  if (!/No schema changes|migration file/.test(stdout)) throw new Error(stdout);
}

/** Waits until nobody else generates: an exclusive transaction that ends with its process. */
function waitForTurn(): void {
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  new DatabaseSync(join(cache, 'migrations.lock'), { timeout: 60_000 }).exec('BEGIN EXCLUSIVE');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  waitForTurn();
  const scratch = await mkdtemp(join(tmpdir(), 'migrations-'));
  await generateMigrations(scratch, process.argv[2] ?? 'change');
  await rm(folder, { recursive: true, force: true });
  await cp(scratch, folder, { recursive: true });
  await rm(scratch, { recursive: true });
}

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'src/store/migrations');
/** The journal's time of the initial migration: fixed, so that the same tables always give the same files. */
const initialTime = Date.UTC(2026, 10, 20);

/** Writes the initial migration for all `*.table.ts` into `out`: the same tables always give the same bytes. */
export async function generateMigrations(out: string): Promise<void> {
  const kit = join(dirname(createRequire(import.meta.url).resolve('drizzle-kit')), 'bin.cjs');
  const tables = globSync('src/**/*.table.ts', { cwd: root }).sort();
  const config = join(out, 'drizzle.config.json');
  await writeFile(config, JSON.stringify({ dialect: 'postgresql', schema: tables, out }));
  await promisify(execFile)(process.execPath, [kit, 'generate', `--config=${config}`, '--name=initial'], { cwd: root });
  await rm(config);

  const snapshotPath = join(out, 'meta/0000_snapshot.json');
  const snapshot = JSON.parse(await readFile(snapshotPath, 'utf8'));
  const digest = createHash('sha256')
    .update(JSON.stringify({ ...snapshot, id: '' }))
    .digest('hex');
  snapshot.id = digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
  await writeFile(snapshotPath, `${JSON.stringify(snapshot, null, 2)}\n`);

  const journalPath = join(out, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(journalPath, 'utf8'));
  for (const entry of journal.entries) entry.when = initialTime;
  await writeFile(journalPath, `${JSON.stringify(journal, null, 2)}\n`);
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
  await generateMigrations(scratch);
  await rm(folder, { recursive: true, force: true });
  await cp(scratch, folder, { recursive: true });
  await rm(scratch, { recursive: true });
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Runs the measurements of this folder one after the other, each in a process of its own:
 * `npm run bench`, or `npm run bench -- admission` for those whose name is given.
 */
const wanted = process.argv.slice(2);
const self = basename(import.meta.filename);
const files = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== self)
  .filter((file) => wanted.length === 0 || wanted.includes(basename(file, '.ts')))
  .sort();

if (files.length === 0) process.stderr.write(`no measurement has that name\n`);
const failed: string[] = files.length === 0 ? wanted : [];
for (const file of files) {
  process.stdout.write(`\n${basename(file, '.ts')}\n`);
  const child = spawn(process.execPath, [join(import.meta.dirname, file)], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) failed.push(file);
}
if (failed.length > 0) {
  process.stderr.write(`\nfailed: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Measures the time from the start of the process to its first answer, on a data directory that exists already. */
const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const dataDir = await mkdtemp(join(tmpdir(), 'bench-start-'));
const rounds = 7;

async function start(): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  const url = String(line).trim().slice('listening on '.length);
  const answer = await fetch(`${url}/api/v1/agent/eligibility`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"nationality":"DE","destination":"US"}',
  });
  await answer.json();
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
  const milliseconds = performance.now() - begun;
  child.kill('SIGTERM');
  await once(child, 'exit');
  return milliseconds;
}

const first = await start();
const later: number[] = [];
for (let round = 0; round < rounds; round += 1) later.push(await start());
later.sort((one, other) => one - other);
process.stdout.write(`empty directory: ${first.toFixed(0)} ms to the first answer\n`);
process.stdout.write(
  `existing directory: ${later[rounds >> 1]!.toFixed(0)} ms (median of ${rounds}, best ${later[0]!.toFixed(0)})\n`,
);
await rm(dataDir, { recursive: true, force: true });

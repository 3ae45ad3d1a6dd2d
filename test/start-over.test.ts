import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let folder: string;
let program: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'start-over-'));
  program = join(folder, 'program.mjs');
  await writeFile(
    program,
    `import { startOver } from '${new URL('../src/start-over.ts', import.meta.url)}';
    startOver(process.env);
    const { pid, argv, execArgv, env } = process;
    console.log(JSON.stringify({ pid, args: argv.slice(2), flags: execArgv, arenas: env.MALLOC_ARENA_MAX, own: env.OWN }));`,
  );
});
afterAll(() => rm(folder, { recursive: true }));

async function run(env: Record<string, string>) {
  const child = promisify(execFile)(process.execPath, ['--title=kept', program, 'first', 'second'], {
    env: { PATH: process.env.PATH!, ...env },
  });
  const { stdout, stderr } = await child;
  return { pid: child.child.pid, stderr, said: JSON.parse(stdout) };
}

describe.runIf(process.platform === 'linux')('a process that starts over', () => {
  it('stays the same process with the same arguments and environment', async () => {
    const { pid, stderr, said } = await run({ OWN: 'yes' });
    expect(said).toEqual({
      pid,
      args: ['first', 'second'],
      flags: ['--title=kept'],
      arenas: '2',
      own: 'yes',
    });
    expect(stderr).toBe('');
  });

  it('leaves alone what somebody has set', async () => {
    expect((await run({ MALLOC_ARENA_MAX: '1' })).said.arenas).toBe('1');
    expect((await run({ MALLOC_MMAP_THRESHOLD_: '65536' })).said.arenas).toBeUndefined();
  });
});

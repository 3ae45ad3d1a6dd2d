import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'process-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Runs the service as a process of its own, with nothing configured but what is given. */
function run(env: Record<string, string>) {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    output.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.err += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, output, ended };
}

const listening = (child: ChildProcess, ended: Promise<unknown>) =>
  Promise.race([
    new Promise<string>((resolve) => child.stdout!.once('data', (chunk: Buffer) => resolve(String(chunk)))),
    ended.then(() => 'ended'),
  ]);

describe('the process', { timeout: 60_000 }, () => {
  it('prints one line when it listens, serves, and stops cleanly on SIGTERM after what runs is answered', async () => {
    const { child, output, ended } = run({});
    const line = await listening(child, ended);
    expect(line, output.err).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+\n$/);
    const url = new URL(line.trim().slice('listening on '.length));

    const idle = connect(Number(url.port), url.hostname).on('error', () => {});
    const body = '{"name":"slow"}';
    const answered = new Promise<{ status: number; connection: string | undefined }>((resolve, reject) => {
      const slow = request(
        url,
        {
          method: 'POST',
          path: '/api/v1/agent/keys',
          headers: { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' },
        },
        (response) => {
          response.resume();
          resolve({ status: response.statusCode!, connection: response.headers.connection });
        },
      ).on('error', reject);
      slow.flushHeaders();
      // The service has read the head of the request: from here on it runs.
      slow.once('continue', () => {
        slow.write(body.slice(0, 5));
        child.kill('SIGTERM');
        // A connection that was accepted at the last moment fails later, beside the one that finds nobody.
        const late = () =>
          connect(Number(url.port), url.hostname)
            .on('connect', () => setTimeout(late, 20))
            .on('error', () => slow.writableEnded || slow.end(body.slice(5)));
        late();
      });
    });
    expect((await answered).status).toBe(201);
    expect(await ended).toBe(0);
    idle.destroy();
    expect(output.out).toBe(line);
    for (const entry of output.err.trim().split('\n').filter(Boolean)) expect(() => JSON.parse(entry)).not.toThrow();
  });

  it('says in plain words what is wrong with its configuration, all of it, and does not start', async () => {
    const { output, ended } = run({ PORT: 'many', LOG_LEVEL: 'loud' });
    expect(await ended).toBe(1);
    expect(output.out).toBe('');
    expect(output.err).toContain('PORT must be');
    expect(output.err).toContain('LOG_LEVEL must be');
    expect(output.err).not.toMatch(/\bat .*\.ts/);
  });
});

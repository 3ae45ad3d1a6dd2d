import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type ApiClient, apiClient } from './client.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** The service as a process of its own, which can be killed. */
export interface ServiceProcess {
  url: string;
  api: ApiClient;
  pid: number;
  /** Everything it has written to standard error: its log. */
  log(): string;
  /** Kills it as a power cut of the process would, `kill -9`, and waits until it is gone. */
  kill(): Promise<void>;
  /** Asks it to stop and waits; returns its exit code. */
  stop(): Promise<number | null>;
  /** Ends with the exit code, or null when it was killed. */
  ended: Promise<number | null>;
}

/** What a process is started with. */
export interface ProcessOptions {
  /** The directory of the embedded database, of uploads and of generated keys: what a restart takes up. */
  dataDir: string;
  /** Further variables; without any it is the sandbox without limits. */
  env?: Record<string, string>;
  startSeconds?: number;
}

const readyLine = /^listening on (http:\/\/\S+)$/m;

/** Starts `node src/main.ts` on a port of its own choice and waits until it listens; throws what it said when it ends before. */
export async function startProcess({ dataDir, env = {}, startSeconds = 60 }: ProcessOptions): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      PORT: '0',
      RATE_LIMIT_PUBLIC: '0',
      RATE_LIMIT_GUEST: '0',
      RATE_LIMIT_KEY: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { out: '', err: '' };
  child.stderr.on('data', (chunk: Buffer) => {
    written.err += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`the service did not listen within ${startSeconds} s: ${written.err}`));
    }, startSeconds * 1000);
    child.stdout.on('data', (chunk: Buffer) => {
      written.out += chunk;
      const found = readyLine.exec(written.out)?.[1];
      if (found) resolve(found);
    });
    void ended.then((code) => reject(new Error(`the service ended with ${code}: ${written.err}`)));
    void ended.then(() => clearTimeout(late));
    child.stdout.once('data', () => clearTimeout(late));
  });
  const end = (signal: NodeJS.Signals) => {
    signalOnce(child, signal);
    return ended;
  };
  return {
    url,
    api: apiClient(url),
    pid: child.pid!,
    log: () => written.err,
    kill: async () => {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
    ended,
  };
}

function signalOnce(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal);
}

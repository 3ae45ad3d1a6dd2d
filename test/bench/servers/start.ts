import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/** A server in a process of its own, on a core of its own where there are two. */
export interface Measured {
  url: string;
  /** Microseconds of computing time used so far. */
  cpu(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a server of this folder. */
export async function startMeasured(name: string, env: Record<string, string>): Promise<Measured> {
  const path = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const pinned = process.platform === 'linux' && availableParallelism() > 1;
  const child: ChildProcess = fork(path, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    ...(pinned && { execPath: '/usr/bin/taskset', execArgv: ['-c', '0', process.execPath] }),
  });
  const gone = once(child, 'exit').then(() => {
    throw new Error(`${name} did not start`);
  });
  const [{ url }] = (await Promise.race([once(child, 'message'), gone])) as [{ url: string }];
  gone.catch(() => {});
  return {
    url,
    cpu: async () => {
      child.send('cpu');
      const [{ cpu }] = (await once(child, 'message')) as [{ cpu: number }];
      return cpu;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

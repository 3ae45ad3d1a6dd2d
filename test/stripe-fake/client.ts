import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import type { Commands } from './control.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

type Control = {
  [Name in keyof Commands]: (input: Parameters<Commands[Name]>[0]) => Promise<Awaited<ReturnType<Commands[Name]>>>;
};

/** A running fake: what can be told to it, and where it is. */
export interface StripeFake extends Control {
  url: string;
  pid: number;
  close(): Promise<void>;
}

/** Starts the fake as a process of its own and waits until it listens. */
export async function spawnStripeFake(): Promise<StripeFake> {
  const child = spawn(process.execPath, [main], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const found = /listening on (\S+)/.exec(chunk.toString())?.[1];
      if (found) resolve(found);
    });
    void ended.then(() => reject(new Error('the fake ended')));
  });
  const tell = async (name: string, input: unknown) => {
    const response = await fetch(`${url}/_control/${name}`, { method: 'POST', body: JSON.stringify(input ?? {}) });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${name}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const itself = {
    url,
    pid: child.pid!,
    close: async () => {
      child.kill();
      await ended;
    },
  };
  return new Proxy(itself as StripeFake, {
    get: (target, name: string) =>
      name in target || name === 'then' ? target[name as keyof typeof itself] : (input: unknown) => tell(name, input),
  });
}

/** Starts the fake for a test file; it ends with the file. */
export async function startStripeFake(): Promise<StripeFake> {
  const fake = await spawnStripeFake();
  afterAll(() => fake.close());
  return fake;
}

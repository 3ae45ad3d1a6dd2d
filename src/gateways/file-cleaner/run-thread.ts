import { Worker } from 'node:worker_threads';

/** How long a thread may run and how much heap it may take. */
export interface ThreadLimits {
  seconds: number;
  heapMegabytes: number;
}

/**
 * Runs a module in a thread of its own and returns its one message. A thread that runs too long is ended and answers `too_slow`; one
 * that runs out of memory or fails answers `undecodable`.
 */
export function runThread<Answer>(
  module: URL,
  data: Record<string, unknown>,
  limits: ThreadLimits,
): Promise<Answer | { ok: false; reason: 'too_slow' | 'undecodable' }> {
  return new Promise((resolve) => {
    const thread = new Worker(module, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes, maxYoungGenerationSizeMb: 32 },
      // What a parser has to say about a file may quote the file.
      stdout: true,
      stderr: true,
      env: {},
      execArgv: [],
    });
    const end = (answer: Answer | { ok: false; reason: 'too_slow' | 'undecodable' }) => {
      clearTimeout(timer);
      resolve(answer);
      void thread.terminate();
    };
    const timer = setTimeout(() => end({ ok: false, reason: 'too_slow' }), limits.seconds * 1000);
    thread.once('message', end);
    thread.once('error', () => end({ ok: false, reason: 'undecodable' }));
    thread.once('exit', () => end({ ok: false, reason: 'undecodable' }));
  });
}

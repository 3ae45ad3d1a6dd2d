import { Worker } from 'node:worker_threads';
import type { ReadingOutcome } from '../../domain/ocr/passport-reader.port.ts';
import { Failure } from '../../kernel/failure.ts';
import type { ReadAnswer, ReadRequest } from './worker.ts';

/** Bounds of a pool of reading threads. */
export interface PoolOptions {
  /** Images read at the same time. */
  threads: number;
  /** Images that may wait for a thread; one more is refused. */
  waiting: number;
  /** How long an image may wait, and how long its reading may take. */
  deadlineMs: number;
  /**
   * How long a thread that is over its deadline may still go on before it is ended by force. Ending it in the middle of native code can
   * take the whole process along, so it is given ample time; its image has failed already.
   */
  graceMs?: number;
  /** The thread's program; the reader's own when absent. */
  program?: URL;
}

/** Threads that read images one each, started when needed. */
export interface Pool {
  /** Reads an image on a thread. Throws OCR_FAILED, or SERVICE_UNAVAILABLE when too many wait. Takes the bytes over. */
  read(image: Uint8Array, today: string): Promise<ReadingOutcome>;
  /** Tells whether the last image was read, and whether another one would be taken. */
  state(): 'ok' | 'busy' | 'failing';
  /** Ends the threads; images still waiting fail. */
  close(): Promise<void>;
}

/** Small generations are collected often, and with them the large buffers of pixels that they hold. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 };

interface Job {
  request: ReadRequest;
  resolve(outcome: ReadingOutcome): void;
  reject(failure: Failure): void;
  timer: NodeJS.Timeout;
}

interface Thread {
  worker: Worker;
  job: Job | null;
}

/** Makes a pool; no thread runs before the first image. */
export function createPool({ threads, waiting, deadlineMs, graceMs = 60_000, program }: PoolOptions): Pool {
  const queue: Job[] = [];
  const running = new Set<Thread>();
  let lastFailed = false;
  let nextId = 1;
  let usualMs = 1000;

  function start(): Thread {
    const worker = new Worker(program ?? new URL('./worker.ts', import.meta.url), {
      name: 'passport-reader',
      resourceLimits,
    });
    const thread: Thread = { worker, job: null };
    worker.unref();
    worker.on('message', (answer: ReadAnswer) => settle(thread, answer));
    worker.on('error', (cause) => lose(thread, cause));
    worker.on('exit', () => lose(thread, undefined));
    running.add(thread);
    return thread;
  }

  function next(): void {
    while (queue.length > 0) {
      const idle = [...running].find((thread) => thread.job === null);
      const thread = idle ?? (running.size < threads ? start() : undefined);
      if (thread === undefined) return;
      const job = queue.shift()!;
      clearTimeout(job.timer);
      const started = performance.now();
      thread.job = job;
      job.timer = setTimeout(() => giveUp(thread, job), deadlineMs);
      const resolve = job.resolve;
      job.resolve = (outcome) => {
        usualMs += 0.2 * (performance.now() - started - usualMs);
        resolve(outcome);
      };
      thread.worker.postMessage(job.request, [job.request.image.buffer as ArrayBuffer]);
    }
  }

  function settle(thread: Thread, answer: ReadAnswer): void {
    const job = thread.job;
    if (job === null || job.request.id !== answer.id) return;
    clearTimeout(job.timer);
    thread.job = null;
    lastFailed = 'failure' in answer;
    if ('failure' in answer) job.reject(new Failure('OCR_FAILED', { cause: new Error(answer.failure) }));
    else job.resolve(answer.outcome);
    next();
  }

  /** An image that takes too long fails; its thread takes the next one when it is done, or is ended when even its grace is over. */
  function giveUp(thread: Thread, job: Job): void {
    lastFailed = true;
    job.reject(new Failure('OCR_FAILED', { cause: new Error('deadline') }));
    if (graceMs === 0) lose(thread, new Error('deadline'));
    else job.timer = setTimeout(() => lose(thread, new Error('deadline')), graceMs).unref();
  }

  /** A thread that broke or took too long is given up; its image fails, the next one gets a new thread. */
  function lose(thread: Thread, cause: unknown): void {
    if (!running.delete(thread)) return;
    void thread.worker.terminate();
    const job = thread.job;
    if (job !== null) {
      lastFailed = true;
      clearTimeout(job.timer);
      job.reject(new Failure('OCR_FAILED', { cause }));
    }
    next();
  }

  function overloaded(): Failure {
    const seconds = Math.ceil(((queue.length + 1) * usualMs) / threads / 1000);
    return new Failure('SERVICE_UNAVAILABLE', { retryAfterSeconds: Math.max(1, Math.min(60, seconds)) });
  }

  const isFull = (): boolean =>
    running.size >= threads && queue.length >= waiting && [...running].every((one) => one.job);

  return {
    read(image, today) {
      if (isFull()) return Promise.reject(overloaded());
      return new Promise((resolve, reject) => {
        // Only bytes with a buffer of their own can be handed over without a copy.
        const own = image.byteLength === image.buffer.byteLength ? image : new Uint8Array(image);
        const request = { id: nextId++, image: own, today };
        const expire = (): void => {
          queue.splice(queue.indexOf(job), 1);
          reject(overloaded());
        };
        const job: Job = { request, resolve, reject, timer: setTimeout(expire, deadlineMs) };
        queue.push(job);
        next();
      });
    },
    state() {
      if (isFull()) return 'busy';
      return lastFailed ? 'failing' : 'ok';
    },
    async close() {
      for (const job of queue.splice(0)) {
        clearTimeout(job.timer);
        job.reject(new Failure('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 }));
      }
      await Promise.all(
        [...running].map(async (thread) => {
          // What runs is let finish, as far as patience goes: see graceMs.
          const patience = performance.now() + Math.min(graceMs, deadlineMs);
          while (thread.job !== null && performance.now() < patience) {
            await new Promise((resolve) => setTimeout(resolve, 20));
          }
          lose(thread, new Error('closed'));
          await thread.worker.terminate();
        }),
      );
    },
  };
}

import type { PassportReader } from '../../domain/ocr/passport-reader.port.ts';
import { type Clock, dateOf } from '../../kernel/clock.ts';
import { createPool, type PoolOptions } from './pool.ts';

/**
 * Reads travel documents in this process, on threads of its own, with nothing from the network. One thread by default:
 * each keeps the networks and its working memory, some 350 MB.
 */
export function createLocalReader(options: { clock: Clock } & Partial<PoolOptions>): PassportReader {
  const pool = createPool({
    threads: options.threads ?? 1,
    waiting: options.waiting ?? 16,
    deadlineMs: options.deadlineMs ?? 20_000,
    ...(options.program === undefined ? {} : { program: options.program }),
  });
  return {
    read: (image) => pool.read(image, dateOf(options.clock.now())),
    state: () => pool.state(),
    close: () => pool.close(),
  };
}

import { Failure } from '../../kernel/failure.ts';

/** Lets few run at a time and few wait: what bounds the memory of many uploads at once. */
export interface Slots {
  /** Runs a task once there is room; throws SERVICE_UNAVAILABLE at once when too many are waiting. */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
}

/** Makes slots for `running` tasks and a queue for `waiting` more. */
export function createSlots({ running, waiting }: { running: number; waiting: number }): Slots {
  let free = running;
  const queue: (() => void)[] = [];
  return {
    async run(task) {
      if (free > 0) free -= 1;
      else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve));
      else throw new Failure('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2 });
      try {
        return await task();
      } finally {
        const next = queue.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
}

/** One thing that must be done in time. */
export interface Watched {
  expiresAt: number;
  expire(): void;
}

/** Watches many things that all have the same time to be done. */
export interface DeadlineWatch {
  /** Calls `expire` once when the time is over, unless it is removed before. */
  add(expire: () => void): Watched;
  remove(watched: Watched): void;
  stop(): void;
}

const looksPerDeadline = 10;

/**
 * Makes a watch that looks at its oldest entries a few times per deadline, which is up to a tenth late. A timer for each
 * statement would cost more than the rest of the watch together.
 */
export function watchDeadlines(seconds: number): DeadlineWatch {
  const milliseconds = seconds * 1000;
  const entries = new Set<Watched>();
  const timer = setInterval(() => {
    const now = performance.now();
    for (const entry of entries) {
      if (entry.expiresAt > now) return;
      entries.delete(entry);
      entry.expire();
    }
  }, milliseconds / looksPerDeadline).unref();
  return {
    add: (expire) => {
      const entry = { expiresAt: performance.now() + milliseconds, expire };
      entries.add(entry);
      return entry;
    },
    remove: (entry) => {
      entries.delete(entry);
    },
    stop: () => clearInterval(timer),
  };
}

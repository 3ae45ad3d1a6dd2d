import type { Clock } from '../../src/kernel/clock.ts';

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  /** Moves the time on. */
  advance(seconds: number): void;
  /** Sets the time. */
  set(moment: Date | string): void;
}

/** Makes a clock that shows `start`, by default a fixed moment in 2026. */
export function testClock(start: Date | string = '2026-11-20T12:00:00.000Z'): TestClock {
  let time = new Date(start).getTime();
  return {
    now: () => new Date(time),
    advance: (seconds) => {
      time += seconds * 1000;
    },
    set: (moment) => {
      time = new Date(moment).getTime();
    },
  };
}

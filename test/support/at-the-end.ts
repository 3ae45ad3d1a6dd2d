import { afterAll, onTestFinished } from 'vitest';

/** Runs something when the running test is over, or where no test runs when the file is; what was said last comes first. */
export function atTheEnd(close: () => Promise<unknown>): void {
  try {
    onTestFinished(async () => void (await close()));
  } catch {
    afterAll(async () => void (await close()));
  }
}

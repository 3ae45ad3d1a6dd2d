import { onTestFinished } from 'vitest';

type Close = () => Promise<unknown>;

const ofThisFile: Close[] = [];

/** Runs something when the running test is over, or where no test runs, as in a `beforeAll`, when the file is. */
export function atTheEnd(close: Close): void {
  try {
    onTestFinished(async () => void (await close()));
  } catch {
    ofThisFile.push(close);
  }
}

/** Runs what waits for the end of the file; what was said last comes first. */
export async function endFile(): Promise<void> {
  for (const close of ofThisFile.splice(0).reverse()) await close();
}

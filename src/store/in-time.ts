/** How long a check of the health may take: longer is ill. */
export const healthSeconds = 2;

/** Waits for work, but not longer than some seconds: then it throws, and the work goes on unheard. */
export async function inTime<Value>(work: Promise<Value>, seconds: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, seconds * 1000, new Error('no answer in time'));
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

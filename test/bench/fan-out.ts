import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * Measures how many messages a process writes to its subscribers, and what a subscriber costs: the service against the library's own
 * handler. SUBSCRIBERS sets their number. A message is one event at one subscriber; time is that of the server's processor.
 */
const subscribers = Number(process.env.SUBSCRIBERS ?? 5_000);
const rounds = 5;
/** A decision is two events, written in one transaction. */
const decisionsARound = 2;
const eventsARound = 2 * decisionsARound;

interface Usage {
  rss: number;
  heap: number;
  cpuSeconds: number;
}

const start = (file: string, flags: string[] = []): ChildProcess =>
  fork(fileURLToPath(new URL(`fan-out/${file}`, import.meta.url)), { execArgv: flags });

async function ask<Answer>(child: ChildProcess, order: object): Promise<Answer> {
  const answer = once(child, 'message') as Promise<[Answer]>;
  child.send(order);
  return (await answer)[0];
}

const median = (values: number[]): number => values.toSorted((left, right) => left - right)[values.length >> 1]!;

async function measure(file: string) {
  const server = start(file, ['--expose-gc']);
  const [at] = (await once(server, 'message')) as [{ url: string; authorization?: string }];
  const clients = start('clients.ts');
  await ask(clients, { count: 20, ...at });
  const before = await ask<Usage>(server, { ask: 'memory' });
  await ask(clients, { count: subscribers, ...at });
  const after = await ask<Usage>(server, { ask: 'memory' });

  const perSecond: number[] = [];
  const wall: number[] = [];
  for (let round = 1; round <= rounds + 1; round += 1) {
    await ask(clients, { expected: round * eventsARound });
    const { cpuSeconds } = await ask<Usage>(server, { ask: 'cpu' });
    const begun = performance.now();
    const received = once(clients, 'message');
    const published = ask(server, { ask: 'publish', count: decisionsARound });
    await Promise.all([received, published]);
    const seconds = (performance.now() - begun) / 1000;
    const used = (await ask<Usage>(server, { ask: 'cpu' })).cpuSeconds - cpuSeconds;
    // The first round warms up.
    if (round > 1) {
      perSecond.push((subscribers * eventsARound) / used);
      wall.push((subscribers * eventsARound) / seconds);
    }
  }
  server.disconnect();
  clients.disconnect();
  return {
    perCpuSecond: median(perSecond),
    perSecond: median(wall),
    heapEach: (after.heap - before.heap) / subscribers,
    rssEach: (after.rss - before.rss) / subscribers,
  };
}

const plain = await measure('plain.ts');
const ours = await measure('service.ts');
for (const [name, { perCpuSecond, perSecond, heapEach, rssEach }] of Object.entries({ 'graphql-sse': plain, ours })) {
  process.stdout.write(
    `${name}: ${perSecond.toFixed(0)} messages a second (${perCpuSecond.toFixed(0)} a second of processor), ` +
      `${(heapEach / 1024).toFixed(1)} kB of heap and ${(rssEach / 1024).toFixed(1)} kB of memory a subscriber\n`,
  );
}
process.stdout.write(
  `${subscribers} subscribers: ${(ours.perSecond / plain.perSecond).toFixed(1)} times the messages a second ` +
    `(${(ours.perCpuSecond / plain.perCpuSecond).toFixed(1)} by processor), ` +
    `${(ours.heapEach / plain.heapEach).toFixed(2)} of the heap and ${(ours.rssEach / plain.rssEach).toFixed(2)} of the memory\n`,
);

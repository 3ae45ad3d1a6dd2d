import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * Measures how many messages a process writes to its subscribers, and what a subscriber costs: the service against the library's own
 * handler. SUBSCRIBERS sets their number. A message is one event at one subscriber; time is that of the server's processor.
 */
const subscribers = Number(process.env.SUBSCRIBERS ?? 5_000);
const rounds = 5;
const eventsARound = 4;
/** Most moves are one event; a payment and a decision are two, written in one transaction. */
const shapes = { 'one by one': 1, 'two together': 2 } as const;
type Shape = keyof typeof shapes;

interface Usage {
  rss: number;
  heap: number;
  cpuSeconds: number;
}

interface Speed {
  wall: number;
  processor: number;
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

  const speeds = {} as Record<Shape, Speed>;
  let expected = 0;
  for (const [shape, together] of Object.entries(shapes) as [Shape, number][]) {
    const wall: number[] = [];
    const processor: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      expected += eventsARound;
      await ask(clients, { expected });
      const { cpuSeconds } = await ask<Usage>(server, { ask: 'cpu' });
      const begun = performance.now();
      const received = once(clients, 'message');
      await Promise.all([received, ask(server, { ask: 'publish', count: eventsARound / together, together })]);
      const seconds = (performance.now() - begun) / 1000;
      const used = (await ask<Usage>(server, { ask: 'cpu' })).cpuSeconds - cpuSeconds;
      // The first round warms up.
      if (round === 0) continue;
      wall.push((subscribers * eventsARound) / seconds);
      processor.push((subscribers * eventsARound) / used);
    }
    speeds[shape] = { wall: median(wall), processor: median(processor) };
  }
  server.disconnect();
  clients.disconnect();
  return {
    speeds,
    heapEach: (after.heap - before.heap) / subscribers,
    rssEach: (after.rss - before.rss) / subscribers,
  };
}

const plain = await measure('plain.ts');
const ours = await measure('service.ts');
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} kB`;
process.stdout.write(`${subscribers} subscribers; messages a second, and a second of the processor that writes them\n`);
for (const shape of Object.keys(shapes) as Shape[]) {
  const [left, right] = [plain.speeds[shape], ours.speeds[shape]];
  process.stdout.write(
    `events ${shape}: graphql-sse ${left.wall.toFixed(0)} (${left.processor.toFixed(0)}), ours ${right.wall.toFixed(0)} (${right.processor.toFixed(0)}): ` +
      `${(right.wall / left.wall).toFixed(1)} times, ${(right.processor / left.processor).toFixed(1)} by processor\n`,
  );
}
process.stdout.write(
  `a subscriber: graphql-sse ${kilobytes(plain.heapEach)} of heap, ${kilobytes(plain.rssEach)} of memory; ` +
    `ours ${kilobytes(ours.heapEach)}, ${kilobytes(ours.rssEach)}: ` +
    `${(ours.heapEach / plain.heapEach).toFixed(2)} of the heap, ${(ours.rssEach / plain.rssEach).toFixed(2)} of the memory\n`,
);

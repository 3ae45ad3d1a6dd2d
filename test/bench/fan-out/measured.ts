/** What the measuring process can ask of a server under measurement. */
export type Order = { ask: 'memory' } | { ask: 'cpu' } | { ask: 'publish'; count: number; together: number };

/** Obeys the measuring process; `publish` has moves happen one after the other, each with so many events together. */
export function obey(
  ready: { url: string; authorization?: string },
  publish: (count: number, together: number) => void | Promise<void>,
) {
  process.on('message', async (order: Order) => {
    if (order.ask === 'publish') await publish(order.count, order.together);
    if (order.ask === 'memory') for (let round = 0; round < 3; round += 1) globalThis.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    process.send!({ rss, heap: heapUsed + external, cpuSeconds: (user + system) / 1e6 });
  });
  process.on('disconnect', () => process.exit());
  process.send!(ready);
}

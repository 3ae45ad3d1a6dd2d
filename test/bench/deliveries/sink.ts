import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Receivers in a process of their own: each takes everything at once. Says its ports, and then when as many have arrived as asked for. */
const receivers = Number(process.argv[2]);
let arrived = 0;
let awaited = Infinity;

const ports = await Promise.all(
  Array.from({ length: receivers }, async () => {
    const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
      request.resume();
      request.once('end', () => {
        response.writeHead(204).end();
        arrived += 1;
        if (arrived === awaited) process.send!({ arrived });
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 1_024, resolve));
    return (server.address() as AddressInfo).port;
  }),
);
process.on('message', (amount: number) => {
  arrived = 0;
  awaited = amount;
});
process.send!({ ports });

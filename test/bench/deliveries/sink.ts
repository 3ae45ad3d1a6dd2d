import { type AddressInfo, createServer, type Socket } from 'node:net';

/**
 * Receivers in a process of their own: each takes everything at once. They read no more of HTTP than where a request ends, for they share
 * the machine with those who are measured. Says its ports, and then when as many have arrived as asked for.
 */
const receivers = Number(process.argv[2]);
let arrived = 0;
let awaited = Infinity;
const taken = Buffer.from('HTTP/1.1 204 No Content\r\n\r\n');

function receive(socket: Socket): void {
  let text = '';
  socket.setNoDelay(true);
  // A sender that is stopped breaks its connections off.
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    for (;;) {
      const head = text.indexOf('\r\n\r\n') + 4;
      if (head < 4) return;
      const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))?.[1];
      if (length === undefined) throw new Error('a request without a length');
      if (text.length < head + Number(length)) return;
      text = text.slice(head + Number(length));
      socket.write(taken);
      arrived += 1;
      if (arrived === awaited) process.send!({ arrived });
    }
  });
}

const ports = await Promise.all(
  Array.from({ length: receivers }, async () => {
    const server = createServer(receive);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 1_024, resolve));
    return (server.address() as AddressInfo).port;
  }),
);
process.on('message', (amount: number) => {
  arrived = 0;
  awaited = amount;
});
process.send!({ ports });

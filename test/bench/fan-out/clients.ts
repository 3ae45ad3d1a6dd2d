import { connect, type Socket } from 'node:net';
import { query } from './query.ts';

/** Subscribers on raw sockets that do nothing but count, so that they cost less than what they measure. */
const mark = 'event: next';
const sockets: Socket[] = [];
const counts: number[] = [];
let expected = Number.POSITIVE_INFINITY;
let missing = 0;

function subscribe(url: string, authorization: string | undefined): Promise<void> {
  const { hostname, port } = new URL(url);
  const body = JSON.stringify({ query });
  const number = sockets.length;
  counts.push(0);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    sockets.push(socket);
    socket.once('error', reject);
    let carry = '';
    socket.on('data', (chunk) => {
      const text = carry + chunk.toString('latin1');
      if (counts[number] === 0 && text.includes('\r\n\r\n')) resolve();
      let from = 0;
      for (;;) {
        const at = text.indexOf(mark, from);
        if (at === -1) break;
        from = at + mark.length;
        counts[number]! += 1;
        if (counts[number] === expected) {
          missing -= 1;
          if (missing === 0) process.send!('all');
        }
      }
      carry = text.slice(Math.max(from, text.length - mark.length + 1));
    });
    socket.write(
      [
        'POST /graphql/stream HTTP/1.1',
        'Host: localhost',
        'Accept: text/event-stream',
        'Content-Type: application/json',
        ...(authorization ? [`Authorization: ${authorization}`] : []),
        `Content-Length: ${body.length}`,
        '',
        body,
      ].join('\r\n'),
    );
  });
}

process.on('message', async (order: { count: number; url: string; authorization?: string } | { expected: number }) => {
  if ('expected' in order) {
    expected = order.expected;
    missing = counts.filter((count) => count < expected).length;
    if (missing === 0) process.send!('all');
    else process.send!('ready');
    return;
  }
  for (let made = 0; made < order.count; made += 100) {
    await Promise.all(
      Array.from({ length: Math.min(100, order.count - made) }, () => subscribe(order.url, order.authorization)),
    );
  }
  process.send!('connected');
});
process.on('disconnect', () => process.exit());

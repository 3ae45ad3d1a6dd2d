import { connect, type Socket } from 'node:net';

/**
 * Subscribers in a process of their own. Readers check that they get every event in order; the others stop reading once their
 * stream has begun.
 */
export interface Crowd {
  url: string;
  key: string;
  readers: number;
  others: number;
  readersQuery: string;
  othersQuery: string;
}

/** What the audience has seen. */
export interface Seen {
  /** How many events the slowest reader has. */
  least: number;
  /** Readers that got an event out of order, twice, or not. */
  wrong: number;
  /** Connections that the service has ended. */
  ended: number;
}

const readers: { count: number; wrong: boolean }[] = [];
const others: Socket[] = [];
let ended = 0;

function open(crowd: Crowd, query: string, begin: (socket: Socket) => void): Promise<void> {
  const { hostname, port } = new URL(crowd.url);
  const body = JSON.stringify({ query });
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.once('error', reject);
    socket.once('data', (head: Buffer) => {
      if (!head.toString('latin1').startsWith('HTTP/1.1 200')) return reject(new Error(head.toString('latin1')));
      socket.off('error', reject);
      socket.on('error', () => {});
      begin(socket);
      resolve();
    });
    socket.once('close', () => {
      ended += 1;
    });
    socket.write(
      `POST /graphql/stream HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nContent-Type: application/json\r\nAuthorization: Bearer ${crowd.key}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  });
}

function follow(socket: Socket): void {
  const reader = { count: 0, wrong: false };
  readers.push(reader);
  let rest = '';
  socket.on('data', (chunk: Buffer) => {
    rest += chunk.toString('latin1');
    for (const [, number] of rest.matchAll(/"status_change (\d+)"/g)) {
      reader.count += 1;
      if (Number(number) !== reader.count) reader.wrong = true;
    }
    rest = rest.slice(rest.lastIndexOf('\n\n') + 2);
  });
}

async function inTens(count: number, act: () => Promise<void>): Promise<void> {
  for (let made = 0; made < count; made += 50) {
    await Promise.all(Array.from({ length: Math.min(50, count - made) }, act));
  }
}

process.on('message', async (order: Crowd | 'seen' | 'read on') => {
  if (order === 'seen') {
    const seen: Seen = {
      least: Math.min(...readers.map(({ count }) => count)),
      wrong: readers.filter(({ wrong }) => wrong).length,
      ended,
    };
    process.send!(seen);
    return;
  }
  if (order === 'read on') {
    for (const socket of others) socket.on('data', () => {}).resume();
    process.send!('reading');
    return;
  }
  await inTens(order.readers, () => open(order, order.readersQuery, follow));
  await inTens(order.others, () =>
    open(order, order.othersQuery, (socket) => {
      socket.pause();
      others.push(socket);
    }),
  );
  process.send!('open');
});
process.on('disconnect', () => process.exit());

import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createHttpServer } from '../../src/http/server.ts';

/** So long that a close which waits for it fails its test. */
const graceSeconds = 3_600;

async function openServer() {
  const server = createHttpServer((_request, response) => void response.end('answered'));
  const { port, hostname } = new URL(await server.listen('127.0.0.1', 0));
  const join = async () => {
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return socket;
  };
  return { server, join };
}

it('closes without waiting for a connection on which nothing was asked yet, as browsers open them ahead', async () => {
  const { server, join } = await openServer();
  const silent = await join();
  const ended = once(silent, 'close');
  await server.close(graceSeconds);
  await ended;
});

it('closes without waiting for a connection whose request was answered', async () => {
  const { server, join } = await openServer();
  const kept = await join();
  kept.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(kept, 'data');
  await server.close(graceSeconds);
});

it('waits for a request of which a part has arrived', async () => {
  const { server, join } = await openServer();
  const slow = await join();
  slow.write('GET / HTTP/1.1\r\nHo');
  // A second one whole: by then the part has been read, too.
  const other = await join();
  other.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(other, 'data');
  const closed = server.close(graceSeconds);
  await delay(200);
  slow.write('st: a\r\n\r\n');
  const [answer] = await once(slow, 'data');
  expect(String(answer)).toContain('answered');
  await closed;
});

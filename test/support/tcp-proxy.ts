import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A wire between a client and a server that a test can damage. */
export interface TcpProxy {
  port: number;
  /** Stops passing bytes on, in both directions, without closing anything: as an unplugged cable does. */
  stall(): void;
  /** As `stall`, for the connections there are; new ones pass. */
  silence(): void;
  /** Goes on passing the client's bytes but none of the answers from the moment its bytes contain `text`. */
  swallowAnswersAfter(text: string): void;
  /** Passes the client's bytes on and resets the client's connection as soon as they contain `text`. */
  breakAfter(text: string): void;
  /** Resets every connection; new ones are accepted. */
  cut(): void;
  /** Passes bytes on again, on new connections. */
  heal(): void;
  close(): Promise<void>;
}

/** Makes a proxy on the loopback in front of a server. */
export async function tcpProxy(host: string, port: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  let stalled = false;
  let trigger: { text: string; breaks: boolean } | undefined;

  const server = createServer((client) => {
    const upstream = connect(port, host);
    let deaf = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('data', (bytes) => {
      if (trigger && bytes.includes(trigger.text)) deaf = true;
      if (!stalled && !silent.has(upstream)) upstream.write(bytes);
      if (deaf && trigger?.breaks) client.resetAndDestroy();
    });
    upstream.on('data', (bytes) => {
      if (!stalled && !silent.has(client) && !deaf) client.write(bytes);
    });
    client.on('close', () => upstream.end());
    upstream.on('close', () => {
      if (!stalled && !deaf) client.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    stall: () => {
      stalled = true;
    },
    silence: () => {
      for (const socket of sockets) silent.add(socket);
    },
    swallowAnswersAfter: (text) => {
      trigger = { text, breaks: false };
    },
    breakAfter: (text) => {
      trigger = { text, breaks: true };
    },
    cut,
    heal: () => {
      stalled = false;
      trigger = undefined;
      cut();
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}

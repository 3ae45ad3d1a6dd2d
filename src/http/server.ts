import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Handler } from './routes.ts';

/** The listening side of the service. */
export interface HttpServer {
  /** Starts to listen and returns the URL. */
  listen(host: string, port: number): Promise<string>;
  /** Tells whether no new request is accepted any more. */
  stopping(): boolean;
  /** Stops accepting, lets running requests finish for at most `graceSeconds`, then closes what is left. */
  close(graceSeconds: number): Promise<void>;
}

const headerBytes = 16 * 1024;
const sweepMilliseconds = 50;
/**
 * How many connections may wait to be taken while the process is busy; the system caps it (Linux: net.core.somaxconn, 4,096). Of a
 * burst beyond Node's own 511, the rest would be turned away, to be tried again by their systems seconds later.
 */
const waitingConnections = 4_096;

/** Makes a server around a handler, with limits on how long and how large a request may be. */
export function createHttpServer(handler: Handler): HttpServer {
  let stopping = false;
  const server: Server = createServer(
    {
      keepAliveTimeout: 65_000,
      headersTimeout: 20_000,
      requestTimeout: 60_000,
      maxHeaderSize: headerBytes,
      noDelay: true,
    },
    handler,
  );
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  /** Closes where nothing runs: after a request was answered, and where none ever began, which Node does not call idle. */
  const closeIdle = (): void => {
    server.closeIdleConnections();
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy();
    const status =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? '431 Request Header Fields Too Large'
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? '408 Request Timeout'
          : '400 Bad Request';
    const body = JSON.stringify({
      success: false,
      error: { code: 'INVALID_REQUEST', message: 'The request is not readable HTTP, or came too slowly.' },
    });
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
  });
  return {
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen({ port, host, backlog: waitingConnections }, () => {
          server.off('error', reject);
          const address = server.address() as AddressInfo;
          resolve(`http://${host.includes(':') ? `[${host}]` : host}:${address.port}`);
        });
      }),
    stopping: () => stopping,
    close: async (graceSeconds) => {
      stopping = true;
      if (!server.listening) return;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Not at once: a request may have arrived that was not read yet. Later a connection is idle once its request ended.
      const sweep = setInterval(closeIdle, sweepMilliseconds);
      const deadline = setTimeout(() => server.closeAllConnections(), graceSeconds * 1000);
      await closed;
      clearInterval(sweep);
      clearTimeout(deadline);
    },
  };
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Outlet } from '../projections/stream/sink.ts';
import type { StreamAnswer, StreamFace } from '../projections/stream.ts';
import { baseHeaders } from './answer.ts';
import { maxBodyBytes, readBody } from './body.ts';
import type { Arrival } from './door.ts';
import { refuseGraphql } from './graphql-route.ts';
import type { Route, RouteTools } from './routes.ts';

/** How long a subscriber may take to read the reason why its stream was ended. */
const farewellSeconds = 10;

/** The routes of the stream, and how to end what they serve. */
export interface StreamRoutes {
  routes: Route[];
  close(): Promise<void>;
}

/** Makes the routes of `/graphql/stream`, whose face is opened at the first request. */
export function streamRoutes(open: () => Promise<StreamFace>): StreamRoutes {
  let face: Promise<StreamFace> | undefined;
  const handle = async (arrival: Arrival, { door, call }: RouteTools) => {
    const { request } = arrival;
    try {
      const body = request.method === 'POST' ? (await readBody(request, maxBodyBytes)).toString('utf8') : '';
      face ??= open();
      const answer = await (await face).answer({
        method: request.method!,
        url: request.url!,
        header: (name) => {
          const value = request.headers[name];
          return Array.isArray(value) ? value.join(', ') : value;
        },
        authorization: request.headers.authorization,
        body,
        call: await call(),
      });
      write(arrival, answer);
    } catch (error) {
      refuseGraphql(arrival, error, door);
    }
  };
  return {
    routes: (['GET', 'POST', 'PUT', 'DELETE'] as const).map((method) => ({
      method,
      path: '/graphql/stream',
      access: 'OPEN',
      handle,
    })),
    close: async () => (await face)?.close(),
  };
}

function write({ request, response, exchange }: Arrival, answer: StreamAnswer): void {
  if (answer.kind === 'text') {
    const headers = { ...answer.headers, ...baseHeaders(exchange), 'content-length': Buffer.byteLength(answer.text) };
    response.writeHead(answer.status, headers).end(answer.text);
    return;
  }
  // The stream ends with its connection, so its bytes need no framing of HTTP's own: what is written to all is the very same.
  response.useChunkedEncodingByDefault = false;
  response.writeHead(200, {
    ...baseHeaders(exchange),
    'content-type': 'text/event-stream; charset=utf-8',
    connection: 'close',
    'x-accel-buffering': 'no',
  });
  forget(request);
  answer.begin(new ResponseOutlet(response));
}

/** Lets go of what was sent: a subscriber stays for hours, and there are thousands. */
function forget(request: IncomingMessage): void {
  for (const event of ['data', 'end', 'error']) request.removeAllListeners(event);
  request.on('error', ignore);
  request.headers = {};
  request.rawHeaders = [];
}

/** A response whose body goes on until somebody ends it. */
class ResponseOutlet implements Outlet {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
    // A connection that breaks is an end like any other.
    response.on('error', ignore);
  }

  write(bytes: Buffer | string): void {
    if (this.isOpen()) this.#response.write(bytes);
  }

  backlog(): number {
    return this.#response.writableLength;
  }

  drained(): Promise<void> | undefined {
    const response = this.#response;
    if (!this.isOpen() || !response.writableNeedDrain) return undefined;
    return new Promise((resolve) => {
      const done = () => {
        response.off('drain', done).off('close', done);
        resolve();
      };
      response.once('drain', done).once('close', done);
    });
  }

  end(): void {
    const response = this.#response;
    if (!this.isOpen()) return;
    response.end();
    setTimeout(() => response.destroy(), farewellSeconds * 1000).unref();
  }

  isOpen(): boolean {
    return !this.#response.writableEnded && !this.#response.destroyed;
  }

  onClose(callback: () => void): void {
    if (this.#response.destroyed) callback();
    else this.#response.once('close', callback);
  }
}

function ignore(): void {}

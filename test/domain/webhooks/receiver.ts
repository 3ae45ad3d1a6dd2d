import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** What a receiver was sent. */
export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
  /** `webhook-id`. */
  id: string;
}

/** How a receiver answers. */
export type Answer =
  | number
  | { status: number; headers?: Record<string, string>; body?: string }
  | ((request: IncomingMessage, response: ServerResponse, received: Received) => void);

/** A receiver of webhooks on this machine. */
export interface Receiver {
  url: string;
  received: Received[];
  /** Answers so from now on. */
  answer(answer: Answer): void;
  /** Connections that were opened. */
  connections(): number;
  close(): Promise<void>;
}

/** Starts a receiver that answers 204 until it is told otherwise; it is closed when the file is done. */
export async function startReceiver(first: Answer = 204): Promise<Receiver> {
  let answer = first;
  let connections = 0;
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      const got = {
        path: request.url!,
        headers,
        body: Buffer.concat(chunks).toString('utf8'),
        id: headers['webhook-id']!,
      };
      received.push(got);
      if (typeof answer === 'function') return answer(request, response, got);
      const { status, headers: extra = {}, body = '' } = typeof answer === 'number' ? { status: answer } : answer;
      response.writeHead(status, extra).end(body);
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  afterAll(close);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: (next) => {
      answer = next;
    },
    connections: () => connections,
    close,
  };
}

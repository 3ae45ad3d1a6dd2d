import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createApi } from './api.ts';
import { createBooks, Refusal } from './books.ts';
import { control } from './control.ts';
import { createDeliveries } from './deliveries.ts';
import { createFaults } from './faults.ts';
import { readForm } from './form.ts';
import { createIdempotency } from './idempotency.ts';
import { stripeId } from './objects.ts';

/**
 * A small working model of Stripe, in a process of its own, so that it outlives the service it is tried with. It prints where it listens. What a payer,
 * a bank or the dashboard does is played under `/_control`; see `client.ts`.
 */
let base = '';
let still: number | undefined;
const clock = () => still ?? Math.floor(Date.now() / 1000);
const deliveries = createDeliveries(clock);
const books = createBooks(clock, deliveries.announce);
const faults = createFaults();
const idempotency = createIdempotency(clock);
const api = createApi(books, clock, () => base);
const requests = new Map<string, number>();

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function write(response: ServerResponse, status: number, body: string, more: Record<string, string> = {}): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'request-id': stripeId('req', 7), ...more })
    .end(body);
}

const refusal = (error: unknown) => {
  if (!(error instanceof Refusal)) throw error;
  const { type, code, param, message } = error;
  return { status: error.status, body: JSON.stringify({ error: { type, message, code, param } }) };
};

/** Carries a request out and returns the answer; refusals of what was carried out are kept under the key too. */
function perform(request: IncomingMessage, path: string, query: string, text: string) {
  const method = request.method ?? 'GET';
  const secret = /^Bearer (\w+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (!secret) throw new Refusal(401, 'No API key.');
  const form = readForm(method === 'GET' ? query : text);
  const livemode = secret.startsWith('sk_live_');
  const key = request.headers['idempotency-key'];
  const run = () => {
    try {
      return { status: 200, body: JSON.stringify(api({ method, path, form, livemode })) };
    } catch (error) {
      return refusal(error);
    }
  };
  if (method !== 'POST' || typeof key !== 'string') return { ...run(), replayed: false };
  const begun = idempotency.begin(`${secret} ${key}`, `${path} ${text}`);
  if (typeof begun !== 'function') return { ...begun, replayed: true };
  const answer = run();
  begun(answer);
  return { ...answer, replayed: false };
}

async function serveApi(request: IncomingMessage, response: ServerResponse, path: string, query: string) {
  const text = await bodyOf(request);
  const name = `${request.method} ${path.replace(/\/(cs|pi|re)_\w+/, '/:id')}`;
  requests.set(name, (requests.get(name) ?? 0) + 1);
  const fault = faults.strike(request.method ?? '', path);
  if (fault === 'silence') return;
  if (fault === 'reset') return void request.socket.destroy();
  if (fault === 'error') return write(response, 500, '{"error":{"type":"api_error","message":"An unknown error."}}');
  if (fault === 'busy') {
    return write(response, 409, '{"error":{"type":"invalid_request_error","code":"lock_timeout","message":"Busy."}}');
  }
  let answer: { status: number; body: string; replayed: boolean };
  try {
    answer = perform(request, path, query, text);
  } catch (error) {
    answer = { ...refusal(error), replayed: false };
  }
  if (fault === 'lost') return void request.socket.destroy();
  if (fault === 'slow') await wait(500);
  write(response, answer.status, answer.body, answer.replayed ? { 'idempotent-replayed': 'true' } : {});
}

/** The page of a session, as a payer with a card would use it. */
function servePage(response: ServerResponse, id: string): void {
  const session = books.pay(id, 'card');
  response.writeHead(303, { location: session.success_url.replace('{CHECKOUT_SESSION_ID}', id) }).end();
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, search } = new URL(request.url ?? '/', 'http://stripe.invalid');
  if (pathname.startsWith('/v1/')) return serveApi(request, response, pathname, search.slice(1));
  try {
    if (pathname.startsWith('/c/pay/')) return servePage(response, pathname.slice('/c/pay/'.length));
    const text = await bodyOf(request);
    const setTime = (moment: string) => {
      still = Math.floor(Date.parse(moment) / 1000);
    };
    const known = { books, deliveries, faults, requests, replays: idempotency.replays, setTime };
    const answer = await control(
      known,
      pathname.replace('/_control/', ''),
      (text === '' ? {} : JSON.parse(text)) as never,
    );
    write(response, 200, JSON.stringify(answer ?? null));
  } catch (error) {
    const { status, body } = refusal(error);
    write(response, status, body);
  }
}

const server = createServer((request, response) => {
  serve(request, response).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    if (!response.headersSent) write(response, 500, '{"error":{"type":"api_error","message":"A bug of the fake."}}');
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.stdout.write(`listening on ${base}\n`);
});
// Ends with whoever started it.
process.stdin.resume().on('end', () => process.exit(0));

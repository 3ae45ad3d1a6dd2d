import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Caller } from '../kernel/caller.ts';
import { budgetHeaders } from '../projections/admission.ts';
import type { FailedAnswer } from '../projections/failure.ts';
import type { Call } from '../projections/perform.ts';
import type { Envelope } from '../projections/rest.ts';

/** Lets a web page of any origin read an answer. */
const forAnyOrigin = { 'access-control-allow-origin': '*' } as const;

/** What such a page needs besides: it says its origin, as programs do not. */
export const publicHeaders = {
  ...forAnyOrigin,
  'access-control-expose-headers': 'X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed, ETag',
} as const;

/** One request on its way through: what every answer to it carries. */
export interface Exchange extends Omit<Call, 'caller'> {
  /** Known once the sender is recognized. */
  caller: Caller | undefined;
  /** The answer may be read by web pages of any origin. */
  open: boolean;
  /** A web page of another origin asks, as far as the request says. */
  fromPage: boolean;
  /** The connection cannot be used again: its body was not read to the end, or the service stops. */
  lastOnConnection: boolean;
}

/** Returns the headers that every answer carries; personal answers are never kept by anybody. */
export function baseHeaders(exchange: Exchange): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = { 'x-request-id': exchange.requestId, 'cache-control': 'no-store' };
  if (exchange.open) Object.assign(headers, exchange.fromPage ? publicHeaders : forAnyOrigin);
  if (exchange.budget !== undefined) Object.assign(headers, budgetHeaders(exchange));
  if (exchange.lastOnConnection) headers.connection = 'close';
  return headers;
}

/** Writes a JSON text with its length in bytes; a HEAD request gets the headers alone. */
export function writeJson(
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  text: string,
  bytes = Buffer.byteLength(text),
): void {
  if (response.headersSent || response.destroyed) return;
  headers['content-type'] = 'application/json; charset=utf-8';
  headers['content-length'] = bytes;
  // As many bytes as characters: all of it is ASCII, which is sent without being encoded.
  response.writeHead(status, headers).end(text, bytes === text.length ? 'latin1' : 'utf8');
}

/** Writes a failure in the envelope, with what its status asks for in the headers. */
export function writeFailure(
  response: ServerResponse,
  exchange: Exchange,
  answer: FailedAnswer,
  envelope: Envelope,
  more?: OutgoingHttpHeaders,
): void {
  const headers: OutgoingHttpHeaders = { ...baseHeaders(exchange), ...more };
  if (answer.retryAfterSeconds !== undefined)
    headers['retry-after'] = String(Math.max(1, Math.ceil(answer.retryAfterSeconds)));
  if (answer.status === 401) headers['www-authenticate'] = 'Bearer realm="visa-agent-service"';
  writeJson(response, answer.status, headers, envelope.failure(answer, exchange.requestId));
}

/** Tells whether an `If-None-Match` header names the tag, compared weakly as RFC 9110 asks. */
export function matchesTag(request: IncomingMessage, tag: string): boolean {
  const header = request.headers['if-none-match'];
  if (header === undefined) return false;
  const bare = tag.replace(/^W\//, '');
  return header === '*' || header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === bare);
}

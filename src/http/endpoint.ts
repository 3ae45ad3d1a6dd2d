import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Caller } from '../kernel/caller.ts';
import type { PersistedDocument } from '../projections/document.ts';
import { type Call, perform } from '../projections/perform.ts';
import { restVariables } from '../projections/rest.ts';
import { baseHeaders, matchesTag, publicHeaders, writeFailure, writeJson } from './answer.ts';
import { hasBody, maxBodyBytes, maxUploadBytes, mediaType, readJson } from './body.ts';
import type { Arrival, Door } from './door.ts';
import { readMultipart } from './multipart.ts';

const strict = /(?:^|[,;])\s*handling\s*=\s*"?strict"?\s*(?:[,;]|$)/i;

/** Recognizes the caller of a request and reads what every call may say in its headers. */
export function openCall(door: Door, arrival: Arrival): Call | Promise<Call> {
  const caller = door.recognize(arrival);
  return caller instanceof Promise ? caller.then((found) => fillCall(arrival, found)) : fillCall(arrival, caller);
}

/** Makes the exchange the call, in place: it was made with every property that a call has. */
function fillCall(arrival: Arrival, caller: Caller): Call {
  const { headers } = arrival.request;
  const key = headers['idempotency-key'];
  const call = arrival.exchange as Call;
  call.caller = caller;
  call.address = arrival.address;
  call.idempotencyKey = Array.isArray(key) ? key.join(',') : key;
  call.preferStrict = headers.prefer !== undefined && strict.test(String(headers.prefer));
  return call;
}

/** Serves one request of a document over REST. Throws what goes wrong before the document is performed. */
export async function serveDocument(door: Door, document: PersistedDocument, arrival: Arrival): Promise<void> {
  const { request, response, params, exchange } = arrival;
  const opened = openCall(door, arrival);
  const call = opened instanceof Promise ? await opened : opened;
  const reading = readFields(request, document);
  const body = reading === undefined ? undefined : await reading;
  const variables = restVariables(document, { path: params, query: arrival.query, body });
  const performed = perform(door.engine, document, 'forRest', variables, call);
  const answer = performed instanceof Promise ? await performed : performed;
  if ('error' in answer) {
    arrival.code = answer.error.code;
    writeFailure(
      response,
      exchange,
      answer,
      door.envelope,
      call.replayed ? { 'idempotent-replayed': 'true' } : undefined,
    );
    return;
  }
  const data = JSON.stringify(answer.data);
  const answerHeaders = baseHeaders(exchange);
  if (call.replayed) answerHeaders['idempotent-replayed'] = 'true';
  if (document.cache && !isPersonal(document.cache, variables)) {
    const tag = `W/"${hash('sha1', data, 'base64url')}"`;
    answerHeaders['cache-control'] = `${cacheScope(call.caller)}, max-age=${document.cache.maxAge}`;
    answerHeaders.etag = tag;
    answerHeaders.vary = 'Authorization';
    // A browser may show what it kept to a page of another origin, later.
    if (exchange.open) Object.assign(answerHeaders, publicHeaders);
    if (matchesTag(request, tag)) {
      response.writeHead(304, answerHeaders).end();
      return;
    }
  }
  const { text, bytes } = door.envelope.success(data, exchange.requestId);
  writeJson(response, answer.status, answerHeaders, text, bytes);
}

const isPersonal = ({ unless }: { unless: string | undefined }, variables: Record<string, unknown>) =>
  unless !== undefined && variables[unless] !== undefined;

const cacheScope = (caller: Caller) => (caller.kind === 'guest' ? 'public' : 'private');

function readFields(request: IncomingMessage, document: PersistedDocument): Promise<unknown> | undefined {
  if (document.rest!.method === 'GET' || !hasBody(request)) return undefined;
  if (document.fileVariable !== undefined && mediaType(request) === 'multipart/form-data') {
    return readMultipart(request, document);
  }
  return readJson(request, document.rest!.upload ? maxUploadBytes : maxBodyBytes);
}

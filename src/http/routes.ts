import type { IncomingMessage, ServerResponse } from 'node:http';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import { Failure } from '../kernel/failure.ts';
import { newId } from '../kernel/id.ts';
import { type Access, admit } from '../projections/admission.ts';
import { prefix } from '../projections/directory.ts';
import { type FailedAnswer, tell } from '../projections/failure.ts';
import { type Call, type Context, createContext } from '../projections/perform.ts';
import { type Exchange, publicHeaders, writeFailure } from './answer.ts';
import { hasBody } from './body.ts';
import type { Arrival, Door } from './door.ts';
import { openCall, serveDocument } from './endpoint.ts';

/** A route that answers with something else than a document's JSON: a page, a file, a foreign protocol. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Whole path from the root, variables with a colon: `/api/v1/agent/documents/:id/content`. */
  path: string;
  /**
   * Who may use it: the caller is recognized, counted and admitted before `handle` is called. `OPEN` leaves all of that to
   * the handler: a page for people, a protocol of its own.
   */
  access: Access | 'OPEN';
  /** Writes the answer. What it throws is told in the envelope. */
  handle(arrival: Arrival, tools: RouteTools): void | Promise<void>;
}

/** What a route's handler can use. */
export interface RouteTools {
  door: Door;
  /** Recognizes the caller and returns the call: what the projections and `createContext` take. */
  call(): Promise<Call>;
  /** Makes what operations need, for the recognized caller. */
  context(): Promise<Context>;
}

/** Handles one request from the first byte to the last; never throws. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const methods: HTTPMethod[] = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

interface Target {
  open: boolean;
  operation: string;
  serve(arrival: Arrival): Promise<void>;
}

/** Makes the handler of all requests: documents, further routes, and a refusal for everything else. */
export function createHandler(door: Door, routes: readonly Route[], isStopping: () => boolean): Handler {
  const router = findMyWay({ maxParamLength: 512 });
  const nothing = () => {};
  /** Targets of paths without variables, by method and path: found whole, without a walk along the path. */
  const fixed = new Map<string, Map<string, Target>>(methods.map((method) => [method, new Map()]));
  const add = (method: HTTPMethod, path: string, target: Target) => {
    router.on(method, path, nothing, target);
    if (!path.includes(':')) fixed.get(method)!.set(path, target);
  };
  for (const document of door.documents.all) {
    if (!document.rest) continue;
    const target: Target = {
      open: document.access === 'PUBLIC',
      operation: document.name,
      serve: (arrival) => serveDocument(door, document, arrival),
    };
    add(document.rest.method, `${prefix}${document.rest.path.replace(/\{(\w+)\}/g, ':$1')}`, target);
  }
  for (const route of routes) {
    const target: Target = {
      open: route.access === 'PUBLIC',
      operation: `${route.method} ${route.path}`,
      serve: (arrival) => serveRoute(door, route, arrival),
    };
    add(route.method, route.path, target);
  }

  const allowed = (path: string) => methods.filter((method) => router.find(method, path));

  const refuse = (arrival: Arrival, error: unknown) => {
    const { requestId } = arrival.exchange;
    const answer: FailedAnswer = tell(error, requestId, door.engine.services.log);
    arrival.code = answer.error.code;
    if (hasBody(arrival.request) && !arrival.request.complete) arrival.exchange.lastOnConnection = true;
    writeFailure(arrival.response, arrival.exchange, answer, door.envelope);
  };

  const serveOther = (arrival: Arrival, method: string, path: string) => {
    const found = allowed(path);
    if (found.length === 0) return refuse(arrival, new Failure('NOT_FOUND'));
    const allow = [...found, ...(found.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
    if (method !== 'OPTIONS') {
      arrival.response.setHeader('allow', allow);
      return refuse(arrival, new Failure('METHOD_NOT_ALLOWED', { details: { allowed: found } }));
    }
    const open = found.some((known) => (router.find(known, path)!.store as Target).open);
    const headers = { 'x-request-id': arrival.exchange.requestId, allow, ...(open ? preflight(allow) : undefined) };
    arrival.response.writeHead(204, headers).end();
  };

  const tellsRequests = door.engine.services.log.tellsInfo !== false;
  return (request, response) => {
    const begun = tellsRequests ? performance.now() : 0;
    const url = request.url ?? '/';
    const mark = url.indexOf('?');
    const path = mark === -1 ? url : url.slice(0, mark);
    const method = request.method ?? 'GET';
    const asked = (method === 'HEAD' ? 'GET' : method) as HTTPMethod;
    const whole = fixed.get(asked)?.get(path);
    const found = whole ? undefined : router.find(asked, path);
    const target = whole ?? (found?.store as Target | undefined);
    const arrival: Arrival = {
      request,
      response,
      params: found?.params ?? {},
      query: mark === -1 ? '' : url.slice(mark + 1),
      exchange: newExchange(target?.open ?? false, request.headers.origin !== undefined, isStopping()),
      address: '',
      caller: undefined,
      code: undefined,
      operation: target?.operation,
    };
    if (tellsRequests) response.once('close', () => logLine(door, arrival, begun));
    if (!target) return serveOther(arrival, method, path);
    target.serve(arrival).catch((error: unknown) => refuse(arrival, error));
  };
}

/** Makes an exchange with every property that it will have as a call: objects of one shape are fast. */
function newExchange(open: boolean, fromPage: boolean, lastOnConnection: boolean): Exchange {
  return {
    requestId: newId('req'),
    open,
    fromPage,
    lastOnConnection,
    budget: undefined,
    caller: undefined,
    address: '',
    idempotencyKey: undefined,
    preferStrict: false,
    replayed: false,
  };
}

function preflight(allow: string) {
  return {
    ...publicHeaders,
    'access-control-allow-methods': allow,
    'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, Prefer, X-Agent-Friendly',
    'access-control-max-age': '86400',
  };
}

async function serveRoute(door: Door, route: Route, arrival: Arrival): Promise<void> {
  const call = async () => openCall(door, arrival);
  if (route.access !== 'OPEN') {
    const { caller, address } = await call();
    await admit(door.engine.gate, { access: route.access, limited: true }, caller, address, arrival.exchange);
  }
  await route.handle(arrival, { door, call, context: async () => createContext(door.engine, await call()) });
}

/** Writes the one line of a request: facts alone, the operation in place of the path, which may hold a secret. */
function logLine(door: Door, arrival: Arrival, begun: number): void {
  const { caller, response, request, exchange, operation, code } = arrival;
  door.engine.services.log.info('request', {
    request_id: exchange.requestId,
    method: request.method ?? '',
    operation,
    status: response.statusCode,
    code,
    duration_ms: Math.round((performance.now() - begun) * 100) / 100,
    account_id: caller?.kind === 'account' ? caller.accountId : undefined,
    mode: caller?.mode,
  });
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { prefix } from '../projections/directory.ts';
import type { Visit } from '../projections/mcp/catalog.ts';
import type { McpFace } from '../projections/mcp/face.ts';
import type { Call } from '../projections/perform.ts';
import { baseHeaders, writeJson } from './answer.ts';
import { parseJson, readBody } from './body.ts';
import type { Arrival } from './door.ts';
import type { Route, RouteTools } from './routes.ts';

/** Large enough for a small file in base64; larger ones get an upload link. */
const maxMessageBytes = 1024 * 1024;

/** Makes the routes of the tool server, which is opened at the first message. */
export function mcpRoutes(open: () => Promise<McpFace>, baseUrl: string): Route[] {
  let opened: Promise<McpFace> | undefined;
  const handle = async (arrival: Arrival, tools: RouteTools) => {
    const { request } = arrival;
    opened ??= open();
    const face = await opened;
    const visit = await recognize(arrival, tools);
    let body: unknown;
    try {
      if (request.method === 'POST') body = parseJson(await readBody(request, maxMessageBytes));
    } catch (error) {
      arrival.exchange.lastOnConnection = !request.complete;
      return write(arrival, face.unreadable(error));
    }
    const direct = request.method === 'POST' ? face.direct(request.headers, body, visit) : undefined;
    if (direct !== undefined) {
      const text = await direct;
      return writeJson(arrival.response, 200, baseHeaders(arrival.exchange), text);
    }
    const gone = new AbortController();
    arrival.response.once('close', () => gone.abort());
    await write(arrival, await face.serve(toRequest(request, baseUrl, gone.signal), body, visit));
  };
  return (['POST', 'GET', 'DELETE'] as const).map((method) => ({
    method,
    path: `${prefix}/mcp`,
    access: 'OPEN',
    handle,
  }));
}

/** A wrong key is told by the tools, so that a client can connect and list them. Whoever speaks this protocol is an agent. */
async function recognize(arrival: Arrival, tools: RouteTools): Promise<Visit> {
  const profile = new URLSearchParams(arrival.query).get('profile') === 'readonly' ? 'readonly' : 'full';
  try {
    const call = await tools.call();
    if (call.caller.kind === 'guest') call.caller = { ...call.caller, browserShaped: false };
    return { call, refusal: undefined, profile };
  } catch (refusal) {
    const { address, exchange } = arrival;
    const guest = { kind: 'guest', mode: tools.door.engine.gate.guestMode, address, browserShaped: false } as const;
    const call: Call = Object.assign(exchange, {
      caller: guest,
      address,
      idempotencyKey: undefined,
      preferStrict: false,
      replayed: false,
    });
    return { call, refusal, profile };
  }
}

function toRequest(request: IncomingMessage, baseUrl: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return new Request(new URL(request.url ?? '/', baseUrl), { method: request.method ?? 'POST', headers, signal });
}

/** Writes a response as it comes: a stream of events goes out event by event. */
async function write({ response, exchange }: Arrival, answer: Response): Promise<void> {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(answer.status, {
    ...baseHeaders(exchange),
    ...Object.fromEntries(answer.headers),
  });
  if (answer.body === null) {
    response.end();
    return;
  }
  const reader = answer.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
    if (done || value === undefined) break;
    if (response.destroyed) {
      await reader.cancel().catch(() => {});
      break;
    }
    if (!response.write(value)) await drained(response);
  }
  response.end();
}

const drained = (response: ServerResponse) =>
  new Promise<void>((resolve) => {
    response.once('drain', resolve);
    response.once('close', resolve);
  });

import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type JSONRPCResponse,
  type Server,
  type Transport,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import {
  type ConfirmationServices,
  findPassedAnswer,
  passAnswer,
  requireConfirmationId,
} from '../../domain/idempotency/confirm.ts';
import type { Vault } from '../../store/vault.ts';
import { confirmationMeta } from './call-tool.ts';
import { readSession, type Session, sessionId } from './session.ts';

/** What serving older protocols needs. */
export interface LegacyServices extends ConfirmationServices {
  vault: Vault;
}

/** A question to a client that waits for its answer. */
interface Waiting {
  transport: Transport;
  /** The id that the server of this message gave its request. */
  id: string | number;
}

const seedId = 'seed';
const pollMilliseconds = 500;

/** Serves clients of 2025 and older: one message, one server, no memory but of the questions that are open at this moment. */
export interface LegacyFace {
  serve(request: Request, body: unknown, makeServer: () => Server): Promise<Response>;
}

/** Makes the face for older protocols. */
export function createLegacyFace(services: LegacyServices): LegacyFace {
  const waiting = new Map<string, Waiting>();
  let count = 0;

  /** Gives requests to the client ids of our own, so that an answer finds its question in whatever message it comes. */
  const bridge = (transport: WebStandardStreamableHTTPServerTransport, relatedRequestId: unknown): (() => void) => {
    const own: string[] = [];
    const send = transport.send.bind(transport);
    transport.send = async (message: JSONRPCMessage, options) => {
      if (!isJSONRPCRequest(message)) {
        if ('id' in message && message.id === seedId) return;
        return send(message, options);
      }
      count += 1;
      const state = stateIn(message);
      const id = state ?? `ask_${process.pid}_${count}_${Math.random().toString(36).slice(2)}`;
      waiting.set(id, { transport, id: message.id });
      own.push(id);
      if (state !== undefined) pollFor(state);
      // There is no other stream than that of the message which is being answered.
      return send(
        { ...withoutState(message), id } as JSONRPCMessage,
        {
          ...options,
          relatedRequestId: options?.relatedRequestId ?? relatedRequestId,
        } as typeof options,
      );
    };
    return () => {
      for (const id of own) waiting.delete(id);
    };
  };

  const deliver = (message: JSONRPCResponse, id: string): boolean => {
    const entry = waiting.get(id);
    if (!entry) return false;
    waiting.delete(id);
    entry.transport.onmessage?.({ ...message, id: entry.id } as JSONRPCMessage);
    return true;
  };

  /** The answer may reach another instance, which writes it down where this one looks. */
  const pollFor = (id: string): void => {
    const timer = setInterval(() => {
      if (!waiting.has(id)) return clearInterval(timer);
      findPassedAnswer(services, id)
        .then((accepted) => {
          if (accepted === undefined) return;
          clearInterval(timer);
          const result = accepted ? { action: 'accept', content: { confirm: true } } : { action: 'decline' };
          deliver({ jsonrpc: '2.0', id, result } as JSONRPCResponse, id);
        })
        .catch(() => {});
    }, pollMilliseconds);
    timer.unref();
  };

  const receive = async (message: JSONRPCResponse): Promise<void> => {
    const id = String(message.id);
    if (deliver(message, id) || !id.startsWith('cnf_')) return;
    const result = isJSONRPCErrorResponse(message) ? {} : (message.result as { action?: unknown; content?: unknown });
    const content = result.content as { confirm?: unknown } | undefined;
    await passAnswer(services, id, result.action === 'accept' && content?.confirm === true);
  };

  return {
    serve: async (request, body, makeServer) => {
      const messages = Array.isArray(body) ? body : [body];
      if (messages.length > 0 && messages.every((message) => isJSONRPCResponse(message))) {
        for (const message of messages) await receive(message);
        return new Response(null, { status: 202 });
      }
      const given = request.headers.get('mcp-session-id');
      const session = given === null ? undefined : readSession(services.vault, given);
      if (given !== null && session === undefined) return refused(404, -32_001, 'Session not found');

      const server = makeServer();
      const transport = new WebStandardStreamableHTTPServerTransport({});
      const forget = bridge(transport, (messages[0] as { id?: unknown } | undefined)?.id);
      await server.connect(transport);
      if (session) seed(transport, session);
      const response = await transport.handleRequest(request, { parsedBody: body });
      const close = () => {
        forget();
        server.close().catch(() => {});
      };
      request.signal.addEventListener('abort', close, { once: true });
      const opened = openedSession(messages[0]);
      if (opened && response.ok) response.headers.set('mcp-session-id', sessionId(services.vault, opened));
      return response.body === null ? closing(response, close) : watched(response, close);
    },
  };

  /** The token of a confirmation travels as state; its id names the question. */
  function stateIn(message: JSONRPCMessage): string | undefined {
    const meta = (message as { params?: { _meta?: { [confirmationMeta]?: unknown } } }).params?._meta;
    const token = meta?.[confirmationMeta];
    return typeof token === 'string' ? requireConfirmationId(services, token) : undefined;
  }
}

/** What marks the question of a confirmation is for this side only. */
function withoutState(message: JSONRPCMessage): JSONRPCMessage {
  const { params } = message as { params?: Record<string, unknown> };
  const meta = params?._meta as Record<string, unknown> | undefined;
  if (meta?.[confirmationMeta] === undefined) return message;
  const { [confirmationMeta]: _state, ...others } = meta;
  return { ...message, params: { ...params, _meta: others } } as JSONRPCMessage;
}

function openedSession(message: unknown): Session | undefined {
  const { method, params } = message as { method?: unknown; params?: Partial<Session> };
  if (method !== 'initialize' || !params) return undefined;
  return { protocolVersion: String(params.protocolVersion), capabilities: params.capabilities ?? {} };
}

/** Tells the server of this message what the client declared when it connected; its answer goes nowhere. */
function seed(transport: Transport, { protocolVersion, capabilities }: Session): void {
  transport.onmessage?.({
    jsonrpc: '2.0',
    id: seedId,
    method: 'initialize',
    params: { protocolVersion, capabilities, clientInfo: { name: 'client', version: '0' } },
  } as JSONRPCMessage);
}

const closing = (response: Response, close: () => void) => {
  close();
  return response;
};

/** Closes the server once the stream of its answer is over or nobody reads it any more. */
function watched(response: Response, close: () => void): Response {
  const reader = response.body!.getReader();
  const stream = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await reader.read();
      if (done) {
        close();
        controller.close();
      } else controller.enqueue(value);
    },
    cancel: (reason) => {
      close();
      return reader.cancel(reason);
    },
  });
  return new Response(stream, { status: response.status, headers: response.headers });
}

/** Makes a refusal in JSON-RPC. */
export function refused(status: number, code: number, message: string, headers?: HeadersInit): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, ...(headers && { headers }) });
}

import {
  classifyInboundRequest,
  createMcpHandler,
  hostHeaderValidationResponse,
  isJsonContentType,
  localhostAllowedHostnames,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { Failure } from '../../kernel/failure.ts';
import { admit } from '../admission.ts';
import { tell } from '../failure.ts';
import type { ToolServices } from './call-tool.ts';
import type { Catalog, Visit } from './catalog.ts';
import { createDirectFace, type DirectFace } from './direct.ts';
import { createLegacyFace, refused } from './legacy.ts';
import { createMessageServer } from './server.ts';
import type { DocumentTool } from './tools.ts';

/** The tool server: one message in, one response out, whatever protocol it speaks. */
export interface McpFace {
  /** The short way for plain calls of tools. */
  direct: DirectFace;
  /** Serves a message; `body` is its parsed JSON, undefined where there is none. */
  serve(request: Request, body: unknown, visit: Visit): Promise<Response>;
  /** Says that a body is no JSON, or too large. */
  unreadable(error: unknown): Response;
  close(): Promise<void>;
}

/** Messages that are counted here: calls of tools are counted where they are performed. */
const counted = /^(tools\/list|prompts\/|resources\/|completion\/|server\/discover)/;

/**
 * Makes the tool server of the given catalogs; the first that knows a name answers for it. Hosts and origins other than
 * that of `baseUrl` and this machine's are refused, so that no web page reaches it behind a name of its own.
 */
export function createMcpFace(
  parts: ToolServices,
  tools: ReadonlyMap<string, DocumentTool>,
  catalogs: readonly Catalog[],
): McpFace {
  const { engine } = parts;
  const hosts = [new URL(engine.services.baseUrl).hostname, ...localhostAllowedHostnames()];
  const { services } = engine;
  const visits = new WeakMap<Request, Visit>();
  const report = (error: Error) => services.log.debug('mcp.refused', { error });
  const modern = createMcpHandler(({ requestInfo }) => createMessageServer(catalogs, visits.get(requestInfo!)!), {
    legacy: 'reject',
    onerror: report,
  });
  const legacy = createLegacyFace(services);

  return {
    direct: createDirectFace({ ...parts, vault: services.vault }, tools, hosts),
    serve: async (request, body, visit) => {
      const { call } = visit;
      const foreign = hostHeaderValidationResponse(request, hosts) ?? originValidationResponse(request, hosts);
      if (foreign) return foreign;
      if (request.method !== 'POST') return refused(405, -32_000, 'Method not allowed.', { Allow: 'POST' });
      if (!isJsonContentType(request.headers.get('content-type'))) {
        return refused(415, -32_000, 'The content type must be application/json.');
      }
      try {
        const method = (body as { method?: unknown } | null)?.method;
        if (typeof method === 'string' && counted.test(method)) {
          await admit(engine.gate, { access: 'PUBLIC', limited: true }, call.caller, call.address, call);
        }
      } catch (error) {
        const { status, error: told, retryAfterSeconds } = tell(error, call.requestId, services.log);
        const headers = { ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }) };
        return refused(status, -32_000, `${told.code}: ${told.message}`, headers);
      }
      if (isLegacy(request, body)) return legacy.serve(request, body, () => createMessageServer(catalogs, visit));
      visits.set(request, visit);
      return modern.fetch(request, { parsedBody: body });
    },
    unreadable: (error) => {
      const status = error instanceof Failure ? error.status : 400;
      return refused(status, -32_700, 'Parse error: the body is not valid JSON, or too large.');
    },
    close: () => modern.close(),
  };
}

/** The SDK's own judgement, without reading the body again. */
function isLegacy({ method, headers }: Request, body: unknown): boolean {
  const header = (name: string) => headers.get(name) ?? undefined;
  const protocolVersionHeader = header('mcp-protocol-version');
  const mcpMethodHeader = header('mcp-method');
  const mcpNameHeader = header('mcp-name');
  return (
    classifyInboundRequest({
      httpMethod: method,
      ...(protocolVersionHeader !== undefined && { protocolVersionHeader }),
      ...(mcpMethodHeader !== undefined && { mcpMethodHeader }),
      ...(mcpNameHeader !== undefined && { mcpNameHeader }),
      body,
    }).kind === 'legacy'
  );
}

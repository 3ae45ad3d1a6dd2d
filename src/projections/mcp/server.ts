import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerCapabilities,
} from '@modelcontextprotocol/server';
import { interfaceVersion } from '../rest.ts';
import type { Catalog, Visit } from './catalog.ts';

const instructions =
  'Electronic travel authorizations: find out what a traveler needs (check_eligibility), what it costs (quote_pricing), take the payment (create_checkout_session), check and submit the form (validate_application, submit_application), follow it (get_application_status). Results have answer (plain words), next_step or next (the next tool with its arguments) and often links. An independent private service, not a government website.';

/** What the server says of itself. */
export const information = { name: 'visa-agent-service', title: 'Visa agent service', version: interfaceVersion };
const capabilities: ServerCapabilities = { tools: {}, prompts: {}, resources: {}, completions: {} };
const listed = { ttlMs: 300_000, cacheScope: 'public' } as const;

/** Makes the server of one message: it answers from the catalogs, the first that knows. */
export function createMessageServer(catalogs: readonly Catalog[], visit: Visit): Server {
  const server = new Server(information, {
    capabilities,
    instructions,
    cacheHints: {
      'tools/list': listed,
      'prompts/list': listed,
      'resources/list': listed,
      'resources/templates/list': listed,
      'server/discover': listed,
    },
    requestState: {
      verify: async (state, context) => {
        for (const catalog of catalogs) {
          const opened = await catalog.openState?.(state, context);
          if (opened !== undefined) return opened;
        }
        throw new Error('unknown state');
      },
    },
  });
  const first = <Result>(find: (catalog: Catalog) => Result | undefined): Result | undefined => {
    for (const catalog of catalogs) {
      const found = find(catalog);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  server.setRequestHandler('tools/list', () => ({
    tools: catalogs.flatMap((catalog) => catalog.tools(visit.profile)),
  }));
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const { name, arguments: given = {} } = params;
    const result = first((catalog) => catalog.callTool(name, given, visit, context, server));
    if (result === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'No tool has that name.');
    return result;
  });
  server.setRequestHandler('prompts/list', () => ({ prompts: catalogs.flatMap((catalog) => [...catalog.prompts()]) }));
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    const result = first((catalog) => catalog.getPrompt(params.name, params.arguments ?? {}, context));
    if (result === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'No prompt has that name.');
    return result;
  });
  server.setRequestHandler('resources/list', () => ({
    resources: catalogs.flatMap((catalog) => [...catalog.resources()]),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: catalogs.flatMap((catalog) => [...catalog.resourceTemplates()]),
  }));
  server.setRequestHandler('resources/read', ({ params }) => {
    const result = first((catalog) => catalog.readResource(params.uri, visit));
    if (result === undefined) throw new ResourceNotFoundError(params.uri);
    return result;
  });
  server.setRequestHandler('completion/complete', ({ params }) => ({
    completion: first((catalog) => catalog.complete(params)) ?? { values: [], total: 0, hasMore: false },
  }));
  for (const catalog of catalogs) catalog.extend?.(server);
  return server;
}

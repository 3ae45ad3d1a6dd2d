import { prefix } from '../../projections/directory.ts';
import { interfaceVersion } from '../../projections/rest.ts';
import { baseHeaders, writeJson } from '../answer.ts';
import type { Route } from '../routes.ts';

/** Makes the cards by which clients of the tool server find it without being told more than the host. */
export function wellKnownRoutes(baseUrl: string): Route[] {
  const card = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/mcp-server-card/v1.json',
    version: '1.0',
    protocolVersion: '2026-07-28',
    serverInfo: { name: 'visa-agent-service', title: 'Visa agent service', version: interfaceVersion },
    description:
      'Find out which electronic travel authorization a traveler needs, what it costs, pay for it, submit the form and follow it.',
    documentationUrl: `${baseUrl}/docs`,
    transport: { type: 'streamable-http', endpoint: `${prefix}/mcp` },
    remotes: [
      {
        type: 'streamable-http',
        url: `${baseUrl}${prefix}/mcp`,
        supportedProtocolVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'],
      },
      { type: 'streamable-http', url: `${baseUrl}${prefix}/mcp?profile=readonly` },
    ],
    capabilities: { tools: {}, prompts: {}, resources: {}, completions: {} },
    authentication: { required: false, schemes: ['bearer'] },
    tools: 'dynamic',
    prompts: 'dynamic',
    resources: 'dynamic',
  };
  const text = JSON.stringify(card);
  return ['/.well-known/mcp.json', '/.well-known/mcp/server-card.json', '/.well-known/mcp-server-card'].map((path) => ({
    method: 'GET' as const,
    path,
    access: 'PUBLIC' as const,
    handle: ({ response, exchange }) => {
      writeJson(response, 200, { ...baseHeaders(exchange), 'cache-control': 'public, max-age=3600' }, text);
    },
  }));
}

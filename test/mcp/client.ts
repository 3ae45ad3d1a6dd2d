import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { TestService } from '../support/service.ts';

/** What a tool answered, as a test looks at it. */
export interface ToolAnswer {
  /** The first block: the answer for people. */
  prose: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects
  data: any;
  isError: boolean;
}

/** A client of the tool server. */
export interface ToolClient {
  call(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>;
  close(): Promise<void>;
}

type Result = { content: { type: string; text?: string }[]; structuredContent?: unknown; isError?: boolean };

/** Reads a result: refusals carry their data in the second block. */
export function readResult({ content, structuredContent, isError }: Result): ToolAnswer {
  const data = structuredContent ?? JSON.parse(content[1]?.text ?? '{}');
  return { prose: content[0]?.text ?? '', data, isError: isError === true };
}

/** The address of the tool server. */
export const mcpUrl = (service: Pick<TestService, 'api'>, query = '') =>
  new URL(`/api/v1/agent/mcp${query}`, service.api.url);

/** Connects with the independent client, which speaks 2025-11-25; `onAsk` makes it declare that it can show forms. */
export async function connect(
  service: Pick<TestService, 'api'>,
  options: { key?: string; query?: string; onAsk?: (message: string) => 'accept' | 'decline' | 'cancel' } = {},
): Promise<ToolClient & { client: Client }> {
  const { onAsk } = options;
  const client = new Client({ name: 'test', version: '1' }, { capabilities: onAsk ? { elicitation: {} } : {} });
  if (onAsk) {
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      const action = onAsk(params.message);
      return action === 'accept' ? { action, content: { confirm: true } } : { action };
    });
  }
  await client.connect(
    new StreamableHTTPClientTransport(mcpUrl(service, options.query), {
      requestInit: { headers: options.key === undefined ? {} : { authorization: `Bearer ${options.key}` } },
    }),
  );
  return {
    client,
    call: async (name, args = {}) => readResult((await client.callTool({ name, arguments: args })) as Result),
    close: () => client.close(),
  };
}

const version = '2026-07-28';

/** Sends one message of the protocol of 2026-07-28, which has no session, and returns the HTTP answer. */
export async function sendModern(
  service: Pick<TestService, 'api'>,
  method: string,
  params: Record<string, unknown> = {},
  options: { key?: string; capabilities?: object; headers?: Record<string, string>; query?: string } = {},
) {
  const response = await fetch(mcpUrl(service, options.query), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      'mcp-method': method,
      ...(typeof params.name === 'string' && { 'mcp-name': params.name }),
      ...(typeof params.uri === 'string' && { 'mcp-name': params.uri }),
      ...(options.key !== undefined && { authorization: `Bearer ${options.key}` }),
      ...options.headers,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': version,
          'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': options.capabilities ?? {},
        },
      },
    }),
  });
  const text = await response.text();
  const json = text.startsWith('event:') || text.startsWith('data:') ? /^data: (.*)$/m.exec(text)![1]! : text;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects
  const body: any = json === '' ? undefined : JSON.parse(json);
  return {
    status: response.status,
    headers: response.headers,
    body,
  };
}

/** A client of 2026 with the same face as the other: every call is a message of its own. */
export function modernClient(
  service: Pick<TestService, 'api'>,
  options: { key?: string; query?: string } = {},
): ToolClient {
  return {
    call: async (name, args = {}) => {
      const { body } = await sendModern(service, 'tools/call', { name, arguments: args }, options);
      if (body.error) throw new Error(body.error.message);
      return readResult(body.result);
    },
    close: async () => {},
  };
}

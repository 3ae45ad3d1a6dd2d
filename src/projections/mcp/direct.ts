import type { IncomingHttpHeaders } from 'node:http';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { Vault } from '../../store/vault.ts';
import { callTool, type ToolServices } from './call-tool.ts';
import type { Visit } from './catalog.ts';
import { information } from './server.ts';
import { readSession } from './session.ts';
import { type DocumentTool, isIn } from './tools.ts';

const modernVersion = '2026-07-28';
const legacyVersions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS;
const reserved = 'io.modelcontextprotocol/';
const modernKeys = new Set([PROTOCOL_VERSION_META_KEY, CLIENT_INFO_META_KEY, CLIENT_CAPABILITIES_META_KEY]);
const modernMeta = { [SERVER_INFO_META_KEY]: information };

type Data = Record<string, unknown>;
const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Answers a message as JSON text; undefined where the protocol's own server has to look at it. */
export type DirectFace = (headers: IncomingHttpHeaders, body: unknown, visit: Visit) => Promise<string> | undefined;

/**
 * Makes the short way for what nearly every message is: a well-formed call of a tool that asks nothing back. It answers
 * what the protocol's server would, at a fraction of its cost; whatever is unusual about a message is left to that server.
 */
export function createDirectFace(
  services: ToolServices & { vault: Vault },
  tools: ReadonlyMap<string, DocumentTool>,
  hosts: string[],
): DirectFace {
  return (headers, body, visit) => {
    if (!isData(body) || body.jsonrpc !== '2.0' || body.method !== 'tools/call' || !isData(body.params))
      return undefined;
    const { id, params } = body;
    if ((typeof id !== 'string' && typeof id !== 'number') || !hasOnly(params, ['name', 'arguments', '_meta'])) {
      return undefined;
    }
    const { name, arguments: given = {}, _meta: meta = {} } = params;
    const tool = typeof name === 'string' ? tools.get(name) : undefined;
    if (tool === undefined || tool.preview !== undefined || !isIn(visit.profile, tool)) return undefined;
    if (visit.refusal !== undefined || !isData(given) || !isData(meta) || 'progressToken' in meta) return undefined;
    if (!isPlain(headers, hosts)) return undefined;
    const modern = isModern(headers, meta, tool.tool.name);
    if (!modern && !isLegacy(headers, meta, services.vault)) return undefined;
    return answer(services, tool, given, visit, id, modern);
  };
}

async function answer(
  services: ToolServices,
  tool: DocumentTool,
  given: Data,
  { call }: Visit,
  id: string | number,
  modern: boolean,
): Promise<string> {
  const conversation = { canAsk: false, answersApart: false, asked: undefined, accepted: false };
  const result = await callTool(services, tool, given, call, conversation);
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    result: modern ? { ...result, resultType: 'complete', _meta: modernMeta } : result,
  });
}

const hasOnly = (value: Data, names: readonly string[]) => Object.keys(value).every((key) => names.includes(key));

function isPlain(
  { host, origin, accept = '', 'content-type': type = '' }: IncomingHttpHeaders,
  hosts: string[],
): boolean {
  return (
    /^application\/json(?:;|$)/.test(type) &&
    accept.includes('application/json') &&
    accept.includes('text/event-stream') &&
    validateHostHeader(host, hosts).ok &&
    (origin === undefined || validateOriginHeader(origin, hosts).ok)
  );
}

/** Every header and every reserved key is there and says the same. */
function isModern(headers: IncomingHttpHeaders, meta: Data, name: string): boolean {
  const info = meta[CLIENT_INFO_META_KEY];
  return (
    headers['mcp-protocol-version'] === modernVersion &&
    headers['mcp-method'] === 'tools/call' &&
    headers['mcp-name'] === name &&
    meta[PROTOCOL_VERSION_META_KEY] === modernVersion &&
    isData(meta[CLIENT_CAPABILITIES_META_KEY]) &&
    (info === undefined || (isData(info) && typeof info.name === 'string' && typeof info.version === 'string')) &&
    Object.keys(meta).every((key) => !key.startsWith(reserved) || modernKeys.has(key))
  );
}

function isLegacy(headers: IncomingHttpHeaders, meta: Data, vault: Vault): boolean {
  const version = headers['mcp-protocol-version'];
  const session = headers['mcp-session-id'];
  return (
    (version === undefined || (typeof version === 'string' && legacyVersions.includes(version))) &&
    headers['mcp-method'] === undefined &&
    headers['mcp-name'] === undefined &&
    (session === undefined || (typeof session === 'string' && readSession(vault, session) !== undefined)) &&
    !Object.keys(meta).some((key) => key.startsWith(reserved))
  );
}

import type { ClientCapabilities } from '@modelcontextprotocol/server';
import type { Vault } from '../../store/vault.ts';

const purpose = 'mcp-session';

/** What a client of an older protocol said about itself when it connected. */
export interface Session {
  protocolVersion: string;
  capabilities: ClientCapabilities;
}

/**
 * Makes the id of a session. It holds what the client declared and is signed, so that any instance can serve the session
 * and none has to remember it.
 */
export function sessionId(vault: Vault, { protocolVersion, capabilities }: Session): string {
  const { elicitation, sampling, roots } = capabilities;
  const body = Buffer.from(JSON.stringify([protocolVersion, { elicitation, sampling, roots }])).toString('base64url');
  return `${body}.${vault.sign(body, purpose).toString('base64url')}`;
}

/** Reads a session id back; undefined when this service did not make it. */
export function readSession(vault: Vault, id: string): Session | undefined {
  const [body = '', signature = ''] = id.split('.');
  if (!vault.verify(body, Buffer.from(signature, 'base64url'), purpose)) return undefined;
  const [protocolVersion, capabilities] = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
  return { protocolVersion, capabilities };
}

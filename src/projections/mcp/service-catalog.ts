import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';
import { requireConfirmationId } from '../../domain/idempotency/confirm.ts';
import type { Documents } from '../document.ts';
import { tell } from '../failure.ts';
import { type Conversation, callTool, type ToolServices } from './call-tool.ts';
import type { Catalog } from './catalog.ts';
import { completeArgument, getPrompt, prompts } from './prompts.ts';
import { createResources, type ResourceServices } from './resources.ts';
import { errorResult } from './result.ts';
import { type DocumentTool, isIn, type Profile } from './tools.ts';

/** Makes what this service offers: its documents as tools, its prompts, its resources. */
export function createServiceCatalog(
  services: ToolServices & ResourceServices,
  documents: Documents,
  tools: ReadonlyMap<string, DocumentTool>,
): Catalog {
  const { engine } = services;
  const listed = (profile: Profile): Tool[] =>
    [...tools.values()].filter((tool) => isIn(profile, tool)).map(({ tool }) => tool);
  const lists: Record<Profile, Tool[]> = { full: listed('full'), readonly: listed('readonly') };
  const resources = createResources(services, documents);
  return {
    tools: (profile) => lists[profile],
    callTool: (name, given, { call, refusal, profile }, context, server) => {
      const tool = tools.get(name);
      if (tool === undefined || !isIn(profile, tool)) return undefined;
      if (refusal !== undefined) {
        return Promise.resolve(errorResult(tell(refusal, call.requestId, engine.services.log, tool.document)));
      }
      return callTool(services, tool, given, call, conversationOf(context, server));
    },
    prompts: () => prompts,
    getPrompt: (name, given) => getPrompt(name, given),
    ...resources,
    complete: completeArgument,
    openState: (state) => {
      if (!state.startsWith('cnf_')) return undefined;
      requireConfirmationId(engine.services, state);
      return state;
    },
  };
}

function conversationOf({ mcpReq }: ServerContext, server: Server): Conversation {
  const envelope = mcpReq.envelope as Record<string, unknown> | undefined;
  const capabilities = (envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities()) as
    | ClientCapabilities
    | undefined;
  const elicitation = capabilities?.elicitation as { form?: object; url?: object } | undefined;
  const state = mcpReq.requestState<unknown>();
  return {
    // An empty declaration means forms; one that names pages alone means no forms.
    canAsk: elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined),
    answersApart: envelope === undefined,
    asked: typeof state === 'string' ? state : undefined,
    accepted: acceptedContent<{ confirm?: unknown }>(mcpReq.inputResponses, 'confirm')?.confirm === true,
  };
}

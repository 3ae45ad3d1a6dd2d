import type {
  CallToolResult,
  CompleteRequestParams,
  CompleteResult,
  GetPromptResult,
  InputRequiredResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  Server,
  ServerContext,
  Tool,
} from '@modelcontextprotocol/server';
import type { Call } from '../perform.ts';
import type { Profile } from './tools.ts';

/** One message of a client, with who sent it and what the client can do. */
export interface Visit {
  call: Call;
  /** Thrown while the caller was recognized: told by every tool, so that listing works without a key. */
  refusal: unknown;
  profile: Profile;
}

/** What a tool server offers. Undefined means: not here, ask elsewhere. */
export interface Catalog {
  tools(profile: Profile): readonly Tool[];
  callTool(
    name: string,
    given: Record<string, unknown>,
    visit: Visit,
    context: ServerContext,
    server: Server,
  ): Promise<CallToolResult | InputRequiredResult> | undefined;
  prompts(): readonly Prompt[];
  getPrompt(
    name: string,
    given: Record<string, string>,
    context: ServerContext,
  ): Promise<GetPromptResult | InputRequiredResult> | GetPromptResult | InputRequiredResult | undefined;
  resources(): readonly Resource[];
  resourceTemplates(): readonly ResourceTemplateType[];
  readResource(uri: string, visit: Visit): Promise<ReadResourceResult> | ReadResourceResult | undefined;
  complete(params: CompleteRequestParams): CompleteResult['completion'] | undefined;
  /** Opens the state that a client sent back; throws when it was tampered with. Undefined: not a state of this catalog. */
  openState?(state: string, context: ServerContext): Promise<unknown> | unknown;
  /** Adds what only this catalog needs to a server, e.g. a further capability. */
  extend?(server: Server): void;
}

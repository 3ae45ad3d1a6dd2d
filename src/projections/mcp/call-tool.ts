import { type CallToolResult, type InputRequiredResult, inputRequired } from '@modelcontextprotocol/server';
import { askConfirmation, type CallToConfirm, useConfirmation } from '../../domain/idempotency/confirm.ts';
import { tell } from '../failure.ts';
import { type Answer, type Call, type Engine, perform } from '../perform.ts';
import { errorResult, type FindPages, plainResult, successResult } from './result.ts';
import { confirmationArgument, type DocumentTool, idempotencyArgument } from './tools.ts';

/** A file this large goes through the model only as base64 in its context: larger ones get an upload link. */
export const maxFileCharacters = 700_000;

/** Marks a question to the person as that of a confirmation, so that its answer may reach any instance. */
export const confirmationMeta = 'visa-agent/confirmation';

/** What the client can do about a question, and what it answered to an earlier one. */
export interface Conversation {
  /** The client can show the person a form. */
  canAsk: boolean;
  /** The answer to a question comes as a message of its own, by protocols before 2026. */
  answersApart: boolean;
  /** The token of the question that is answered here; undefined in a first call. */
  asked: string | undefined;
  accepted: boolean;
}

/** What calling tools needs. */
export interface ToolServices {
  engine: Engine;
  findPages: FindPages;
}

/** Calls a tool. Never throws: what goes wrong is a tool error that says what to do. */
export async function callTool(
  { engine, findPages }: ToolServices,
  tool: DocumentTool,
  given: Record<string, unknown>,
  call: Call,
  conversation: Conversation,
): Promise<CallToolResult | InputRequiredResult> {
  const { [idempotencyArgument]: key, [confirmationArgument]: token, ...variables } = given;
  if (tool.document.kind === 'mutation' && typeof key === 'string') call.idempotencyKey = key;
  const { document } = tool;
  const act = async () => {
    // What only a link would have needed.
    if (tool.uploadLink !== undefined && !document.variables.has('guest_token')) delete variables.guest_token;
    return shown(await perform(engine, document, 'forTool', variables, call));
  };
  const shown = (answer: Answer) =>
    'error' in answer ? errorResult(answer) : successResult(answer.data, variables.visa_type, findPages);
  if (tool.uploadLink !== undefined && isWithoutFile(tool, variables)) {
    const answer = await perform(engine, tool.uploadLink, 'forTool', linkVariables(tool, variables), call);
    return shown('error' in answer ? answer : { ...answer, data: linkWords(answer.data) });
  }
  if (tool.preview === undefined) return act();

  const toConfirm = { caller: call.caller, operation: document.name, arguments: variables };
  try {
    if (conversation.asked !== undefined && !conversation.accepted) return declined();
    const confirmed = conversation.asked ?? (typeof token === 'string' ? token : undefined);
    if (confirmed === undefined) return await ask(engine, tool, toConfirm, call, conversation);
    await useConfirmation(engine.services, toConfirm, confirmed);
  } catch (error) {
    return errorResult(tell(error, call.requestId, engine.services.log, document));
  }
  return act();
}

/** Says what would happen and asks: the person where the client can, else the assistant, with a token for the second call. */
async function ask(
  engine: Engine,
  { document, preview }: DocumentTool,
  toConfirm: CallToConfirm & { arguments: Record<string, unknown> },
  call: Call,
  { canAsk, answersApart }: Conversation,
): Promise<CallToolResult | InputRequiredResult> {
  const answer = await perform(engine, preview!, 'forTool', toConfirm.arguments, call);
  if ('error' in answer) return errorResult(answer);
  const { statement } = answer.data as { statement: string };
  const { token, expiresAt } = await askConfirmation(engine.services, toConfirm, statement);
  if (canAsk) {
    return inputRequired({
      inputRequests: {
        confirm: inputRequired.elicit({
          ...(answersApart && { _meta: { [confirmationMeta]: token } }),
          message: `${statement} Go ahead?`,
          requestedSchema: {
            type: 'object',
            properties: { confirm: { type: 'boolean', title: 'Go ahead', description: statement, default: false } },
            required: ['confirm'],
          },
        }),
      },
      requestState: token,
    });
  }
  const name = document.tool!.name;
  const words = [
    `Nothing was done yet. ${statement}`,
    '',
    `Next: show this to the traveler. Only if they agree, call ${name} with ${JSON.stringify({ ...toConfirm.arguments, [confirmationArgument]: token })} within 10 minutes.`,
  ];
  return plainResult(words.join('\n'), {
    confirmation_required: true,
    statement,
    [confirmationArgument]: token,
    expires_at: expiresAt.toISOString(),
    next_step: {
      action: 'confirm',
      why: 'The traveler has to agree first.',
      tool: { name, arguments: { ...toConfirm.arguments, [confirmationArgument]: token } },
    },
  });
}

function declined(): CallToolResult {
  return plainResult('Nothing was done: it was not confirmed.', {
    answer: 'Nothing was done: it was not confirmed.',
    confirmation_required: true,
    confirmed: false,
  });
}

function isWithoutFile({ fileArgument }: DocumentTool, variables: Record<string, unknown>): boolean {
  const content = variables[fileArgument!];
  return content === undefined || content === '' || (typeof content === 'string' && content.length > maxFileCharacters);
}

/** What of a file's own arguments says something about its upload link; a passport where nothing is said. */
function linkVariables({ uploadLink }: DocumentTool, variables: Record<string, unknown>): Record<string, unknown> {
  const known = Object.entries(variables).filter(([name]) => uploadLink!.variables.has(name));
  return { kind: 'passport_bio_page', ...Object.fromEntries(known) };
}

/** Says what to do with an upload link; the file never passes the assistant. */
function linkWords(data: unknown): Record<string, unknown> {
  const link = data as { upload_url: string; url: string };
  const answer = `The traveler uploads the file at ${link.upload_url}, which works once within 15 minutes. In the form it is then ${link.url}.`;
  return { answer, ...link };
}

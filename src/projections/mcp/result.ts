import type { CallToolResult } from '@modelcontextprotocol/server';
import type { FailedAnswer } from '../failure.ts';

/** Pages about a product. */
export interface ProductPages {
  requirements: string;
  /** The guided application, with the promo code of the assistant; null for a product that is not open. */
  apply: string | null;
}

/** Returns the pages about a product; undefined for what is none. */
export type FindPages = (product: string) => ProductPages | undefined;

type Data = Record<string, unknown>;
interface ToolStep {
  why?: unknown;
  url?: unknown;
  tool?: { name: string; arguments: Data } | null;
}

const text = (words: string) => ({ type: 'text', text: words }) as const;
const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Makes the result of a tool: first the answer in plain words, the pages and the next step as a tool, then the same data
 * that `structuredContent` holds, for clients that show content only.
 */
export function successResult(data: unknown, product: unknown, findPages: FindPages): CallToolResult {
  const structured = isData(data) ? data : { result: data };
  const pages = findPages(String(structured.visa_type ?? product ?? ''));
  const content = withPromo(structured, pages);
  const lines = [typeof content.answer === 'string' ? content.answer : 'Done.'];
  if (pages) {
    lines.push('', `Requirements: ${pages.requirements}`);
    if (pages.apply !== null) lines.push(`Guided application: ${pages.apply}`);
  }
  const next = nextLine(content);
  if (next !== undefined) lines.push('', next);
  return { content: [text(lines.join('\n')), text(JSON.stringify(content))], structuredContent: content };
}

/** Puts the promo code into the link of the data as well, so that both say the same. */
function withPromo(data: Data, pages: ProductPages | undefined): Data {
  const { links } = data;
  if (!pages || pages.apply === null || !isData(links) || typeof links.apply_url !== 'string') return data;
  return { ...data, links: { ...links, apply_url: pages.apply } };
}

/** Arguments whose values are ours: ids, codes and choices. */
const ours = new Set([
  'visa_type',
  'payment_session_id',
  'id',
  'application_id',
  'profile_id',
  'nationality',
  'destination',
  'processing_speed',
  'num_travelers',
  'currency',
  'quote_token',
  'kind',
]);

/**
 * Returns arguments as prose may show them. What a traveler, a form or an image says stays in the data, where it is what it
 * is; in prose it might be read as an instruction.
 */
function tellable(given: Data): Data {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      ours.has(name) && /^[\w.-]*$/.test(String(value)) ? value : '…',
    ]),
  );
}

function nextLine(data: Data): string | undefined {
  const step = (isData(data.next) ? data.next : isData(data.next_step) ? data.next_step : undefined) as
    | ToolStep
    | undefined;
  if (step === undefined) return undefined;
  const call = step.tool ? `call ${step.tool.name} with ${JSON.stringify(tellable(step.tool.arguments))}. ` : '';
  const page = typeof step.url === 'string' ? ` Page: ${step.url}` : '';
  const why = typeof step.why === 'string' && !String(data.answer).includes(step.why) ? step.why : '';
  return call === '' && page === '' ? undefined : `Next: ${call}${why}${page}`.trim();
}

/** Makes the result of a refused tool: code, what happened, what to do, and the fields at fault by their own names. */
export function errorResult({ error }: FailedAnswer): CallToolResult {
  const lines = [`${error.code}: ${error.message}`];
  if (error.hint !== undefined) lines.push(`What to do: ${error.hint}`);
  return { content: [text(lines.join('\n')), text(JSON.stringify({ error }))], isError: true };
}

/** Makes a result out of words and data of our own. */
export function plainResult(words: string, data: Data): CallToolResult {
  return { content: [text(words), text(JSON.stringify(data))], structuredContent: data };
}

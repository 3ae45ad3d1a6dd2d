import type { CallForms, OperationDirectory } from '../kernel/next-step.ts';
import type { Documents, PersistedDocument } from './document.ts';

/** Prefix of every endpoint. */
export const prefix = '/api/v1/agent';

/** Makes the directory of calls out of the loaded documents. */
export function createDirectory(documents: Documents): OperationDirectory {
  const endpoints = documents.all
    .flatMap(({ rest, access, name, description }) =>
      rest
        ? [
            {
              method: rest.method,
              path: `${prefix}${rest.path}`,
              access,
              operation: name,
              summary: firstSentence(description),
            },
          ]
        : [],
    )
    .sort((one, other) => one.path.localeCompare(other.path) || one.method.localeCompare(other.method));
  const tools = documents.all
    .flatMap(({ tool, access, description }) =>
      tool
        ? [
            {
              name: tool.name,
              title: tool.title ?? tool.name,
              access,
              summary: firstSentence(description),
              confirm: tool.confirm,
            },
          ]
        : [],
    )
    .sort((one, other) => one.name.localeCompare(other.name));
  return {
    endpoints: () => endpoints,
    tools: () => tools,
    call(operation, variables) {
      const document = documents.find(operation);
      if (!document) throw new Error(`no document is called ${operation}`);
      return new Forms(document, variables);
    },
  };
}

/** Returns the first sentence of a description, in one line. */
export const firstSentence = (description: string): string =>
  /^[\s\S]*?[.?!](?=\s|$)/.exec(description.trim())?.[0].replace(/\s+/g, ' ') ?? description.trim();

/** Both forms of one call, each made when it is asked for. */
class Forms implements CallForms {
  readonly #document: PersistedDocument;
  readonly #variables: Record<string, unknown>;

  constructor(document: PersistedDocument, variables: Record<string, unknown>) {
    this.#document = document;
    this.#variables = variables;
  }

  get rest(): CallForms['rest'] {
    return restCall(this.#document, this.#variables);
  }

  get tool(): CallForms['tool'] {
    return toolCall(this.#document, this.#variables);
  }
}

/** Paths by document, cut at their variables: text and names take turns. */
const cutPaths = new WeakMap<PersistedDocument, readonly string[]>();

function pathOf(document: PersistedDocument, path: string, given: Record<string, unknown>): string {
  let cut = cutPaths.get(document);
  if (cut === undefined) {
    cut = `${prefix}${path}`.split(/\{(\w+)\}/);
    cutPaths.set(document, cut);
  }
  let made = cut[0]!;
  for (let place = 1; place < cut.length; place += 2) {
    const value = given[cut[place]!];
    made += (value === undefined ? `{${cut[place]}}` : encodeURIComponent(String(value))) + cut[place + 1];
  }
  return made;
}

function restCall(document: PersistedDocument, given: Record<string, unknown>): CallForms['rest'] {
  const { rest, name, variables } = document;
  if (!rest) return null;
  const others: Record<string, unknown> = {};
  let hasOthers = false;
  for (const key in given) {
    if (!variables.has(key)) throw new Error(`${name} has no variable ${key}`);
    if (given[key] === undefined || rest.pathVariables.includes(key)) continue;
    others[key] = given[key];
    hasOthers = true;
  }
  const path = pathOf(document, rest.path, given);
  if (rest.method !== 'GET') return { method: rest.method, path, body: hasOthers ? others : null };
  if (!hasOthers) return { method: rest.method, path, body: null };
  const query = new URLSearchParams(Object.entries(others).map(([key, value]) => [key, String(value)]));
  return { method: rest.method, path: `${path}?${query}`, body: null };
}

function toolCall({ tool }: PersistedDocument, given: Record<string, unknown>): CallForms['tool'] {
  if (!tool) return null;
  const known: Record<string, unknown> = {};
  for (const key in given) if (given[key] !== undefined) known[key] = given[key];
  return { name: tool.name, arguments: known };
}

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

function restCall({ rest, name, variables }: PersistedDocument, given: Record<string, unknown>): CallForms['rest'] {
  if (!rest) return null;
  const others: [string, unknown][] = [];
  for (const [key, value] of Object.entries(given)) {
    if (!variables.has(key)) throw new Error(`${name} has no variable ${key}`);
    if (value !== undefined && !rest.pathVariables.includes(key)) others.push([key, value]);
  }
  const path = `${prefix}${rest.path}`.replace(/\{(\w+)\}/g, (place, key: string) =>
    given[key] === undefined ? place : encodeURIComponent(String(given[key])),
  );
  if (rest.method !== 'GET') {
    return { method: rest.method, path, body: others.length === 0 ? null : Object.fromEntries(others) };
  }
  const query = new URLSearchParams(others.map(([key, value]) => [key, String(value)])).toString();
  return { method: rest.method, path: query === '' ? path : `${path}?${query}`, body: null };
}

function toolCall({ tool }: PersistedDocument, given: Record<string, unknown>): CallForms['tool'] {
  if (!tool) return null;
  return {
    name: tool.name,
    arguments: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
}

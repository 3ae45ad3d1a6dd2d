import { Kind, print, visit } from 'graphql';
import type { PersistedDocument } from '../../src/projections/document.ts';
import { readResult, sendModern } from '../mcp/client.ts';
import type { TestService } from '../support/service.ts';

/** What a call came to, whatever it was called through. */
export interface Outcome {
  /** The data of a success. */
  data: unknown;
  /** The code of a failure. */
  code: string | undefined;
  /** Which budget it was counted against, and what that allows. */
  policy: string | null;
  /** What is left of the budget. */
  left: number | undefined;
}

/** Calls a document with variables, as an account or as a guest. */
export type Face = (document: PersistedDocument, variables: Record<string, unknown>, key?: string) => Promise<Outcome>;

const budgetOf = (headers: Headers) => ({
  policy: headers.get('ratelimit-policy'),
  left: Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1] ?? Number.NaN),
});

/** The document as GraphQL knows it: without what only the projections read. */
export function plainText(document: PersistedDocument): string {
  const { document: parsed } = document.forRest;
  return print(
    visit(parsed, {
      OperationDefinition: (node) => ({ ...node, directives: [], description: undefined }),
      VariableDefinition: (node) => ({ ...node, description: undefined }),
      [Kind.DIRECTIVE]: (node) => (node.name.value === 'include' || node.name.value === 'skip' ? undefined : null),
    }),
  );
}

/** The faces of a service. */
export function facesOf(running: TestService): { rest: Face; graphql: Face; byId: Face; tools: Face } {
  const { api } = running;
  const rest: Face = async (document, variables, key) => {
    const { method, path, pathVariables } = document.rest!;
    const others = Object.entries(variables).filter(([name]) => !pathVariables.includes(name));
    const target = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(variables[name])));
    const inQuery = method === 'GET';
    const answer = await api.send(
      method,
      target,
      inQuery || others.length === 0 ? undefined : Object.fromEntries(others),
      {
        key,
        ...(inQuery && { query: Object.fromEntries(others.map(([name, value]) => [name, String(value)])) }),
      },
    );
    return { data: answer.data, code: answer.error?.code, ...budgetOf(answer.headers) };
  };
  const graphql: Face = async (document, variables, key) => {
    const answer = await api.graphql(plainText(document), variables, { key });
    const code = answer.body.errors?.[0].extensions.code;
    return { data: code ? undefined : answer.data.data, code, ...budgetOf(answer.headers) };
  };
  const byId: Face = async (document, variables, key) => {
    const answer = await api.send('POST', '/graphql', { documentId: document.name, variables }, { key });
    const code = answer.body.errors?.[0].extensions.code;
    return { data: code ? undefined : answer.data.data, code, ...budgetOf(answer.headers) };
  };
  const tools: Face = async (document, variables, key) => {
    const answer = await sendModern(
      running,
      'tools/call',
      { name: document.tool!.name, arguments: variables },
      { ...(key !== undefined && { key }) },
    );
    const { data, isError } = readResult(answer.body.result);
    const code = isError ? data.error.code : undefined;
    return { data: isError ? undefined : data, code, ...budgetOf(answer.headers) };
  };
  return { rest, graphql, byId, tools };
}

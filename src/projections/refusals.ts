import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getDirectiveValues,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import type { Access } from '../graphql/access.ts';
import { documentDirectives } from '../graphql/directives.ts';
import { type FailureCode, failureKinds } from '../kernel/failure.ts';
import type { RestForm, ToolForm } from './document.ts';

/** Why a document is refused, and how to mend it. */
export interface Refusal {
  file: string;
  message: string;
  mend: string;
}

/** Thrown at start when documents cannot be served: lists every problem of every document. */
export class RefusedDocuments extends Error {
  readonly refusals: readonly Refusal[];

  constructor(refusals: readonly Refusal[]) {
    super(
      `persisted documents are refused:\n${refusals.map(({ file, message, mend }) => `  ${file}: ${message} ${mend}`).join('\n')}`,
    );
    this.name = 'RefusedDocuments';
    this.refusals = refusals;
  }
}

/** What the directives of a document say. */
export interface Directives {
  rest: Omit<RestForm, 'pathVariables'> | undefined;
  tool: ToolForm | undefined;
  access: { to: Access } | undefined;
  idempotent: object | undefined;
  errors: { codes: FailureCode[] } | undefined;
  cache: { maxAge: number; unless?: string } | undefined;
  unlimited: object | undefined;
  page: object | undefined;
}

const directivesByName = new Map(documentDirectives.map((directive) => [directive.name, directive]));

/** Reads the directives of an operation; they must have passed validation. */
export function readDirectives(operation: OperationDefinitionNode): Directives {
  const read = (name: string) => getDirectiveValues(directivesByName.get(name)!, operation);
  return Object.fromEntries(
    ['rest', 'tool', 'access', 'idempotent', 'errors', 'cache', 'unlimited', 'page'].map((name) => [name, read(name)]),
  ) as unknown as Directives;
}

/** Returns the names in braces of a path. */
export const pathVariablesOf = (path: string): string[] => [...path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1]!);

/** Returns the file name that an operation belongs in, e.g. `create-checkout` for `CreateCheckout`. */
export const fileNameOf = (operation: string): string =>
  operation.replace(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3-$2').toLowerCase();

type Say = (message: string, mend: string) => void;

/** Says everything that is wrong with one valid operation beyond what GraphQL itself refuses. */
export function refuseOperation(
  operation: OperationDefinitionNode & { description?: { value: string } | undefined },
  fragments: readonly FragmentDefinitionNode[],
  file: string,
  schema: GraphQLSchema,
  say: Say,
): void {
  const name = operation.name!.value;
  const fileName = file.replace(/^.*\//, '').replace(/\.graphql$/, '');
  if (fileName !== fileNameOf(name)) {
    say(`holds the operation ${name}.`, `Name the file ${fileNameOf(name)}.graphql, or the operation after the file.`);
  }
  if (!operation.description?.value.trim()) {
    say('has no description.', 'Say above the operation, in triple quotes, what it does for the caller.');
  }
  for (const variable of operation.variableDefinitions ?? []) {
    const described = (variable as { description?: { value: string } }).description?.value.trim();
    if (!described) {
      say(
        `does not describe $${variable.variable.name.value}.`,
        'Put a string above the variable that says what it is.',
      );
    }
  }
  refuseRootField(operation, schema, say);
  refuseDirectives(operation, fragments, say);
}

function refuseRootField(operation: OperationDefinitionNode, schema: GraphQLSchema, say: Say): void {
  const selections = operation.selectionSet.selections;
  const root = selections[0] as FieldNode | undefined;
  if (selections.length !== 1 || root?.kind !== Kind.FIELD) {
    say('does not select exactly one root field.', 'Select one field of Query or Mutation, directly.');
    return;
  }
  if (root.alias?.value !== 'data') {
    say(
      'does not call its root field data.',
      `Write "data: ${root.name.value}", so that it becomes the data of the answer.`,
    );
  }
  const access = readDirectives(operation).access?.to;
  const field = schema.getRootType(operation.operation)?.getFields()[root.name.value];
  const required = field?.extensions.access;
  if (access !== undefined && required !== access) {
    say(
      `is open to ${access}, but the field ${root.name.value} of the schema to ${String(required)}.`,
      'Make @access of the document and access of the field the same.',
    );
  }
}

function refuseDirectives(operation: OperationDefinitionNode, fragments: readonly FragmentDefinitionNode[], say: Say) {
  const { rest, tool, page, access, idempotent, errors, cache } = readDirectives(operation);
  const variables = new Map(operation.variableDefinitions?.map((node) => [node.variable.name.value, node]));
  const mutation = operation.operation === OperationTypeNode.MUTATION;
  if (!rest && !tool && !page) say('is served nowhere.', 'Add @rest(method, path), @tool(name), @page, or several.');
  if (!access) say('does not say who may call it.', 'Add @access(to: …), the same as the access of its field.');
  if (mutation && !idempotent)
    say('is a mutation without @idempotent.', 'Add @idempotent: every change can be repeated safely.');
  if (mutation && rest?.method === 'GET') say('is a mutation on GET.', 'Serve it with POST, PATCH, PUT or DELETE.');
  if (rest && !/^(\/([\w.-]+|\{\w+\}))+$/.test(rest.path)) {
    say(
      `has the path "${rest.path}".`,
      'Begin it with a slash, end it without one, and write variables as whole segments in braces.',
    );
  }
  if (rest && (rest.status < 200 || rest.status > 299))
    say(`has the status ${rest.status}.`, 'Give the status of a success.');
  for (const name of rest ? pathVariablesOf(rest.path) : []) {
    const type = variables.get(name)?.type;
    if (type === undefined)
      say(`has {${name}} in its path, but no variable $${name}.`, `Declare $${name} or change the path.`);
    else if (type.kind !== Kind.NON_NULL_TYPE)
      say(`may lack $${name} of its path.`, `Make $${name} required with "!".`);
  }
  if (cache?.unless !== undefined && !variables.has(cache.unless)) {
    say(`names no variable in @cache(unless: "${cache.unless}").`, 'Name one of the variables.');
  }
  for (const code of errors?.codes ?? []) {
    if (!Object.hasOwn(failureKinds, code)) {
      say(`names the unknown code ${code} in @errors.`, 'Use a code of kernel/failure.ts, or add it there.');
    }
  }
  const selected = () => JSON.stringify([operation.selectionSet, fragments.map((fragment) => fragment.selectionSet)]);
  if (!tool && selected().includes('"toolOnly"'))
    say('has @toolOnly fields, but is no tool.', 'Add @tool(name) or remove @toolOnly.');
}

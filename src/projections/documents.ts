import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type ASTVisitor,
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  Kind,
  KnownFragmentNamesRule,
  NoUnusedFragmentsRule,
  NoUnusedVariablesRule,
  type OperationDefinitionNode,
  parse,
  Source,
  specifiedRules,
  typeFromAST,
  type ValidationContext,
  type ValidationRule,
  validate,
  valueFromASTUntyped,
  visit,
} from 'graphql';
import { reverseArguments } from './arguments.ts';
import { compileDocument } from './compile/results.ts';
import type { Documents, Executable, PersistedDocument, Variable } from './document.ts';
import { fragmentsInUse, holdsFragments, judgeFragments, placeOf, together, withShared } from './fragments.ts';
import { pathVariablesOf, type Refusal, RefusedDocuments, readDirectives, refuseOperation } from './refusals.ts';
import { compileCheck } from './values.ts';

/** The text of one document and where it lies below the folder of documents. */
export interface DocumentSource {
  file: string;
  text: string;
}

/** Reads every document of a folder, in the order of their paths. */
export function readDocuments(folder: string): DocumentSource[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.graphql'))
    .sort()
    .map((file) => ({ file: file.split(sep).join('/'), text: readFileSync(join(folder, file), 'utf8') }));
}

/**
 * Parses and validates documents. Throws RefusedDocuments, which names every problem of every document
 * with its mend: a document that cannot be served as it says never starts.
 */
export function loadDocuments(schema: GraphQLSchema, sources: readonly DocumentSource[]): Documents {
  requirePlainEnums(schema);
  const refusals: Refusal[] = [];
  const all: PersistedDocument[] = [];
  const sayOf = (file: string) => (message: string, mend: string) => refusals.push({ file, message, mend });
  const parsed = sources.flatMap((source) => {
    const document = parsedDocument(source, sayOf(source.file));
    return document ? [{ ...source, document }] : [];
  });
  const { shared = [], own = [] } = Object.groupBy(parsed, ({ file }) => (holdsFragments(file) ? 'shared' : 'own'));
  const fragments = shared.map(({ document }) => document);
  const documents = own.map(({ document }) => document);
  // Most of the time nothing is wrong, which is seen in one go; only what is wrong is looked for in each document.
  const isSound = validate(schema, together([...documents, ...fragments]), allRules).length === 0;
  const rules = isSound ? rulesOfOne : allRules;
  for (const error of judgeFragments(schema, fragments, documents, isSound)) {
    const file = error.source!.name;
    sayOf(file)(`${placeOf(error, file)}: ${error.message}`, 'Correct the fragment, or take it out.');
  }
  for (const { file, text, document } of own) {
    const loaded = loadDocument(schema, { file, text }, withShared(document, fragments), rules, sayOf(file));
    if (loaded) all.push(loaded);
  }
  refuseTwins(all, refusals);
  if (refusals.length > 0) throw new RefusedDocuments(refusals);
  const byName = new Map(all.map((document) => [document.name, document]));
  const byTool = new Map(all.flatMap((document) => (document.tool ? [[document.tool.name, document]] : [])));
  return {
    all,
    find: (operation) => byName.get(operation),
    findTool: (tool) => byTool.get(tool),
    compile: async () => {
      for (const { forRest } of all) {
        forRest.compile();
        await nextTurn();
      }
    },
  };
}

/** Compiled documents write enum values and built-in scalars as they are: an enum must be inside what it is on the wire. */
function requirePlainEnums(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isEnumType(type) || type.name.startsWith('__')) continue;
    const odd = type.getValues().find(({ name, value }) => name !== value);
    if (odd)
      throw new Error(`the value ${odd.name} of the enum ${type.name} is another inside: give both one spelling`);
  }
}

/** The code of a document is written once for all calls. */
const noChoices = (context: ValidationContext): ASTVisitor => ({
  Directive: (node) => {
    if (node.name.value !== 'skip' && node.name.value !== 'include') return;
    context.reportError(
      new GraphQLError('A document has no @skip and no @include: leave the choice to a union.', { nodes: node }),
    );
  },
});
const allRules = [...specifiedRules, noChoices];
/** What can be wrong with one document where all of them together are right: it may spread the fragment of another. */
const rulesOfOne = [KnownFragmentNamesRule];
/** What can be wrong with a valid document from which fields were taken. */
const leftoverRules = [NoUnusedVariablesRule, NoUnusedFragmentsRule];

type Say = (message: string, mend: string) => number;

function loadDocument(
  schema: GraphQLSchema,
  { file, text }: DocumentSource,
  parsed: DocumentNode,
  rules: readonly ValidationRule[],
  say: Say,
): PersistedDocument | undefined {
  const operations = parsed.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const fragments = parsed.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  const operation = operations[0];
  if (!operation || operations.length > 1 || !operation.name || operation.operation === 'subscription') {
    say(
      'does not hold exactly one named query or mutation.',
      'Put one operation in each file and name it after the file.',
    );
    return undefined;
  }
  const errors = validate(schema, parsed, rules);
  if (errors.length > 0) {
    for (const error of errors) {
      say(`${placeOf(error, file)}: ${error.message}`, 'Correct the document, or the schema that it is read against.');
    }
    return undefined;
  }
  let refused = false;
  refuseOperation(operation, fragments, file, schema, (message, mend) => {
    refused = true;
    say(message, mend);
  });
  const restForm = refused ? undefined : withoutToolFields(parsed);
  const restErrors =
    restForm && restForm !== parsed ? [...validate(schema, restForm, leftoverRules), ...emptySelections(restForm)] : [];
  for (const { message } of restErrors) {
    refused = true;
    say(`without its @toolOnly fields: ${message}`, 'Leave the REST answer a field, and use every variable in it.');
  }
  return refused || !restForm ? undefined : buildDocument(schema, file, text, operation, parsed, restForm);
}

function parsedDocument({ file, text }: DocumentSource, say: Say): DocumentNode | undefined {
  try {
    return parse(new Source(text, file));
  } catch (error) {
    const { message, locations } = error as { message: string; locations?: { line: number }[] };
    say(`line ${locations?.[0]?.line ?? '?'}: ${message}`, 'Correct the GraphQL.');
    return undefined;
  }
}

const isToolOnly = (node: { directives?: readonly { name: { value: string } }[] | undefined }) =>
  node.directives?.some((directive) => directive.name.value === 'toolOnly') ?? false;

/** Removes what is for tools only, and fragments that only such fields used. */
function withoutToolFields(document: DocumentNode): DocumentNode {
  const removed = visit(document, {
    Field: (node) => (isToolOnly(node) ? null : undefined),
    InlineFragment: (node) => (isToolOnly(node) ? null : undefined),
  });
  if (removed === document) return document;
  const operations = removed.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const used = fragmentsInUse(removed, { ...removed, definitions: operations });
  const isLeft = (node: DefinitionNode) => node.kind !== Kind.FRAGMENT_DEFINITION || used.has(node);
  return { ...removed, definitions: removed.definitions.filter(isLeft) };
}

/** Finds what selects nothing any more, which validation does not look for. */
function emptySelections(document: DocumentNode): { message: string }[] {
  const found: { message: string }[] = [];
  visit(document, {
    SelectionSet: (node, _key, parent) => {
      const { name } = parent as unknown as { name?: { value: string } };
      if (node.selections.length === 0) found.push({ message: `${name?.value ?? 'a fragment'} selects nothing.` });
    },
  });
  return found;
}

/** Makes a form that is compiled once, at its first call or before: at the start of the process it would only cost time. */
function executable(schema: GraphQLSchema, document: DocumentNode): Executable {
  let compiled: Executable['execute'] | undefined;
  const compile = () => {
    compiled ??= compileDocument(schema, document);
    return compiled;
  };
  return { document, compile: () => void compile(), execute: (...call) => (compiled ?? compile())(...call) };
}

function buildDocument(
  schema: GraphQLSchema,
  file: string,
  text: string,
  operation: OperationDefinitionNode,
  whole: DocumentNode,
  restForm: DocumentNode,
): PersistedDocument {
  const name = operation.name!.value;
  const { rest, tool, access, idempotent, errors, cache, unlimited } = readDirectives(operation);
  const root = operation.selectionSet.selections[0] as FieldNode;
  const variables = new Map(
    (operation.variableDefinitions ?? []).map((node) => {
      const variable = readVariable(schema, node);
      return [variable.name, variable];
    }),
  );
  const fileVariable = [...variables.values()].find((variable) => variable.file)?.name;
  const forRest = executable(schema, restForm);
  return {
    name,
    kind: operation.operation as 'query' | 'mutation',
    concept: file.includes('/') ? file.slice(0, file.indexOf('/')) : '',
    file,
    description: (operation as { description?: { value: string } }).description!.value,
    source: text,
    rest: rest
      ? { ...rest, upload: rest.upload || fileVariable !== undefined, pathVariables: pathVariablesOf(rest.path) }
      : null,
    tool: tool ? { ...tool, title: tool.title } : null,
    access: access!.to,
    idempotent: idempotent !== undefined,
    errors: errors?.codes ?? [],
    cache: cache ? { maxAge: cache.maxAge, unless: cache.unless } : null,
    limited: unlimited === undefined,
    variables,
    fileVariable,
    rootField: root.name.value,
    callersWord: reverseArguments(root),
    forRest,
    forTool: restForm === whole ? forRest : executable(schema, whole),
  };
}

type VariableNode = NonNullable<OperationDefinitionNode['variableDefinitions']>[number];

function readVariable(schema: GraphQLSchema, node: VariableNode): Variable {
  const type = typeFromAST(schema, node.type) as GraphQLInputType;
  return {
    name: node.variable.name.value,
    description: (node as { description?: { value: string } }).description!.value,
    type,
    required: node.type.kind === Kind.NON_NULL_TYPE && node.defaultValue === undefined,
    default: node.defaultValue ? valueFromASTUntyped(node.defaultValue) : undefined,
    file: getNamedType(type).name === 'FileContent',
    check: compileCheck(type),
  };
}

/** Refuses operations, endpoints and tools that exist twice. */
function refuseTwins(all: readonly PersistedDocument[], refusals: Refusal[]): void {
  const seen = new Map<string, string>();
  const once = (what: string, key: string, document: PersistedDocument) => {
    const other = seen.get(`${what} ${key}`);
    if (other === undefined) seen.set(`${what} ${key}`, document.file);
    else {
      refusals.push({
        file: document.file,
        message: `has the ${what} ${key}, as has ${other}.`,
        mend: `Give every document a ${what} of its own.`,
      });
    }
  };
  for (const document of all) {
    once('operation name', document.name, document);
    if (document.rest)
      once('endpoint', `${document.rest.method} ${document.rest.path.replace(/\{\w+\}/g, '{}')}`, document);
    if (document.tool) once('tool name', document.tool.name, document);
  }
}

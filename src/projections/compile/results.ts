import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  specifiedScalarTypes,
} from 'graphql';
import type { Context } from '../../graphql/context.ts';
import { buildArguments, readVariables, type Variables } from './arguments.ts';
import { refer, write } from './code.ts';

/** Executes a document with checked variables; throws, or rejects with, what any of its fields throws. */
export type Execute = (context: Context, variables: Variables) => unknown;

/** Works that wait for something; each puts its value in its place when it comes. */
type Pending = Promise<void>[];
/** Makes the part of the answer that shows one value. */
type Show = (value: unknown, context: Context, variables: Variables, pending: Pending) => unknown;

const plainScalars = new Set<string>(specifiedScalarTypes.map(({ name }) => name));
const noArguments = Object.freeze({});

/** What the written code refers to by number: resolvers, arguments, infos, further parts. */
interface Parts {
  values: unknown[];
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  operation: OperationDefinitionNode;
  variables: ReturnType<typeof readVariables>;
}

/**
 * Compiles a valid document of one root field into code that builds its answer directly: each object as one literal, without a
 * path or a place in the text for every field, because any failure is the failure of the whole call.
 */
export function compileDocument(schema: GraphQLSchema, document: DocumentNode): Execute {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!;
  const fragments = new Map(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );
  const parts: Parts = { values: [], schema, fragments, operation, variables: readVariables(schema, operation) };
  const root = objectPart(parts, schema.getRootType(operation.operation)!, [operation.selectionSet]);
  return (context, variables) => {
    const pending: Pending = [];
    const data = root(undefined, context, variables, pending);
    return pending.length === 0 ? data : settle(data, pending);
  };
}

/** What is awaited may add to what is pending; all of it runs already. */
async function settle(data: unknown, pending: Pending): Promise<unknown> {
  for (let next = 0; next < pending.length; next += 1) await pending[next];
  return data;
}

/** Puts a value in its place when it comes. A rejection is met where the whole call is awaited, if it still is. */
function later(value: PromiseLike<unknown>, put: (value: unknown) => void, pending: Pending): void {
  const work = Promise.resolve(value).then(put);
  work.catch(() => {});
  pending.push(work);
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';

function missing(place: string): never {
  throw new Error(`nothing was found for ${place}, which always has something`);
}

/** Returns the fields that a type is asked for, by their names in the answer. */
function collect(parts: Parts, type: GraphQLObjectType, sets: readonly SelectionSetNode[]): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const visit = (set: SelectionSetNode) => {
    for (const node of set.selections) {
      if (node.directives?.some(({ name }) => name.value === 'skip' || name.value === 'include')) {
        throw new Error('a document has @skip or @include: leave the choice to a union');
      }
      if (node.kind === Kind.FIELD) {
        const key = (node.alias ?? node.name).value;
        fields.set(key, [...(fields.get(key) ?? []), node]);
        continue;
      }
      const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : parts.fragments.get(node.name.value)!;
      const condition = fragment.typeCondition && parts.schema.getType(fragment.typeCondition.name.value);
      if (!condition || condition === type || (isAbstractType(condition) && parts.schema.isSubType(condition, type))) {
        visit(fragment.selectionSet);
      }
    }
  };
  for (const set of sets) visit(set);
  return fields;
}

/** Writes the part that shows an object: one literal of what can be read at once, then what its resolvers say. */
function objectPart(parts: Parts, type: GraphQLObjectType, sets: readonly SelectionSetNode[]): Show {
  const literal: string[] = [];
  const steps: string[] = [];
  for (const [key, nodes] of collect(parts, type, sets)) {
    const name = JSON.stringify(key);
    const node = nodes[0]!;
    if (node.name.value === '__typename') {
      literal.push(`${name}: ${JSON.stringify(type.name)}`);
      continue;
    }
    const field = type.getFields()[node.name.value]!;
    const place = `${type.name}.${field.name}`;
    const inner = nodes.flatMap(({ selectionSet }) => (selectionSet ? [selectionSet] : []));
    const show = valueCode(parts, field.type, inner, place);
    if (!field.resolve) {
      literal.push(`${name}: ${show(`value.${field.name}`)}`);
      continue;
    }
    literal.push(`${name}: undefined`);
    const args =
      field.args.length === 0
        ? refer(parts.values, noArguments)
        : `${refer(parts.values, buildArguments(field, node, parts.variables))}(variables)`;
    const call = `${refer(parts.values, field.resolve)}(value, ${args}, context, ${refer(parts.values, infoOf(parts, type, field, nodes, key))})`;
    steps.push(
      `{ const found = ${call};`,
      `if (isThenable(found)) later(found, (found) => { made[${name}] = ${show('found')}; }, pending);`,
      `else made[${name}] = ${show('found')}; }`,
    );
  }
  const body = `let v; const made = { ${literal.join(', ')} };\n${steps.join('\n')}\nreturn made;`;
  return showing(parts, body);
}

const showing = (parts: Parts, body: string): Show =>
  write(['value', 'context', 'variables', 'pending'], body, parts.values, { isThenable, later, missing });

/** Returns how a value of a type is shown, as code around the code that reads it. */
function valueCode(
  parts: Parts,
  type: GraphQLOutputType,
  sets: readonly SelectionSetNode[],
  place: string,
): (read: string) => string {
  const otherwise = isNonNullType(type) ? `missing(${JSON.stringify(place)})` : 'null';
  const bare = getNullableType(type);
  if (isEnumType(bare) || (isScalarType(bare) && plainScalars.has(bare.name))) {
    return (read) => `(${read} ?? ${otherwise})`;
  }
  if (isScalarType(bare)) {
    const serialize = refer(parts.values, (value: unknown) => bare.coerceOutputValue(value));
    return (read) => `((v = ${read}) == null ? ${otherwise} : ${serialize}(v))`;
  }
  const part = isListType(bare)
    ? listPart(parts, bare.ofType, sets, place)
    : isObjectType(bare)
      ? objectPart(parts, bare, sets)
      : kindPart(parts, type, sets, place);
  const show = refer(parts.values, part);
  return (read) => `((v = ${read}) == null ? ${otherwise} : ${show}(v, context, variables, pending))`;
}

function listPart(parts: Parts, item: GraphQLOutputType, sets: readonly SelectionSetNode[], place: string): Show {
  const show = valueCode(parts, item, sets, place);
  return showing(
    parts,
    // Pushed one by one: JSON.stringify is slow with an array that was made with a length, and so with places for holes.
    `let v; const list = Array.isArray(value) ? value : Array.from(value); const made = [];
    for (let index = 0; index < list.length; index += 1) {
      const found = list[index];
      if (isThenable(found)) {
        made.push(null);
        later(found, (found) => { made[index] = ${show('found')}; }, pending);
      } else made.push(${show('found')});
    }
    return made;`,
  );
}

/** Makes the part that shows a union or an interface: by the kind that the value turns out to be. */
function kindPart(parts: Parts, type: GraphQLOutputType, sets: readonly SelectionSetNode[], place: string): Show {
  const abstract = getNamedType(type);
  if (!isAbstractType(abstract)) throw new Error(`no code for the type ${String(type)}`);
  const kinds = parts.schema.getPossibleTypes(abstract);
  const shows = new Map(kinds.map((kind) => [kind.name, objectPart(parts, kind, sets)]));
  const info = infoOf(parts, parts.schema.getRootType(parts.operation.operation)!, undefined, [], place);
  return (value, context, variables, pending) => {
    const name = abstract.resolveType
      ? abstract.resolveType(value, context, info, abstract)
      : kinds.find((kind) => kind.isTypeOf?.(value, context, info) === true)?.name;
    const show = typeof name === 'string' ? shows.get(name) : undefined;
    if (!show) throw new Error(`a value of ${place} is of no kind that ${abstract.name} has`);
    return show(value, context, variables, pending);
  };
}

/** What a resolver may ask about where it is: as GraphQL gives it, but without the indexes of lists. */
function infoOf(
  parts: Parts,
  type: GraphQLObjectType,
  field: GraphQLField<unknown, unknown> | undefined,
  nodes: readonly FieldNode[],
  key: string,
): GraphQLResolveInfo {
  return {
    fieldName: field?.name ?? key,
    fieldNodes: nodes,
    returnType: field?.type,
    parentType: type,
    path: { prev: undefined, key, typename: type.name },
    schema: parts.schema,
    fragments: Object.fromEntries(parts.fragments),
    rootValue: undefined,
    operation: parts.operation,
    variableValues: { sources: {}, coerced: {} },
  } as unknown as GraphQLResolveInfo;
}

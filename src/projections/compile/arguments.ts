import {
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  specifiedScalarTypes,
  typeFromAST,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { refer, write } from './code.ts';

/** The variables of one call, by name. */
export type Variables = Readonly<Record<string, unknown>>;
/** Makes a value out of the variables of a call. */
type Build = (given: Variables) => unknown;
/** Makes what a resolver gets out of what the wire has; the value was checked before. */
type Coerce = (value: unknown) => unknown;

/** Stands for what was left out and has no default: it is not among the arguments then. */
const omitted = Symbol('omitted');
const asItIs: Coerce = (value) => value;
const plainScalars = new Set<string>(specifiedScalarTypes.map(({ name }) => name));

type Defaulted = Pick<GraphQLInputField | GraphQLArgument, 'type' | 'default' | 'defaultValue'>;

/** Returns the default of an argument or an input field as a resolver gets it; omitted when there is none. */
function defaultOf({ default: declared, defaultValue, type }: Defaulted): unknown {
  if (declared && 'literal' in declared && declared.literal)
    return coercion(type)(valueFromASTUntyped(declared.literal));
  if (declared && 'value' in declared) return declared.value;
  return defaultValue === undefined ? omitted : defaultValue;
}

const coercions = new Map<GraphQLInputType, Coerce>();

/** Returns how values of a type are turned into what resolvers get; `asItIs` where nothing has to be done. */
function coercion(type: GraphQLInputType): Coerce {
  const bare = getNullableType(type);
  const known = coercions.get(bare);
  if (known) return known;
  if (isEnumType(bare)) return asItIs;
  if (isListType(bare)) {
    const item = coercion(bare.ofType);
    return (value) => {
      if (!Array.isArray(value)) return [nullOr(item, value)];
      return item === asItIs ? value : value.map((entry) => nullOr(item, entry));
    };
  }
  if (isInputObjectType(bare)) {
    // An input object may hold itself: what is found on the way asks for it when it is called.
    coercions.set(bare, (value) => coercions.get(bare)!(value));
    const fields = Object.values(bare.getFields()).map((field) => ({
      name: field.name,
      coerce: coercion(field.type),
      otherwise: defaultOf(field),
    }));
    const coerce: Coerce = fields.every((field) => field.coerce === asItIs && field.otherwise === omitted)
      ? asItIs
      : (value) => coerceObject(fields, value as Record<string, unknown>);
    coercions.set(bare, coerce);
    return coerce;
  }
  if (bare.name === 'ID') return (value) => (typeof value === 'number' ? String(value) : value);
  return plainScalars.has(bare.name) ? asItIs : (value) => bare.coerceInputValue(value);
}

interface ObjectField {
  name: string;
  coerce: Coerce;
  otherwise: unknown;
}

function coerceObject(fields: readonly ObjectField[], value: Record<string, unknown>): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const { name, coerce, otherwise } of fields) {
    if (Object.hasOwn(value, name)) made[name] = nullOr(coerce, value[name]);
    else if (otherwise !== omitted) made[name] = otherwise;
  }
  return made;
}

const nullOr = (coerce: Coerce, value: unknown) => (value === null || value === undefined ? null : coerce(value));

/**
 * Reads the variables of an operation: how each is taken out of a call, with its default. Each is code of its own, and so is each object
 * that is made of them: code that all documents share sees objects of so many shapes that each look into one is slow.
 */
export function readVariables(schema: GraphQLSchema, operation: OperationDefinitionNode): ReadonlyMap<string, Build> {
  return new Map(
    (operation.variableDefinitions ?? []).map((node) => {
      const name = node.variable.name.value;
      const coerce = coercion(typeFromAST(schema, node.type) as GraphQLInputType);
      const otherwise = node.defaultValue ? coerce(valueFromASTUntyped(node.defaultValue)) : omitted;
      const read = `given[${JSON.stringify(name)}]`;
      const found = coerce === asItIs ? `${read} ?? null` : `nullOr(coerce, ${read})`;
      const body = `return Object.hasOwn(given, ${JSON.stringify(name)}) ? ${found} : otherwise;`;
      return [name, write<Build>(['given'], body, [], { nullOr, coerce, otherwise })];
    }),
  );
}

function written(node: ValueNode, type: GraphQLInputType, variables: ReadonlyMap<string, Build>): Build {
  if (node.kind === Kind.VARIABLE) return variables.get(node.name.value)!;
  const bare = getNullableType(type);
  if (node.kind === Kind.OBJECT && isInputObjectType(bare)) {
    const given = new Map(node.fields.map((field) => [field.name.value, field.value]));
    return objectOf(
      Object.values(bare.getFields()).flatMap((field) => member(field.name, field, given.get(field.name), variables)),
    );
  }
  if (isListType(bare) && node.kind !== Kind.LIST && node.kind !== Kind.NULL) {
    const only = written(node, bare.ofType, variables);
    return (given) => [only(given)];
  }
  if (node.kind === Kind.LIST && isListType(bare)) {
    const items = node.values.map((item) => written(item, bare.ofType, variables));
    return (given) =>
      items.map((build) => {
        const item = build(given);
        return item === omitted ? null : item;
      });
  }
  const constant = nullOr(coercion(type), valueFromASTUntyped(node));
  return () => constant;
}

type Member = readonly [name: string, build: Build];

function member(
  name: string,
  field: Defaulted,
  node: ValueNode | undefined,
  variables: ReadonlyMap<string, Build>,
): Member[] {
  const otherwise = defaultOf(field);
  if (node === undefined) return otherwise === omitted ? [] : [[name, () => otherwise]];
  const build = written(node, field.type, variables);
  if (otherwise === omitted) return [[name, build]];
  const takesNull = !isNonNullType(field.type);
  return [
    [
      name,
      (given) => {
        const value = build(given);
        return value === omitted || (value === null && !takesNull) ? otherwise : value;
      },
    ],
  ];
}

/** Makes the code that makes an object, a line for each member. */
function objectOf(members: readonly Member[]): Build {
  const values: unknown[] = [];
  const lines = members.map(
    ([name, build]) =>
      `value = ${refer(values, build)}(given); if (value !== omitted) made[${JSON.stringify(name)}] = value;`,
  );
  return write(['given'], `const made = {}; let value; ${lines.join('\n')} return made;`, values, { omitted });
}

/**
 * Makes the arguments of a field out of the variables of a call. What was left out is not among them, unless the document or
 * the schema has a default for it; what is null is null.
 */
export function buildArguments(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: ReadonlyMap<string, Build>,
): Build {
  const given = new Map(node.arguments?.map((argument) => [argument.name.value, argument.value]));
  const members = field.args.flatMap((argument) =>
    member(argument.name, argument, given.get(argument.name), variables),
  );
  return objectOf(members);
}

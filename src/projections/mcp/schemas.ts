import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { PersistedDocument } from '../document.ts';

/** A JSON Schema, 2020-12. */
export type JsonSchema = { [keyword: string]: unknown };

const scalars: Record<string, JsonSchema> = {
  String: { type: 'string' },
  ID: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  Date: { type: 'string', format: 'date' },
  DateTime: { type: 'string', format: 'date-time' },
  JSONObject: { type: 'object' },
  FileContent: { type: 'string', contentEncoding: 'base64' },
};

function scalarSchema(name: string): JsonSchema {
  return { ...(scalars[name] ?? { type: ['object', 'array', 'string', 'number', 'boolean', 'null'] }) };
}

/** Returns the schema of an input type: two levels of objects, of what lies deeper only that it is one. */
function inputType(type: GraphQLInputType, depth = 0): JsonSchema {
  const bare = getNullableType(type);
  if (isListType(bare)) return { type: 'array', items: inputType(bare.ofType, depth) };
  if (isEnumType(bare)) return { type: 'string', enum: bare.getValues().map(({ name }) => name) };
  if (!isInputObjectType(bare)) return scalarSchema(bare.name);
  if (depth === 2) return { type: 'object' };
  const fields = Object.values(bare.getFields());
  const required = fields.filter((field) => isNonNullType(field.type) && field.default === undefined);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, inputType(field.type, depth + 1)])),
    ...(required.length > 0 && { required: required.map(({ name }) => name) }),
  };
}

/** What a tool takes beyond the variables of its document. */
export interface ExtraArguments {
  properties: Record<string, JsonSchema>;
  /** Variables that may be left out although the document requires them. */
  optional: readonly string[];
}

/**
 * Returns the schema of a tool's arguments: the variables of its document, and what the tool itself takes. That others are
 * refused goes without saying it in every schema: the refusal names the nearest known one.
 */
export function inputSchemaOf(document: PersistedDocument, extra: ExtraArguments): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const { name, type, description, required: needed, default: fallback } of document.variables.values()) {
    // Kept for callers of long ago, who are not told of it anew.
    if (description.startsWith('Legacy')) continue;
    properties[name] = {
      ...inputType(type),
      description: firstSentence(description),
      ...(fallback !== undefined && fallback !== null && { default: fallback }),
    };
    if (needed && !extra.optional.includes(name)) required.push(name);
  }
  Object.assign(properties, extra.properties);
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

const firstSentence = (text: string) => /^.*?[.?!](?=\s|$)/s.exec(text)?.[0] ?? text;

/** One property of a result, with whether it may be absent. */
interface Property {
  schema: JsonSchema;
  always: boolean;
  nullable: boolean;
}

/** What the results of nearly all tools have: the instructions of the server tell of it once. */
const universal = new Set(['answer', 'next_step', 'next', 'links']);

/**
 * Returns the schema of a document's result for tools. Only the first level is told, and of it what every answer has: every
 * client pays for the list of tools in tokens.
 */
export function outputSchemaOf(
  document: PersistedDocument,
  schema: GraphQLSchema,
  extra: Record<string, JsonSchema>,
): JsonSchema {
  const { definitions } = document.forTool.document;
  const operation = definitions.find(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  )!;
  const fragments = new Map(
    definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [])),
  );
  const root = operation.selectionSet.selections[0] as FieldNode;
  const field = schema.getRootType(operation.operation)!.getFields()[root.name.value]!;
  const type = getNullableType(field.type) as GraphQLOutputType;
  const properties = root.selectionSet ? propertiesOf(schema, type, root.selectionSet, fragments) : new Map();
  const told = [...properties].filter(([name, { nullable, always }]) => always && !nullable && !universal.has(name));
  return {
    type: 'object',
    properties: { ...Object.fromEntries(told.map(([name, property]) => [name, property.schema])), ...extra },
  };
}

function propertiesOf(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  selections: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Map<string, Property> {
  const own = new Map<string, Property>();
  const branches: Map<string, Property>[] = [];
  for (const node of selections.selections) {
    if (node.kind === Kind.FIELD) {
      const alias = node.alias?.value ?? node.name.value;
      const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
      const definition = fields[node.name.value];
      own.set(alias, {
        schema: definition ? outputType(definition.type) : { type: 'string' },
        always: true,
        nullable: definition !== undefined && !isNonNullType(definition.type),
      });
      continue;
    }
    const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value)!;
    const condition =
      fragment.typeCondition && (schema.getType(fragment.typeCondition.name.value) as GraphQLObjectType);
    const inner = propertiesOf(schema, condition ?? type, fragment.selectionSet, fragments);
    if (condition === undefined || condition === type) for (const [name, property] of inner) own.set(name, property);
    else branches.push(inner);
  }
  for (const branch of branches) {
    for (const [name, property] of branch) {
      const always = property.always && branches.every((other) => other.has(name));
      const known = own.get(name);
      own.set(name, {
        schema: known ? either(known.schema, property.schema) : property.schema,
        always,
        nullable: property.nullable || known?.nullable === true,
      });
    }
  }
  return own;
}

function either(one: JsonSchema, other: JsonSchema): JsonSchema {
  return JSON.stringify(one) === JSON.stringify(other)
    ? one
    : { type: [...new Set([one.type, other.type].flat())] as unknown };
}

function outputType(type: GraphQLOutputType): JsonSchema {
  const bare = getNullableType(type) as GraphQLOutputType;
  if (isListType(bare)) return { type: 'array' };
  if (isEnumType(bare)) return { type: 'string' };
  return { type: isScalarType(bare) ? scalarSchema(bare.name).type : 'object' };
}

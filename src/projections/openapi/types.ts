import {
  type FieldNode,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  type ValueNode,
} from 'graphql';

/** A JSON Schema, 2020-12. */
export type JsonSchema = { [keyword: string]: unknown };

/** The named schemas of the document, in the order in which they were first used. */
export type Components = Map<string, JsonSchema>;

export const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

const scalars: Record<string, JsonSchema> = {
  String: { type: 'string' },
  ID: { type: 'string' },
  Int: { type: 'integer', format: 'int32' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  Date: { type: 'string', format: 'date' },
  DateTime: { type: 'string', format: 'date-time' },
  JSONObject: { type: 'object', additionalProperties: true },
  JSON: {},
  FileContent: { type: 'string', contentEncoding: 'base64' },
};

/** Returns the schema of a scalar or an enum. */
export function leafSchema(type: GraphQLLeafType): JsonSchema {
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  return { ...(scalars[type.name] ?? {}), ...(type.name in scalars ? {} : { title: type.name }) };
}

/** Returns a schema that also allows null. */
export function nullable(schema: JsonSchema): JsonSchema {
  if (Object.keys(schema).length === 0) return schema;
  if (typeof schema.type !== 'string') return { oneOf: [schema, { type: 'null' }] };
  const { enum: values, ...others } = schema;
  return {
    ...others,
    type: [schema.type, 'null'],
    ...(Array.isArray(values) && { enum: [...values, null] }),
  };
}

/** A field of an input type or an argument: what a value is given for. */
type Filled = Pick<GraphQLInputField, 'type' | 'extensions'>;

type Bound = number | [number, unknown];
const boundOf = (bound: Bound): number => (Array.isArray(bound) ? bound[0] : bound);

/** The bounds that a field of an input type is declared with, as JSON Schema says them. */
function boundsOf(field: Filled, schema: JsonSchema): JsonSchema {
  const { validate = {} } = (field.extensions.pothosOptions ?? {}) as { validate?: Record<string, unknown> };
  const of = (name: string) => validate[name] as Bound | undefined;
  const isList = schema.type === 'array';
  const found: JsonSchema = {
    minimum: of('min'),
    maximum: of('max'),
    [isList ? 'minItems' : 'minLength']: of('minLength'),
    [isList ? 'maxItems' : 'maxLength']: of('maxLength'),
  };
  const bounds: JsonSchema = {};
  for (const [name, bound] of Object.entries(found)) if (bound !== undefined) bounds[name] = boundOf(bound as Bound);
  const { regex } = validate as { regex?: RegExp | [RegExp, unknown] };
  if (regex !== undefined) bounds.pattern = (Array.isArray(regex) ? regex[0] : regex).source;
  if (validate.email !== undefined) bounds.format = 'email';
  return bounds;
}

/** Returns the schema of what an input type takes; input objects become components. Null is allowed where the type allows it. */
export function inputSchema(type: GraphQLInputType, components: Components): JsonSchema {
  const schema = bareInput(getNullableType(type), components);
  return isNonNullType(type) ? schema : nullable(schema);
}

function bareInput(type: GraphQLInputType, components: Components): JsonSchema {
  if (isListType(type)) return { type: 'array', items: inputSchema(type.ofType, components) };
  if (!isInputObjectType(type)) return leafSchema(type as GraphQLLeafType);
  if (!components.has(type.name)) {
    components.set(type.name, {});
    const fields = Object.values(type.getFields());
    components.set(type.name, {
      type: 'object',
      ...(type.description && { description: type.description }),
      properties: Object.fromEntries(fields.map((field) => [field.name, inputFieldSchema(field, components)])),
      ...(fields.some(isRequiredInputField) && {
        required: fields.filter(isRequiredInputField).map(({ name }) => name),
      }),
      additionalProperties: false,
    });
  }
  return reference(type.name);
}

/** Returns the schema of one field of an input type, with its bounds. */
export function inputFieldSchema(field: GraphQLInputField, components: Components): JsonSchema {
  const schema = inputSchema(field.type, components);
  const description = field.description ? { description: field.description } : {};
  if ('$ref' in schema) return { ...schema, ...description };
  return { ...schema, ...boundsOf(field, schema), ...description };
}

/** Returns the bounds of the argument that a variable fills, to be added to the schema of the variable. */
export function variableBounds(root: FieldNode, name: string, schema: GraphQLSchema, typed: JsonSchema): JsonSchema {
  const found: Filled[] = [];
  const follow = (value: ValueNode, field: Filled) => {
    if (value.kind === Kind.VARIABLE && value.name.value === name) found.push(field);
    if (value.kind !== Kind.OBJECT) return;
    const type = getNamedType(field.type);
    if (!isInputObjectType(type)) return;
    for (const { name: inner, value: innerValue } of value.fields) follow(innerValue, type.getFields()[inner.value]!);
  };
  const roots = [schema.getQueryType(), schema.getMutationType()];
  const field = roots.map((type) => type?.getFields()[root.name.value]).find((candidate) => candidate !== undefined);
  for (const { name: argument, value } of root.arguments ?? []) {
    const definition = field?.args.find((candidate) => candidate.name === argument.value);
    if (definition) follow(value, definition);
  }
  return found[0] ? boundsOf(found[0], typed) : {};
}

import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  isAbstractType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { PersistedDocument } from '../document.ts';
import { type Components, type JsonSchema, leafSchema, nullable, reference } from './types.ts';

/** What is known while one document is read. */
interface Reading {
  schema: GraphQLSchema;
  components: Components;
  /** Names of components by what they say. */
  names: Map<string, string>;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** Makes the reader of results: the schema of a document's data, as its selection says. What is alike becomes one component. */
export function createResultReader(schema: GraphQLSchema, components: Components) {
  const names = new Map<string, string>();
  return (document: PersistedDocument): JsonSchema => {
    const { definitions } = document.forRest.document;
    const operation = definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION) as OperationDefinitionNode;
    const fragments = new Map(
      definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
    );
    const root = operation.selectionSet.selections[0] as FieldNode;
    const field = schema.getRootType(operation.operation)!.getFields()[root.name.value]!;
    return valueSchema(
      { schema, components, names, fragments },
      field.type,
      root.selectionSet ? [root.selectionSet] : [],
    );
  };
}

function valueSchema(reading: Reading, type: GraphQLOutputType, selections: SelectionSetNode[]): JsonSchema {
  const bare = getNullableType(type);
  const schema = isListType(bare)
    ? { type: 'array', items: valueSchema(reading, bare.ofType, selections) }
    : isObjectType(bare)
      ? objectSchema(reading, bare, selections, false)
      : isAbstractType(bare)
        ? unionSchema(reading, reading.schema.getPossibleTypes(bare), selections)
        : leafSchema(bare as GraphQLLeafType);
  return isNonNullType(type) ? schema : nullable(schema);
}

/** Every kind of a union has the fields that its fragments ask for, and no others: which one it is can be told from them. */
function unionSchema(
  reading: Reading,
  kinds: readonly GraphQLObjectType[],
  selections: SelectionSetNode[],
): JsonSchema {
  const shapes = kinds.map((kind) => [...collect(reading, kind, selections).keys()].sort().join());
  const isTold = new Set(shapes).size === shapes.length;
  const alternatives = kinds.map((kind) => objectSchema(reading, kind, selections, true));
  const distinct = [...new Map(alternatives.map((schema) => [JSON.stringify(schema), schema])).values()];
  return distinct.length === 1 ? distinct[0]! : { [isTold ? 'oneOf' : 'anyOf']: distinct };
}

/** Returns the fields that a type is asked for, by their names in the answer; a field asked for twice has both selections. */
function collect(reading: Reading, type: GraphQLObjectType, selections: SelectionSetNode[]): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const visit = (set: SelectionSetNode) => {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        const name = (node.alias ?? node.name).value;
        fields.set(name, [...(fields.get(name) ?? []), node]);
        continue;
      }
      const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : reading.fragments.get(node.name.value)!;
      const condition = fragment.typeCondition && reading.schema.getType(fragment.typeCondition.name.value);
      const applies =
        !condition || condition === type || (isAbstractType(condition) && reading.schema.isSubType(condition, type));
      if (applies) visit(fragment.selectionSet);
    }
  };
  for (const set of selections) visit(set);
  return fields;
}

function objectSchema(
  reading: Reading,
  type: GraphQLObjectType,
  selections: SelectionSetNode[],
  closed: boolean,
): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const [name, nodes] of collect(reading, type, selections)) {
    const field = type.getFields()[nodes[0]!.name.value]!;
    const inner = nodes.flatMap((node) => (node.selectionSet ? [node.selectionSet] : []));
    const schema = valueSchema(reading, field.type, inner);
    properties[name] = field.description ? { ...schema, description: field.description } : schema;
  }
  return named(reading, type.name, {
    type: 'object',
    ...(type.description && { description: type.description }),
    properties,
    required: Object.keys(properties),
    ...(closed && { additionalProperties: false }),
  });
}

/** Returns a reference to the component that says this, which is made the first time. */
function named({ components, names }: Reading, wanted: string, schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema);
  let name = names.get(text);
  if (name === undefined) {
    name = wanted;
    for (let number = 2; components.has(name); number += 1) name = `${wanted}${number}`;
    names.set(text, name);
    components.set(name, schema);
  }
  return reference(name);
}

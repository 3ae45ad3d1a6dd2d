import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parseType,
  TypeInfo,
  type ValueNode,
  type VariableDefinitionNode,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';

type Variables = Record<string, unknown>;
type Build = (given: Variables) => unknown;

/** Stands for a variable that was left out and has no default. */
const omitted = Symbol('omitted');

/** A document whose arguments are whole variables, and how to make these out of the variables that it had. */
export interface Folded {
  document: DocumentNode;
  fold(given: Variables): Variables;
}

/**
 * Rewrites a document so that each argument written as an object or a list of variables becomes one variable of its own.
 * The compiler of queries turns a variable that is left out inside of such an argument into null; made here, it stays left
 * out, and a default of the document or of the schema takes its place.
 */
export function foldArguments(schema: GraphQLSchema, document: DocumentNode): Folded {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!;
  const definitions = new Map(operation.variableDefinitions?.map((node) => [node.variable.name.value, node]));
  const defaults = new Map(
    [...definitions].flatMap(([name, { defaultValue }]) =>
      defaultValue ? [[name, valueFromASTUntyped(defaultValue) as unknown]] : [],
    ),
  );
  const made: { definition: VariableDefinitionNode; build: Build }[] = [];
  const types = new TypeInfo(schema);
  const rewritten = visit(
    document,
    visitWithTypeInfo(types, {
      Argument: (node) => {
        if (node.value.kind !== Kind.OBJECT && node.value.kind !== Kind.LIST) return undefined;
        if (!holdsVariable(node.value)) return undefined;
        const name = { kind: Kind.NAME, value: `folded${made.length}` } as const;
        const variable = { kind: Kind.VARIABLE, name } as const;
        made.push({
          definition: {
            kind: Kind.VARIABLE_DEFINITION,
            variable,
            type: parseType(String(types.getArgument()!.type)),
          } as VariableDefinitionNode,
          build: compile(node.value, defaults),
        });
        return { ...node, value: variable };
      },
    }),
  );
  if (made.length === 0) return { document, fold: (given) => given };

  const kept = new Set<string>();
  visit(rewritten, {
    VariableDefinition: () => false,
    Variable: ({ name }) => {
      kept.add(name.value);
    },
  });
  const passed = [...definitions.keys()].filter((name) => kept.has(name));
  const isThis = (node: unknown): node is OperationDefinitionNode =>
    (node as OperationDefinitionNode).kind === Kind.OPERATION_DEFINITION;
  return {
    document: {
      ...rewritten,
      definitions: rewritten.definitions.map((node) =>
        isThis(node)
          ? {
              ...node,
              variableDefinitions: [
                ...passed.map((name) => definitions.get(name)!),
                ...made.map(({ definition }) => definition),
              ],
            }
          : node,
      ),
    },
    fold: (given) => {
      const folded: Variables = {};
      for (const name of passed) if (Object.hasOwn(given, name)) folded[name] = given[name];
      for (const { definition, build } of made) folded[definition.variable.name.value] = build(given);
      return folded;
    },
  };
}

function holdsVariable(value: ValueNode): boolean {
  let found = false;
  visit(value, {
    Variable: () => {
      found = true;
    },
  });
  return found;
}

function compile(value: ValueNode, defaults: ReadonlyMap<string, unknown>): Build {
  if (value.kind === Kind.VARIABLE) {
    const name = value.name.value;
    const otherwise = defaults.has(name) ? defaults.get(name) : omitted;
    return (given) => (Object.hasOwn(given, name) ? given[name] : otherwise);
  }
  if (value.kind === Kind.LIST) {
    const items = value.values.map((item) => compile(item, defaults));
    return (given) =>
      items.map((build) => {
        const item = build(given);
        return item === omitted ? null : item;
      });
  }
  if (value.kind === Kind.OBJECT) {
    const fields = value.fields.map((field) => [field.name.value, compile(field.value, defaults)] as const);
    return (given) => {
      const object: Variables = {};
      for (const [name, build] of fields) {
        const made = build(given);
        if (made !== omitted) object[name] = made;
      }
      return object;
    };
  }
  const constant = valueFromASTUntyped(value);
  return () => constant;
}

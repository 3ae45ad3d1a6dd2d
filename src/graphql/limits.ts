import { costLimitRule } from '@escape.tech/graphql-armor-cost-limit';
import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  type ValidationRule,
  validate,
} from 'graphql';
import type { Access } from './access.ts';

/** How large a query may be that no persisted document is. */
export const queryLimits = {
  tokens: 2_000,
  depth: 12,
  aliases: 60,
  directives: 5,
  cost: 5_000,
  rootFields: 10,
} as const;

const rules = [
  maxDepthRule({ n: queryLimits.depth }),
  maxAliasesRule({ n: queryLimits.aliases, allowList: [] }),
  maxDirectivesRule({ n: queryLimits.directives }),
  costLimitRule({ maxCost: queryLimits.cost }),
] as unknown as ValidationRule[];

/** Refuses a query for its size, with a hint that names all limits. */
function tooMuch(message: string): GraphQLError {
  const { tokens, depth, aliases, directives, cost, rootFields } = queryLimits;
  const hint = `Ask for less at once: at most ${tokens} tokens, ${depth} levels, ${aliases} aliases, ${directives} directives, ${rootFields} root fields and a cost of ${cost}.`;
  return new GraphQLError(message.replace(/^Syntax Error: /, ''), { extensions: { hint } });
}

/** Parses a query of at most the allowed number of tokens; throws a GraphQLError. */
export function parseQuery(text: string): DocumentNode {
  try {
    return parse(text, { maxTokens: queryLimits.tokens });
  } catch (error) {
    const isTooLong = error instanceof GraphQLError && error.message.includes(`more than ${queryLimits.tokens} tokens`);
    throw isTooLong ? tooMuch(error.message) : error;
  }
}

/**
 * Returns why a query is refused that would cost too much: too deep, too broad, too many aliases, directives or root fields. To
 * be asked before the query is validated, because validation itself takes time that grows with the square of the size.
 */
export function refuseCostly(schema: GraphQLSchema, document: DocumentNode): GraphQLError | undefined {
  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION) continue;
    const count = rootFields(document, node).length;
    if (count > queryLimits.rootFields) {
      return tooMuch(`Root fields limit of ${queryLimits.rootFields} exceeded, found ${count}.`);
    }
  }
  try {
    const [error] = validate(schema, document, rules);
    return error && tooMuch(error.message);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return tooMuch(error.message);
  }
}

/** One field of an operation's root, as the operation selects it. */
export interface RootField {
  name: string;
  /** Name in the response: the alias, where there is one. */
  key: string;
}

/** Returns the root fields of an operation, fragments followed, introspection left out. Fragments that go round are followed once. */
export function rootFields(document: DocumentNode, operation: OperationDefinitionNode): RootField[] {
  const fields: RootField[] = [];
  const followed = new Set<string>();
  const collect = (set: SelectionSetNode) => {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        if (!node.name.value.startsWith('__'))
          fields.push({ name: node.name.value, key: (node.alias ?? node.name).value });
      } else if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet);
      else if (!followed.has(node.name.value)) {
        followed.add(node.name.value);
        const fragment = document.definitions.find(
          (other) => other.kind === Kind.FRAGMENT_DEFINITION && other.name.value === node.name.value,
        );
        if (fragment?.kind === Kind.FRAGMENT_DEFINITION) collect(fragment.selectionSet);
      }
    }
  };
  collect(operation.selectionSet);
  return fields;
}

/** Returns the operation that a request means, or undefined when it does not say which. */
export function findOperation(document: DocumentNode, name?: string | null): OperationDefinitionNode | undefined {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  return name
    ? operations.find((node) => node.name?.value === name)
    : operations.length === 1
      ? operations[0]
      : undefined;
}

/** Returns who may use a root field. */
export function accessOf(schema: GraphQLSchema, operation: OperationDefinitionNode, field: RootField): Access {
  const found = schema.getRootType(operation.operation)?.getFields()[field.name];
  return (found?.extensions.access as Access | undefined) ?? 'OPERATOR';
}

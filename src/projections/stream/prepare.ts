import {
  createSourceEventStream,
  type DocumentNode,
  executeSubscriptionEvent,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  validate,
  validateSubscriptionArgs,
  visit,
} from 'graphql';
import type { Followed } from '../../domain/events/follow-events.ts';
import { findOperation, parseQuery, refuseCostly } from '../../graphql/limits.ts';
import { Failure } from '../../kernel/failure.ts';
import { admitOperation } from '../graphql.ts';
import { type Call, createContext, type Engine } from '../perform.ts';
import type { Shape } from './group.ts';

/** What a client asks for. */
export interface Asked {
  query: string;
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
}

/** A subscription that may begin: what it follows, and what it has in common with others. */
export interface Prepared {
  followed: Followed;
  /** Equal for subscriptions of one caller to the same events whose results are the same. */
  key: string;
  execute: Shape['execute'];
}

const rememberedQueries = 500;

/** Judges, counts and begins subscriptions as `/graphql` does queries. */
export function createPreparation(engine: Engine, schema: GraphQLSchema) {
  const sound = new Map<string, DocumentNode>();

  const judge = (text: string): DocumentNode => {
    const known = sound.get(text);
    if (known) return known;
    const document = parseQuery(text);
    const [error] = [refuseCostly(schema, document)].flatMap((costly) => costly ?? validate(schema, document));
    if (error) throw error;
    if (sound.size >= rememberedQueries) sound.delete(sound.keys().next().value!);
    sound.set(text, document);
    return document;
  };

  /** Throws whatever stands against the subscription. */
  return async (asked: Asked, call: Call): Promise<Prepared> => {
    const document = judge(asked.query);
    const operation = findOperation(document, asked.operationName);
    if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) {
      throw new Failure('INVALID_REQUEST', {
        message: 'The stream serves one subscription operation at a time.',
        hint: 'Send queries and mutations to /graphql, and name the operation where a document has several.',
      });
    }
    const { operationName, variables } = asked;
    await admitOperation(engine, schema, { document, operationName, variables }, call);
    const checked = validateSubscriptionArgs({
      schema,
      document,
      operationName: asked.operationName ?? null,
      variableValues: asked.variables ?? {},
      contextValue: createContext(engine, call),
    });
    if (!('schema' in checked)) throw checked[0];
    const source = await createSourceEventStream(checked);
    if (!(Symbol.asyncIterator in source)) throw source.errors?.[0] ?? new GraphQLError('Nothing can be followed.');
    const followed = source as Followed;
    const { coerced } = checked.variableValues;
    return {
      followed,
      key: JSON.stringify([
        whoIs(call),
        followed.until,
        followed.interest,
        asked.query,
        asked.operationName ?? null,
        variablesOfResult(document, operation).map((name) => coerced[name] ?? null),
      ]),
      execute: (event) => executeSubscriptionEvent({ ...checked, rootValue: event }),
    };
  };
}

/** Callers of one key are told the same; so are guests, who see nothing beyond what they follow. */
const whoIs = ({ caller }: Call): string => (caller.kind === 'account' ? caller.keyId : caller.kind);

/** Names the variables that a result depends on: all but those that only say what to follow. */
function variablesOfResult(document: DocumentNode, operation: OperationDefinitionNode): string[] {
  const names = new Set<string>();
  for (const definition of document.definitions) {
    if (definition !== operation && definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
    visit(definition, {
      VariableDefinition: () => false,
      Variable: (node) => {
        names.add(node.name.value);
      },
      Argument: (_node, _key, _parent, path) => {
        // definition > selectionSet > selections > n > arguments > n: an argument of the root field.
        const isOfRootField = definition === operation && path.length === 5 && path[3] === 'arguments';
        return isOfRootField ? false : undefined;
      },
    });
  }
  return [...names].sort();
}

import './scalars.ts';
import './next-step.ts';
import { type GraphQLSchema, lexicographicSortSchema, printSchema, specifiedDirectives } from 'graphql';
import { builder } from './builder.ts';
import { documentDirectives } from './directives.ts';

let schema: GraphQLSchema | undefined;

/** Returns the one schema, of everything that the concepts imported above put into the builder. */
export function getSchema(): GraphQLSchema {
  schema ??= builder.toSchema({ directives: [...specifiedDirectives, ...documentDirectives] });
  return schema;
}

/** Returns the schema as text: what `schema.graphql` holds. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(getSchema()))}\n`;
}

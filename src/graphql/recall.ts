import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import type { Once } from '../kernel/once.ts';

declare global {
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      recall: RecallPlugin<Types>;
    }
  }
}

/**
 * Gives each root field of an idempotent mutation its own part of the call, and answers with what that part settled before
 * an earlier run broke off, in place of acting again.
 */
export class RecallPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (field.kind !== 'Mutation') return resolve;
    return (source, args, context, info) => {
      const { once } = context as { once?: Once };
      if (once?.field === undefined) return resolve(source, args, context, info);
      const own = once.field(String(info.path.key));
      return own.recalled
        ? own.recalled.result
        : resolveOwn(own, () => resolve(source, args, { ...context, once: own }, info));
    };
  }
}

async function resolveOwn(own: Once, resolve: () => unknown): Promise<unknown> {
  try {
    return await resolve();
  } catch (error) {
    own.abandon?.();
    throw error;
  }
}

SchemaBuilder.registerPlugin('recall', RecallPlugin);

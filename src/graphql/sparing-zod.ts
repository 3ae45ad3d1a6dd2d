import SchemaBuilder, {
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  resolveInputTypeConfig,
  type SchemaTypes,
  unwrapInputFieldType,
} from '@pothos/core';
import { PothosZodPlugin } from '@pothos/plugin-zod';
import type { GraphQLFieldResolver } from 'graphql';

type Resolver<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context'], object>;

/**
 * Has zod check the arguments of the fields that declare rules. The plugin alone sends the arguments of every field with an input
 * object through it, for 3 µs and as a promise, where there is nothing to check.
 */
class SparingZodPlugin<Types extends SchemaTypes> extends PothosZodPlugin<Types> {
  override wrapResolve(resolve: Resolver<Types>, field: PothosOutputFieldConfig<Types>): Resolver<Types> {
    const hasRules =
      (field.pothosOptions as { validate?: unknown }).validate !== undefined ||
      this.#haveRules(Object.values(field.args), new Set());
    return hasRules ? super.wrapResolve(resolve, field) : resolve;
  }

  #haveRules(inputs: readonly PothosInputFieldConfig<Types>[], seen: Set<string>): boolean {
    return inputs.some((input) => {
      if ((input.pothosOptions as { validate?: unknown }).validate !== undefined) return true;
      const type = resolveInputTypeConfig(input.type, this.buildCache);
      // An input object may hold itself.
      if (type.kind !== 'InputObject' || seen.has(type.name)) return false;
      seen.add(type.name);
      if ((type.pothosOptions as { validate?: unknown }).validate !== undefined) return true;
      return this.#haveRules(
        Object.values(this.buildCache.getInputTypeFieldConfigs(unwrapInputFieldType(input.type))),
        seen,
      );
    });
  }
}

SchemaBuilder.allowPluginReRegistration = true;
SchemaBuilder.registerPlugin('zod', SparingZodPlugin);
SchemaBuilder.allowPluginReRegistration = false;

import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';

/**
 * Who may use a root field.
 * PUBLIC: anybody. GUEST_OR_KEY: an account, or a guest that does not look like a browser.
 * KEY: an account. KEY_OR_GUEST_TOKEN: an account, or whoever has the order's guest token. OPERATOR: an operator's account.
 */
export type Access = 'PUBLIC' | 'GUEST_OR_KEY' | 'KEY' | 'KEY_OR_GUEST_TOKEN' | 'OPERATOR';

declare global {
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      access: AccessPlugin<Types>;
    }
    interface QueryFieldOptions<Types, Type, Nullable, Args, ResolveReturnShape> {
      /** Who may use this field, over every projection. */
      access: Access;
    }
    interface MutationFieldOptions<Types, Type, Nullable, Args, ResolveReturnShape> {
      /** Who may use this field, over every projection. */
      access: Access;
    }
    interface SubscriptionFieldOptions<Types, Type, Nullable, Args, ResolveShape, ResolveReturnShape> {
      /** Who may use this field, over every projection. */
      access: Access;
    }
  }
}

/** Puts the `access` of a root field into its extensions, where the projections read it. */
export class AccessPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    if (config.kind !== 'Query' && config.kind !== 'Mutation' && config.kind !== 'Subscription') return config;
    const { access } = config.pothosOptions as unknown as { access: Access };
    return { ...config, extensions: { ...config.extensions, access } };
  }
}

SchemaBuilder.registerPlugin('access', AccessPlugin);

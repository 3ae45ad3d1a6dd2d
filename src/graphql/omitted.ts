import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import { type FieldNode, type GraphQLFieldResolver, type GraphQLResolveInfo, Kind, type ValueNode } from 'graphql';

declare global {
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      omitted: OmittedPlugin<Types>;
    }
  }
}

/** One field of an input object that is given by a variable. */
interface Place {
  /** Names from the arguments down to the field. */
  path: readonly string[];
  variable: string;
}

const known = new WeakMap<FieldNode, readonly Place[]>();

function placesIn(node: FieldNode): readonly Place[] {
  const places: Place[] = [];
  const look = (value: ValueNode, path: readonly string[]) => {
    if (value.kind !== Kind.OBJECT) return;
    for (const field of value.fields) {
      const inner = [...path, field.name.value];
      if (field.value.kind === Kind.VARIABLE) places.push({ path: inner, variable: field.value.name.value });
      else look(field.value, inner);
    }
  };
  for (const argument of node.arguments ?? []) look(argument.value, [argument.name.value]);
  return places;
}

/** graphql-js leaves such fields out by itself; what it passes as variables has another shape than what graphql-jit does. */
const isInterpreted = ({ variableValues }: GraphQLResolveInfo) =>
  'coerced' in variableValues && 'sources' in variableValues;

/** Takes out of the arguments what was not sent: graphql-jit 0.8.9 makes null of it, which in an update clears a field. */
function leaveOut(args: object, info: GraphQLResolveInfo): void {
  if (isInterpreted(info)) return;
  const node = info.fieldNodes[0]!;
  let places = known.get(node);
  if (places === undefined) {
    places = placesIn(node);
    known.set(node, places);
  }
  for (const { path, variable } of places) {
    if (Object.hasOwn(info.variableValues, variable)) continue;
    let holder = args as Record<string, object | undefined> | undefined;
    for (const name of path.slice(0, -1)) holder = holder?.[name] as typeof holder;
    if (holder) delete holder[path.at(-1)!];
  }
}

/** Keeps an omitted variable apart from an explicit null, also within input objects, whoever executes the document. */
export class OmittedPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (field.kind !== 'Query' && field.kind !== 'Mutation') return resolve;
    return (source, args, context, info) => {
      leaveOut(args, info);
      return resolve(source, args, context, info);
    };
  }
}

SchemaBuilder.registerPlugin('omitted', OmittedPlugin);

import { type FieldNode, Kind, type ValueNode } from 'graphql';

/** Splits `input.travelers[1].form_data` into its names and places. */
const segmentsOf = (path: string) => path.split(/[.[\]]+/).filter((segment) => segment !== '');

/** Joins names and places as callers read them: `travelers[1].form_data`. */
function spell(name: string, rest: readonly string[]): string {
  return rest.reduce((path, segment) => (/^\d+$/.test(segment) ? `${path}[${segment}]` : `${path}.${segment}`), name);
}

/**
 * Reads a document backwards: makes the function that says an argument path of the root field (`input.travelers`) in the
 * words of the variable that was put there (`num_travelers`). A path that no variable reaches is said as it is.
 */
export function reverseArguments(root: FieldNode): (argument: string) => string {
  const values = new Map(root.arguments?.map((argument) => [argument.name.value, argument.value]));
  return (path) => {
    const segments = segmentsOf(path);
    const first = segments.shift();
    let value: ValueNode | undefined = values.get(first ?? '');
    while (value !== undefined) {
      if (value.kind === Kind.VARIABLE) return spell(value.name.value, segments);
      const next = segments.shift();
      if (next === undefined) break;
      if (value.kind === Kind.OBJECT) value = value.fields.find((field) => field.name.value === next)?.value;
      else if (value.kind === Kind.LIST) value = value.values[Number(next)];
      else break;
    }
    return onlyVariable(value) ?? path;
  };
}

/** Returns the variable that makes up a whole value, when there is exactly one in it. */
function onlyVariable(value: ValueNode | undefined): string | undefined {
  if (value?.kind === Kind.LIST) return value.values.length === 1 ? onlyVariable(value.values[0]) : undefined;
  if (value?.kind === Kind.OBJECT) return value.fields.length === 1 ? onlyVariable(value.fields[0]?.value) : undefined;
  return value?.kind === Kind.VARIABLE ? value.name.value : undefined;
}

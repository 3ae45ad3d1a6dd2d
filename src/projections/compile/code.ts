/** Keeps a value that written code needs, and returns how the code refers to it. */
export function refer(values: unknown[], value: unknown): string {
  values.push(value);
  return `parts[${values.length - 1}]`;
}

/**
 * Makes a function of written code. It sees `values` as `parts`, and `tools` by their names. Names in the code come from the schema and from
 * validated documents; nothing of a request is ever part of it.
 */
export function write<Made>(
  parameters: readonly string[],
  body: string,
  values: unknown[],
  tools: Readonly<Record<string, unknown>>,
): Made {
  const make = new Function('parts', ...Object.keys(tools), `return (${parameters.join(', ')}) => { ${body} }`);
  return make(values, ...Object.values(tools)) as Made;
}

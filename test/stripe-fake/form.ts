/** What a form-encoded body says, nested as Stripe nests it: `line_items[0][price_data][currency]=usd`. */
export interface Form {
  [name: string]: string | Form;
}

/** Reads a form-encoded text. */
export function readForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[');
    let place = form;
    for (const part of path.slice(0, -1)) {
      place[part] ??= {};
      place = place[part] as Form;
    }
    place[path.at(-1)!] = value;
  }
  return form;
}

/** Returns a text of a form, undefined when it is absent. */
export function textOf(form: Form | undefined, name: string): string | undefined {
  const value = form?.[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns a part of a form, empty when it is absent. */
export function partOf(form: Form | undefined, name: string): Form {
  const value = form?.[name];
  return typeof value === 'object' ? value : {};
}

/** Returns the items of a list in a form. */
export function listOf(form: Form, name: string): (string | Form)[] {
  return Object.values(partOf(form, name));
}

/** Returns the texts of a part: metadata. */
export function textsOf(form: Form): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

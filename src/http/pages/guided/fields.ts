import { type Html, html } from '../html.ts';
import { places } from '../place-names.ts';
import type { Problems } from './choices.ts';

interface Field {
  name: string;
  label: string;
  value: string;
  hint?: string | undefined;
  problem?: string | undefined;
}

/** One of a list. */
export interface Option {
  value: string;
  label: string;
  /** What it costs. */
  price?: string | undefined;
}

const idOf = (name: string) => `field-${name.replaceAll('_', '-')}`;

const hintOf = ({ name, hint }: Field) =>
  hint !== undefined && html`<p class="hint" id="${idOf(name)}-hint">${hint}</p>`;
const problemOf = ({ name, problem }: Field) =>
  problem !== undefined && html`<p class="error" id="${idOf(name)}-error">${problem}</p>`;

/** What a reader hears of a field besides its label. */
function described({ name, hint, problem }: Field): Html {
  const ids = [hint !== undefined && `${idOf(name)}-hint`, problem !== undefined && `${idOf(name)}-error`];
  const heard = ids.filter((id) => id !== false).join(' ');
  return html`${heard !== '' && html` aria-describedby="${heard}"`}${problem !== undefined && html` aria-invalid="true"`}`;
}

/** A field to type into; `attributes` are those of the input. */
export function textField(field: Field, attributes: Html = html``): Html {
  return html`<label for="${idOf(field.name)}">${field.label}</label>${hintOf(field)}${problemOf(field)}
<input id="${idOf(field.name)}" name="${field.name}" value="${field.value}"${described(field)} ${attributes}>`;
}

/** A field to choose one of a long list. */
export function selectField(field: Field, options: readonly Option[], empty?: string): Html {
  return html`<label for="${idOf(field.name)}">${field.label}</label>${hintOf(field)}${problemOf(field)}
<select id="${idOf(field.name)}" name="${field.name}"${described(field)} required>
${empty !== undefined && html`<option value="">${empty}</option>`}
${options.map(({ value, label }) => html`<option value="${value}"${value === field.value && html` selected`}>${label}</option>`)}
</select>`;
}

/** A few choices at once to be seen, of which one or several are taken. */
export function choiceField(
  kind: 'radio' | 'checkbox',
  field: Omit<Field, 'value'>,
  chosen: readonly string[],
  options: readonly Option[],
): Html {
  const group = { ...field, value: '' };
  return html`<fieldset id="${idOf(field.name)}"${described(group)}><legend>${field.label}</legend>${hintOf(group)}${problemOf(group)}
${options.map(({ value, label, price }) => {
  const id = `${idOf(field.name)}-${value.replaceAll('_', '-')}`;
  return html`<div class="choice"><input type="${kind}" id="${id}" name="${field.name}" value="${value}"${chosen.includes(value) && html` checked`}><label for="${id}">${label}</label>${price !== undefined && html`<span class="price">${price}</span>`}</div>`;
})}</fieldset>`;
}

/** One statement to agree to. */
export function confirmField(name: string, label: string, problem?: string): Html {
  const field = { name, label, value: 'yes', problem };
  return html`${problemOf(field)}<div class="choice"><input type="checkbox" id="${idOf(name)}" name="${name}" value="yes" required${described(field)}><label for="${idOf(name)}">${label}</label></div>`;
}

/** Choices that were made on an earlier step. */
export const hiddenFields = (fields: readonly (readonly [string, string])[]): Html =>
  html`${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;

/** All that is wrong, at the top, with links to the fields. */
export function problemSummary(problems: Problems): Html | false {
  const known = Object.entries(problems);
  if (known.length === 0) return false;
  return html`<div class="card notice bad-news" role="alert"><h2>Something has to be corrected</h2>
<ul>${known.map(([name, problem]) => html`<li><a href="#${idOf(name)}">${problem}</a></li>`)}</ul></div>`;
}

/** All countries, by name. */
export const countryOptions: readonly Option[] = places.map(({ code, name }) => ({ value: code, label: name }));

const currencyNames = new Intl.DisplayNames('en', { type: 'currency', fallback: 'code' });

/** Currencies by code and name. */
export const currencyOptions = (codes: readonly string[]): Option[] =>
  codes.map((code) => ({ value: code, label: `${code.toUpperCase()}, ${currencyNames.of(code.toUpperCase())}` }));

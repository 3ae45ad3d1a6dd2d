import { isPossiblePhoneNumber } from 'libphonenumber-js';
import { isCalendarDate } from '../../kernel/clock.ts';
import { countryCodes, readCountry } from '../../kernel/country.ts';
import type { FormField } from './form.ts';
import { reportUnknown } from './unknown-field.ts';

/** What can be wrong with a form, by code. */
export const problemCodes = [
  'MISSING',
  'INVALID_PATTERN',
  'MIN_LENGTH',
  'MAX_LENGTH',
  'INVALID_FILE_URL',
  'FORBIDDEN_FILE_URL',
  'INVALID_VALUE',
  'UNKNOWN_FIELD',
  'CROSS_FIELD',
] as const;
export type ProblemCode = (typeof problemCodes)[number];

/** One thing that is wrong, where, and what is expected instead. The message never quotes the value. */
export interface FormProblem {
  /** Path of the field, e.g. `other_names[0].family_name`. */
  field: string;
  code: ProblemCode;
  message: string;
  /** The rule over several fields that is broken, where one is. */
  rule?: string;
}

/** What the form alone does not tell. */
export interface FormFacts {
  /** The calendar date of the check. */
  today: string;
  /** Tells whose upload a URL names; `unknown` when it names none of this service. */
  fileOwnership(url: string): FileOwnership;
}

/** Whose upload a URL names, as seen by the caller. */
export type FileOwnership = 'own' | 'foreign' | 'unknown';

/** Where a field stands and where its problems go. */
export interface Place {
  /** Path in front of the field's name: empty, or `other_names[0].`. */
  prefix: string;
  /** Words behind the label: empty, or ` in entry 1 of “Other names”`. */
  within: string;
  facts: FormFacts;
  problems: FormProblem[];
}

/** Reads the value of one field: the clean value, or undefined when it is refused and the problem is reported. */
export type ReadValue = (value: unknown, place: Place) => unknown;

/** Tells whether a value counts as left out: nothing, blank text, or an empty list. */
export function isBlank(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** Reports a problem of one field; `expected` ends the sentence that the label begins. */
export function refuse(field: FormField, place: Place, code: ProblemCode, expected: string): undefined {
  place.problems.push({
    field: place.prefix + field.name,
    code,
    message: `“${field.label}”${place.within} ${expected}.`,
  });
}

const knownCountries = new Set(countryCodes());

/** Longest URL that is looked up. */
const maximumUrlLength = 2048;

const charactersOf = (count: number): string => (count === 1 ? '1 character' : `${count} characters`);
const entriesOf = (count: number): string => (count === 1 ? '1 entry' : `${count} entries`);

/** Counts code points, as JSON Schema does, but only where code units leave it open. */
const isLonger = (text: string, limit: number): boolean => text.length > limit && [...text].length > limit;
const isShorter = (text: string, limit: number): boolean =>
  text.length < limit || (text.length < 2 * limit && [...text].length < limit);

/** Makes the reader of texts within the field's lengths and pattern; `accept` looks further at what passed. */
function textReader(field: FormField, accept: ReadValue = (text) => text): ReadValue {
  const { min_length: minimum = 0, max_length: maximum = Number.POSITIVE_INFINITY, expects } = field;
  const pattern = field.pattern === undefined ? undefined : wholePattern(field.pattern);
  return (value, place) => {
    if (typeof value !== 'string') return refuse(field, place, 'INVALID_VALUE', 'must be a text');
    const text = value.trim();
    if (isLonger(text, maximum))
      return refuse(field, place, 'MAX_LENGTH', `must have at most ${charactersOf(maximum)}`);
    if (isShorter(text, minimum))
      return refuse(field, place, 'MIN_LENGTH', `must have at least ${charactersOf(minimum)}`);
    if (pattern !== undefined && !pattern.test(text)) {
      return refuse(field, place, 'INVALID_PATTERN', `must be ${expects ?? 'written as the form asks'}`);
    }
    return accept(text, place);
  };
}

/** Compiles a pattern so that it has to match the whole value. */
export function wholePattern(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, 'u');
}

function enumReader(field: FormField): ReadValue {
  const values = field.enum ?? [];
  const allowed = new Set<unknown>(values);
  const shown =
    values.length <= 24 ? values.join(', ') : `${values.slice(0, 6).join(', ')} and so on, as the form lists`;
  return (value, place) =>
    allowed.has(value) ? value : refuse(field, place, 'INVALID_VALUE', `must be one of: ${shown}`);
}

function booleanReader(field: FormField): ReadValue {
  const { must_equal: demanded } = field;
  return (value, place) => {
    if (typeof value !== 'boolean') return refuse(field, place, 'INVALID_VALUE', 'must be true or false');
    if (demanded !== undefined && value !== demanded) {
      return refuse(field, place, 'INVALID_VALUE', `must be ${demanded} before the application can be filed`);
    }
    return value;
  };
}

function integerReader(field: FormField): ReadValue {
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = field;
  return (value, place) =>
    Number.isSafeInteger(value) && (value as number) >= minimum && (value as number) <= maximum
      ? value
      : refuse(field, place, 'INVALID_VALUE', `must be a whole number from ${minimum} to ${maximum}`);
}

function countryReader(field: FormField): ReadValue {
  return (value, place) => {
    if (typeof value !== 'string') return refuse(field, place, 'INVALID_VALUE', 'must be a text');
    if (knownCountries.has(value)) return value;
    const text = value.trim();
    if (!/^[A-Za-z]{2}$/.test(text)) return refuse(field, place, 'INVALID_PATTERN', `must be ${field.expects}`);
    return readCountry(text) ?? refuse(field, place, 'INVALID_VALUE', 'must be the code of a country that exists');
  };
}

function fileReader(field: FormField): ReadValue {
  return (value, place) => {
    if (typeof value !== 'string') return refuse(field, place, 'INVALID_VALUE', 'must be a text');
    const url = value.trim();
    const owner = url.length > maximumUrlLength ? 'unknown' : place.facts.fileOwnership(url);
    if (owner === 'own') return url;
    if (owner === 'foreign') {
      return refuse(field, place, 'FORBIDDEN_FILE_URL', 'must be a file of your own: upload it with POST /documents');
    }
    return refuse(field, place, 'INVALID_FILE_URL', 'must be a URL that POST /documents returned');
  };
}

function listReader(field: FormField): ReadValue {
  const items = (field.item_fields ?? []).map((item) => ({ field: item, read: readerOf(item) }));
  const names = new Set(items.map((item) => item.field.name));
  const { min_items: minimum = 0, max_items: maximum = Number.POSITIVE_INFINITY } = field;
  return (value, place) => {
    if (!Array.isArray(value)) return refuse(field, place, 'INVALID_VALUE', 'must be a list of objects');
    if (value.length > maximum) return refuse(field, place, 'MAX_LENGTH', `must have at most ${entriesOf(maximum)}`);
    if (value.length < minimum) return refuse(field, place, 'MIN_LENGTH', `must have at least ${entriesOf(minimum)}`);
    const before = place.problems.length;
    const clean = value.map((entry: unknown, index) => {
      const path = `${field.name}[${index}]`;
      const within = ` in entry ${index + 1} of “${field.label}”`;
      if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
        place.problems.push({
          field: path,
          code: 'INVALID_VALUE',
          message: `Entry ${index + 1} of “${field.label}” must be an object.`,
        });
        return undefined;
      }
      const inner: Place = { prefix: `${path}.`, within, facts: place.facts, problems: place.problems };
      return readEntry(entry as Record<string, unknown>, items, names, inner);
    });
    return place.problems.length === before ? clean : undefined;
  };
}

function readEntry(
  entry: Record<string, unknown>,
  items: readonly { field: FormField; read: ReadValue }[],
  names: ReadonlySet<string>,
  place: Place,
): Record<string, unknown> {
  const clean: Record<string, unknown> = {};
  for (const { field, read } of items) {
    const value = entry[field.name];
    if (!isBlank(value)) clean[field.name] = read(value, place);
    else if (field.required) refuse(field, place, 'MISSING', 'is required');
  }
  reportUnknown(entry, names, place);
  return clean;
}

/** Makes the reader of a field's values, with everything compiled that can be. */
export function readerOf(field: FormField): ReadValue {
  switch (field.type) {
    case 'string':
    case 'email':
      return textReader(field);
    case 'date':
      return textReader(field, (text, place) =>
        isCalendarDate(text as string)
          ? text
          : refuse(field, place, 'INVALID_VALUE', 'must be a day that the calendar has'),
      );
    case 'phone':
      return textReader(field, (text, place) =>
        isPossiblePhoneNumber(text as string)
          ? text
          : refuse(field, place, 'INVALID_VALUE', 'must be a number that can exist in the country of its prefix'),
      );
    case 'boolean':
      return booleanReader(field);
    case 'enum':
      return enumReader(field);
    case 'integer':
      return integerReader(field);
    case 'country':
      return countryReader(field);
    case 'file':
      return fileReader(field);
    case 'list':
      return listReader(field);
  }
}

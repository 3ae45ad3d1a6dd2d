import { closest, distance } from 'fastest-levenshtein';
import {
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isScalarType,
} from 'graphql';
import type { FieldProblem } from '../kernel/failure.ts';

/** Problems found in a request, by the caller's own name of the field. */
export type Problems = Record<string, FieldProblem>;

/** Makes an empty set of problems; it holds any name, `__proto__` too. */
export const noProblems = (): Problems => Object.create(null);

/** Looks at one value of a request and writes down what is wrong with it; never changes it, never throws. */
export type ValueCheck = (value: unknown, name: string, problems: Problems) => void;

const maxDepth = 32;
const maxProblems = 50;
const maxInt = 2 ** 31 - 1;

const invalid = (message: string): FieldProblem => ({ code: 'INVALID_VALUE', message });
const missing: FieldProblem = { code: 'MISSING', message: 'must be given' };

/** Returns the known name that was probably meant, or undefined when none is near. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || name.length > 64) return undefined;
  const plain = name.toLowerCase();
  const found = closest(plain, [...known]);
  return distance(plain, found) <= Math.max(2, Math.floor(found.length / 3)) ? found : undefined;
}

/** Returns a name that a caller gave as it may be told back: names that are no plain words are not repeated. */
export function tellable(name: string): string {
  return /^[\w.[\]-]{1,64}$/.test(name) ? name : '(unreadable name)';
}

/** Says that a field is not known, with the nearest one that is. */
export function unknownField(name: string, known: readonly string[]): FieldProblem {
  const meant = nearest(name, known);
  return {
    code: 'UNKNOWN_FIELD',
    message:
      meant === undefined ? 'is not a field of this request' : `is not a field of this request; did you mean ${meant}?`,
  };
}

/** Text that the database cannot hold: a null character, or half of a surrogate pair. */
const unstorable = (text: string) => text.includes('\0') || !text.isWellFormed();

const text: ValueCheck = (value, name, problems) => {
  if (typeof value !== 'string') problems[name] = invalid('must be text');
  else if (unstorable(value)) problems[name] = invalid('must be text without null characters');
};

/** Tells what is wrong with free JSON: too deep to be handled, or text that cannot be stored. */
export function wrongJson(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return unstorable(value) ? 'must hold text without null characters' : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= maxDepth) return `must be nested at most ${maxDepth} deep`;
  for (const key of Object.keys(value)) {
    const wrong =
      (unstorable(key) ? 'must hold text without null characters' : undefined) ??
      wrongJson((value as Record<string, unknown>)[key], depth + 1);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

const json: ValueCheck = (value, name, problems) => {
  const wrong = wrongJson(value, 0);
  if (wrong !== undefined) problems[name] = invalid(wrong);
};

const builtIn: Record<string, ValueCheck> = {
  String: text,
  ID: (value, name, problems) => {
    if (!Number.isInteger(value)) text(value, name, problems);
  },
  Int: (value, name, problems) => {
    if (!Number.isInteger(value)) problems[name] = invalid('must be a whole number');
    else if (Math.abs(value as number) > maxInt) problems[name] = invalid('is out of range');
  },
  Float: (value, name, problems) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) problems[name] = invalid('must be a number');
  },
  Boolean: (value, name, problems) => {
    if (typeof value !== 'boolean') problems[name] = invalid('must be true or false');
  },
  JSON: json,
  // Decoding base64 costs too much to do it twice: execution refuses what is none.
  FileContent: (value, name, problems) => {
    if (typeof value !== 'string' && !(value instanceof Uint8Array)) problems[name] = invalid('must be base64 text');
  },
};

function scalarCheck(type: { name: string; parseValue(value: unknown): unknown }): ValueCheck {
  return (value, name, problems) => {
    try {
      type.parseValue(value);
    } catch (error) {
      problems[name] = invalid(error instanceof Error ? error.message : 'is not valid');
      return;
    }
    json(value, name, problems);
  };
}

/** Makes the check of a type once; null passes where the type allows it. */
export function compileCheck(type: GraphQLInputType): ValueCheck {
  if (isNonNullType(type)) {
    const check = compileCheck(type.ofType);
    return (value, name, problems) => {
      if (value === null || value === undefined) problems[name] = missing;
      else check(value, name, problems);
    };
  }
  const check = compileNullable(type);
  return (value, name, problems) => {
    if (value !== null && value !== undefined) check(value, name, problems);
  };
}

/** Checks of input objects by type: an input object may hold itself. */
const known = new WeakMap<object, ValueCheck>();

function compileNullable(type: GraphQLInputType): ValueCheck {
  if (isScalarType(type)) return builtIn[type.name] ?? scalarCheck(type);
  if (isEnumType(type)) {
    const names = type.getValues().map((value) => value.name);
    const values = new Set<unknown>(names);
    return (value, name, problems) => {
      if (values.has(value)) return;
      const meant = typeof value === 'string' ? nearestValue(value, names) : undefined;
      problems[name] = invalid(
        `must be ${names.length > 1 ? 'one of ' : ''}${names.join(', ')}${meant === undefined ? '' : `; did you mean ${meant}?`}`,
      );
    };
  }
  if (isListType(type)) {
    const item = compileCheck(type.ofType);
    return (value, name, problems) => {
      if (!Array.isArray(value)) {
        problems[name] = invalid('must be a list');
        return;
      }
      for (const [index, entry] of value.entries()) {
        item(entry, `${name}[${index}]`, problems);
        if (Object.keys(problems).length >= maxProblems) break;
      }
    };
  }
  if (!isInputObjectType(type)) throw new Error(`no check for the type ${String(type)}`);
  const found = known.get(type);
  if (found) return found;
  const check: ValueCheck = (value, name, problems) => objectCheck(value, name, problems);
  known.set(type, check);
  const fields = Object.values(type.getFields()).map((field) => ({
    name: field.name,
    required: isRequiredInputField(field),
    check: compileCheck(field.type),
  }));
  const names = fields.map((field) => field.name);
  const byName = new Map(fields.map((field) => [field.name, field]));
  const objectCheck: ValueCheck = (value, name, problems) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      problems[name] = invalid('must be an object');
      return;
    }
    for (const key of Object.keys(value)) {
      const field = byName.get(key);
      if (field) field.check((value as Record<string, unknown>)[key], `${name}.${key}`, problems);
      else problems[`${name}.${tellable(key)}`] = unknownField(key, names);
    }
    for (const field of fields) {
      if (field.required && !Object.hasOwn(value, field.name)) problems[`${name}.${field.name}`] = missing;
    }
  };
  return check;
}

const nearestValue = (value: string, names: readonly string[]) =>
  names.find((name) => name.toLowerCase() === value.toLowerCase()) ??
  (value.length > 3 ? names.find((name) => distance(name.toLowerCase(), value.toLowerCase()) <= 2) : undefined);

import { distance } from 'fastest-levenshtein';
import type { Place } from './field-reader.ts';

/** Unknown fields that are reported one by one; a form with more is no form of ours. */
const reportedFields = 50;
/** Longest part of an unknown name that is repeated to the caller. */
const shownLength = 64;

/** Reports every field that the form does not have, with the nearest one that it has. */
export function reportUnknown(form: Readonly<Record<string, unknown>>, names: ReadonlySet<string>, place: Place): void {
  let unknown = 0;
  for (const name of Object.keys(form)) {
    if (names.has(name)) continue;
    unknown += 1;
    if (unknown > reportedFields) return;
    const nearest = nearestName(name, names);
    place.problems.push({
      field: place.prefix + name.slice(0, shownLength),
      code: 'UNKNOWN_FIELD',
      message:
        nearest === undefined
          ? `The form${place.within} has no such field.`
          : `The form${place.within} has no such field; did you mean ${nearest}?`,
    });
  }
}

/** Returns the known name that a typing error away, or undefined when none is near. */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  if (name.length > shownLength) return undefined;
  const lower = name.toLowerCase().replaceAll(/[\s-]/g, '_');
  let best: string | undefined;
  let least = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const known of names) {
    const steps = distance(lower, known);
    if (steps < least) {
      best = known;
      least = steps;
    }
  }
  return best;
}

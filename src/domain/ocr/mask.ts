/** How many characters are shown of two values whose masks would look alike. */
const shown = 2;

/** Shows enough of a value to recognize it, and no more: the first letter of a name, the year of a date, two last characters of a number. */
export function mask(value: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return `${value.slice(0, 4)}-••-••`;
  if (/\d/.test(value)) return `•••${value.slice(-2)}`;
  return value.length <= 2 ? value : `${value.slice(0, 1)}•••`;
}

/** Masks two values that differ. Where their masks would look alike, each shows its first two characters that the other does not have there. */
export function maskBoth(one: string, other: string): [string, string] {
  const masks: [string, string] = [mask(one), mask(other)];
  return masks[0] === masks[1] ? [onlyDifferences(one, other), onlyDifferences(other, one)] : masks;
}

function onlyDifferences(value: string, other: string): string {
  const places = differingPlaces(value, other).slice(0, shown);
  return [...value].map((char, i) => (char === '-' || char === ' ' || places.includes(i) ? char : '•')).join('');
}

/** Says where a number departs from the right one, counting from 1; null where too much differs to say. */
export function whereNumbersDiffer(written: string, right: string): string | null {
  if (written.length === right.length) {
    const [first, second, ...more] = differingPlaces(written, right).map((place) => place + 1);
    if (first === undefined || more.length > 0) return null;
    if (second === undefined) return `character ${first} is wrong`;
    const swapped =
      second === first + 1 && written[first - 1] === right[second - 1] && written[second - 1] === right[first - 1];
    return swapped ? `characters ${first} and ${second} are swapped` : `characters ${first} and ${second} are wrong`;
  }
  const [longer, shorter] = written.length > right.length ? [written, right] : [right, written];
  const place = differingPlaces(longer, shorter)[0]!;
  if (longer.slice(0, place) + longer.slice(place + 1) !== shorter) return null;
  return longer === written ? `character ${place + 1} is one too many` : `character ${place + 1} of it is missing`;
}

/** Names the parts in which two dates differ: `the month and the day`. */
export function whereDatesDiffer(one: string, other: string): string {
  const parts = one.split('-');
  return other
    .split('-')
    .flatMap((part, i) => (part === parts[i] ? [] : [`the ${['year', 'month', 'day'][i]}`]))
    .join(' and ');
}

/** Places of the first value at which the second has another character, or none. */
function differingPlaces(value: string, other: string): number[] {
  return [...value].flatMap((char, i) => (char === other[i] ? [] : [i]));
}

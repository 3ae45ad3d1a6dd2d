import { alphabets, type Cell, confusions } from './cells.ts';
import { agreeing, allAgree, type CheckDigits, judgeCheckDigits } from './check-digits.ts';
import { checkDigit, type ZoneFormat, zoneFields, zoneText } from './mrz.ts';

/** A zone after its check digits had their say. */
export interface CorrectedZone {
  lines: string[];
  checks: CheckDigits;
  /** How many characters were changed. */
  edits: number;
  /** How improbable the changes are; 0 for none. */
  cost: number;
  /** Another reading satisfies the check digits almost as well. */
  ambiguous: boolean;
}

/** One reading of one protected field. */
interface Option {
  text: string;
  cost: number;
  edits: number;
}

/** A field with its check digit, and the readings that satisfy it. */
interface Part {
  line: number;
  from: number;
  options: Option[];
}

/**
 * Satisfies the check digits with the fewest and likeliest changes, at most two a field; the composite digit decides
 * between readings that satisfy a field equally. A zone that already agrees is returned as it is.
 */
export function correctZone(format: ZoneFormat, cells: readonly Cell[][], lines: readonly string[]): CorrectedZone {
  const checks = judgeCheckDigits(format, lines);
  if (allAgree(checks)) return { lines: [...lines], checks, edits: 0, cost: 0, ambiguous: false };
  const parts = protectedParts(format, cells, lines);
  let best: CorrectedZone | undefined;
  let runnerUp = Number.POSITIVE_INFINITY;
  const consider = (candidate: string[], cost: number, edits: number): void => {
    const judged = judgeCheckDigits(format, candidate);
    const total = cost + (allAgree(judged) ? 0 : 8 * (5 - agreeing(judged)));
    const other = best !== undefined && best.lines.join() !== candidate.join();
    if (best === undefined || total < best.cost) {
      if (best !== undefined && other) runnerUp = Math.min(runnerUp, best.cost);
      best = { lines: candidate, checks: judged, edits, cost: total, ambiguous: false };
    } else if (other) runnerUp = Math.min(runnerUp, total);
  };
  const combine = (index: number, candidate: string[], cost: number, edits: number): void => {
    if (best !== undefined && cost > best.cost + 4) return;
    const part = parts[index];
    if (part === undefined) {
      withEachComposite(format, cells, candidate, cost, edits, consider);
      return;
    }
    for (const option of part.options) {
      combine(
        index + 1,
        replaced(candidate, part.line, part.from, option.text),
        cost + option.cost,
        edits + option.edits,
      );
    }
  };
  combine(0, [...lines], 0, 0);
  const found = best as CorrectedZone | undefined;
  if (found === undefined)
    return { lines: [...lines], checks, edits: 0, cost: 8 * (5 - agreeing(checks)), ambiguous: false };
  return { ...found, ambiguous: runnerUp - found.cost < 1.5 };
}

/** Offers a candidate as it is, and with each other digit that the composite digit may have been printed as. */
function withEachComposite(
  format: ZoneFormat,
  cells: readonly Cell[][],
  lines: string[],
  cost: number,
  edits: number,
  consider: (lines: string[], cost: number, edits: number) => void,
): void {
  consider(lines, cost, edits);
  const place = zoneFields[format].find((one) => one.field === 'composite_check');
  const cell = place && cells[place.line]?.[place.from];
  if (place === undefined || cell === undefined) return;
  const present = zoneText(format, lines, 'composite_check');
  for (const other of cell.others) {
    if (!alphabets.digits.test(other.char) || other.char === present) continue;
    const surprise = Math.max(0.3, Math.log(Math.max(cell.p, 0.2) / Math.max(other.p, 1e-4)));
    consider(replaced(lines, place.line, place.from, other.char), cost + surprise, edits + 1);
  }
}

function protectedParts(format: ZoneFormat, cells: readonly Cell[][], lines: readonly string[]): Part[] {
  const agrees = (text: string): boolean => text.at(-1) === checkDigit(text.slice(0, -1));
  const dated = (text: string): boolean => agrees(text) && isPlausibleDate(text);
  const tests: Record<string, (text: string) => boolean> = {
    document_number: agrees,
    date_of_birth: dated,
    expiry_date: dated,
    optional: (text) => agrees(text) || /^<+$/.test(text),
  };
  // A filler for the check digit of the number announces a number that goes on elsewhere.
  if (format !== 'TD3' && zoneText(format, lines, 'document_number_check') === '<') delete tests.document_number;
  return zoneFields[format].flatMap((place) => {
    const test = tests[place.field];
    const digit = zoneFields[format].find((one) => one.field === `${place.field}_check`);
    if (test === undefined || digit === undefined) return [];
    const kinds = [...Array<RegExp>(place.to - place.from).fill(alphabets[place.kind]), alphabets[lenient(digit.kind)]];
    const row = (cells[place.line] ?? []).slice(place.from, digit.to);
    const text = (lines[place.line] ?? '').slice(place.from, digit.to);
    return [{ line: place.line, from: place.from, options: readings(row, text, kinds, test) }];
  });

  function lenient(kind: 'digits' | 'digitsOrFiller' | string): 'digits' | 'digitsOrFiller' {
    return kind === 'digitsOrFiller' && format === 'TD3' ? 'digitsOrFiller' : 'digits';
  }
}

function isPlausibleDate(text: string): boolean {
  const month = text.slice(2, 4);
  const day = text.slice(4, 6);
  return /^(0[1-9]|1[0-2]|<<)$/.test(month) && /^(0[1-9]|[12][0-9]|3[01]|<<)$/.test(day);
}

/** All readings of a field that satisfy its test with as few changes as possible, cheapest first; itself when none does. */
function readings(cells: readonly Cell[], text: string, kinds: RegExp[], test: (text: string) => boolean): Option[] {
  const changes = [...text].map((char, i) => likelyChanges(cells[i], char, kinds[i] ?? alphabets.mixed));
  const found: Option[] = test(text) ? [{ text, cost: 0, edits: 0 }] : [];
  const singles: { text: string; cost: number; at: number }[] = [];
  changes.forEach((options, at) => {
    for (const { char, cost } of options)
      singles.push({ text: text.slice(0, at) + char + text.slice(at + 1), cost, at });
  });
  for (const one of singles) if (test(one.text)) found.push({ text: one.text, cost: one.cost, edits: 1 });
  if (found.length === 0) {
    for (const one of singles) {
      for (let at = one.at + 1; at < text.length; at++) {
        for (const { char, cost } of changes[at] ?? []) {
          const twice = one.text.slice(0, at) + char + one.text.slice(at + 1);
          if (test(twice)) found.push({ text: twice, cost: one.cost + cost + 0.5, edits: 2 });
        }
      }
    }
  }
  if (found.length === 0) return [{ text, cost: 6, edits: 0 }];
  return found.sort((a, b) => a.cost - b.cost).slice(0, 6);
}

function likelyChanges(cell: Cell | undefined, char: string, kind: RegExp): { char: string; cost: number }[] {
  const costs = new Map<string, number>();
  for (const other of cell?.others ?? []) {
    if (other.char === char || !kind.test(other.char) || other.p <= 0.0005) continue;
    costs.set(other.char, Math.log(Math.max(cell?.p ?? 0, 0.2) / other.p));
  }
  for (const other of confusions[char] ?? '') {
    if (kind.test(other)) costs.set(other, Math.min(costs.get(other) ?? 9, 3 + 4 * (cell?.p ?? 0.5)));
  }
  return [...costs]
    .map(([other, cost]) => ({ char: other, cost: Math.max(0.05, cost) }))
    .sort((a, b) => a.cost - b.cost)
    .slice(0, 6);
}

function replaced(lines: readonly string[], line: number, from: number, text: string): string[] {
  return lines.map((row, i) => (i === line ? row.slice(0, from) + text + row.slice(from + text.length) : row));
}

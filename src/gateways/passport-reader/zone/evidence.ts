import type { Cell } from '../../../domain/ocr/cells.ts';
import { allAgree, judgeCheckDigits } from '../../../domain/ocr/check-digits.ts';
import { type ZoneFormat, zoneFields, zoneText, zoneValue } from '../../../domain/ocr/mrz.ts';
import { isStateCode } from '../../../domain/ocr/state-codes.ts';
import type { FoundZone } from './assemble.ts';

/** What speaks for a reading of the zone, beside its check digits. */
export interface Evidence {
  /** Geometric mean of the certainty of all characters. */
  mean: number;
  /** Certainty of the least certain character that no check digit protects; halved when such a field makes no sense. */
  unprotected: number;
  /** Certainty of the least certain character of the numbers. */
  numbers: number;
  /** How near another character came that the check digits cannot tell apart (0, A, K and U count alike). */
  rival: number;
  /** Certainty of the print left outside the zone's shape. */
  outside: number;
  /** Characters that were not of their field's alphabet. */
  changed: number;
  /** How many of these make sense: issuing state, nationality, name, document type. */
  plausibility: number;
  /** The document type is one, and a state is known. */
  isDocument: boolean;
  /** Letters at the start of the name. */
  nameStart: number;
}

const unprotectedFields = new Set(['names', 'issuing_country', 'nationality', 'sex', 'document_type']);

/** Gathers the evidence for a reading. */
export function weigh(
  format: ZoneFormat,
  cells: readonly Cell[][],
  lines: readonly string[],
  changed: number,
  outside: number,
): Evidence {
  const names = zoneText(format, lines, 'names');
  const nameEnd = names.replace(/<+$/, '').length + 1;
  let unprotected = 1;
  let numbers = 1;
  let rival = 0;
  for (const { field, line, from, to, kind } of zoneFields[format]) {
    for (let i = from; i < to; i++) {
      const cell = cells[line]![i]!;
      const char = lines[line]![i]!;
      const p = certainty(cell, char);
      if (unprotectedFields.has(field)) {
        if (field !== 'names' || i - from < nameEnd) unprotected = Math.min(unprotected, p);
      } else if (kind === 'mixed') {
        numbers = Math.min(numbers, p);
        for (const other of cell.others) {
          if (other.char === char || zoneValue(other.char) % 10 !== zoneValue(char) % 10) continue;
          rival = Math.max(rival, other.p / Math.max(p, 0.001));
        }
      }
    }
  }
  const states = ['issuing_country', 'nationality'].filter((field) =>
    isStateCode(zoneText(format, lines, field).replace(/<+$/, '')),
  ).length;
  const hasName = /^[A-Z]/.test(names) && !/<<<[A-Z]/.test(names) && !/^[A-Z]+<<[A-Z<]*<<[A-Z]/.test(names);
  const hasType = (format === 'TD3' ? /^[PV]/ : /^[ACIPV]/).test(lines[0]!);
  const all = cells.flat();
  const logs = all.reduce((sum, cell) => sum + Math.log(Math.max(cell.p, 0.02)), 0);
  const plausibility = states + Number(hasName) + Number(hasType);
  return {
    mean: Math.exp(logs / all.length),
    unprotected: plausibility === 4 ? unprotected : unprotected * 0.5,
    numbers,
    rival,
    outside,
    changed,
    plausibility,
    isDocument: hasType && states > 0,
    nameStart: /^[A-Z]*/.exec(names)![0].length,
  };
}

function certainty(cell: Cell, char: string): number {
  if (cell.char === char) return cell.p;
  return cell.others.find((other) => other.char === char)?.p ?? 0.001;
}

/**
 * Tells whether a zone can be used without a look: every check digit agrees with at most one change, and no character
 * that the digits do not protect, or cannot tell from another, is in doubt.
 */
export function isVerified({ corrected, evidence }: FoundZone): boolean {
  return (
    allAgree(corrected.checks) &&
    corrected.edits <= 1 &&
    corrected.cost < 4 &&
    !corrected.ambiguous &&
    evidence.unprotected > 0.75 &&
    evidence.numbers > 0.3 &&
    evidence.rival < 0.12 &&
    evidence.mean > 0.75 &&
    evidence.outside < 0.6
  );
}

/** Tells whether a zone that is not verified is surely one, and legible enough to be shown as it was read. */
export function isLegible({ format, read, evidence }: FoundZone): boolean {
  const checks = judgeCheckDigits(format, read);
  const agreeing = [checks.document_number, checks.date_of_birth, checks.expiry_date, checks.composite].filter(Boolean);
  return (
    agreeing.length >= 2 &&
    evidence.mean >= 0.6 &&
    evidence.changed <= 5 &&
    evidence.outside <= 1.5 &&
    evidence.isDocument &&
    evidence.nameStart >= 2
  );
}

import { type ZoneFormat, type ZoneKind, zoneFields } from './mrz.ts';

/** One possible reading of a printed character, with its probability. */
export interface Guess {
  char: string;
  p: number;
}

/** One printed character as a recogniser saw it: its best reading, and what else it may be, likeliest first. */
export interface Cell extends Guess {
  others: readonly Guess[];
}

/** The characters that a kind of field may hold. */
export const alphabets: Record<ZoneKind, RegExp> = {
  text: /[A-Z<]/,
  digits: /[0-9]/,
  digitsOrFiller: /[0-9<]/,
  mixed: /[A-Z0-9<]/,
  sex: /[MFX<]/,
};

const digitForLetter: Record<string, string> = {
  ...{ O: '0', Q: '0', D: '0', U: '0', I: '1', L: '1', J: '1', Z: '2', S: '5', B: '8', G: '6', A: '4', T: '7' },
};
const letterForDigit: Record<string, string> = { 0: 'O', 1: 'I', 2: 'Z', 5: 'S', 8: 'B', 6: 'G', 4: 'A', 7: 'T' };
const sexForLetter: Record<string, string> = { H: 'M', N: 'M', W: 'M', E: 'F', P: 'F' };
const lookalike: Record<ZoneKind, Record<string, string>> = {
  text: letterForDigit,
  digits: digitForLetter,
  digitsOrFiller: digitForLetter,
  mixed: {},
  sex: sexForLetter,
};

/** Characters that print and glare turn into one another, likeliest first. */
export const confusions: Record<string, string> = {
  ...{ O: '0QD', 0: 'OQD', Q: '0O', D: '0O', I: '1L', 1: 'I7', L: '1', Z: '27', 2: 'Z7', S: '58', 5: 'S6', B: '83' },
  ...{ 8: 'B36', G: '6C', 6: 'G58', 3: '8', 7: '12Z', 9: '8G', 4: 'A', A: '4', C: 'G<', K: '<X', X: 'K<', '<': 'KCX' },
  ...{ E: 'F', F: 'E', M: 'NH', N: 'M', H: 'N', U: 'V0', V: 'UY', Y: 'V', T: '7', P: 'R', R: 'P', J: '1', W: 'N' },
};

/**
 * Reads the cells of a zone with each field's own alphabet: a letter among digits becomes the digit that it looks like,
 * or the likeliest digit that the recogniser saw there.
 */
export function readByAlphabet(format: ZoneFormat, cells: readonly Cell[][]): { lines: string[]; changed: number } {
  const rows = cells.map((row) => row.map((cell) => cell.char));
  let changed = 0;
  for (const { line, from, to, kind } of zoneFields[format]) {
    for (let i = from; i < to; i++) {
      const cell = cells[line]?.[i];
      const row = rows[line];
      if (cell === undefined || row === undefined || alphabets[kind].test(cell.char)) continue;
      const better = fitting(cell, kind);
      if (better === undefined) continue;
      row[i] = better;
      changed++;
    }
  }
  return { lines: rows.map((row) => row.join('')), changed };
}

function fitting(cell: Cell, kind: ZoneKind): string | undefined {
  const shape = lookalike[kind][cell.char];
  let best: string | undefined;
  let weight = 0;
  for (const other of cell.others) {
    if (!alphabets[kind].test(other.char)) continue;
    const p = other.p + (other.char === shape ? 0.1 : 0);
    if (p > weight) [best, weight] = [other.char, p];
  }
  return shape !== undefined && weight < 0.1 ? shape : best;
}

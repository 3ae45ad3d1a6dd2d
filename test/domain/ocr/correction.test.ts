import { describe, expect, it } from 'vitest';
import { type Cell, readByAlphabet } from '../../../src/domain/ocr/cells.ts';
import { allAgree } from '../../../src/domain/ocr/check-digits.ts';
import { correctZone } from '../../../src/domain/ocr/correction.ts';
import type { ZoneFormat } from '../../../src/domain/ocr/mrz.ts';
import { specimens } from './specimens.ts';

/** Cells that a recogniser would give for some lines: certain, except where a doubt names what else was seen. */
function cellsOf(
  lines: readonly string[],
  doubts: Record<string, { read: string; p: number; truth?: number }> = {},
): Cell[][] {
  return lines.map((line, row) =>
    [...line].map((char, i) => {
      const doubt = doubts[`${row}:${i}`];
      if (doubt === undefined) return { char, p: 0.95, others: [{ char, p: 0.98 }] };
      const others = [
        { char: doubt.read, p: doubt.p },
        { char, p: doubt.truth ?? 1 - doubt.p },
      ];
      return { char: doubt.read, p: doubt.p, others };
    }),
  );
}

function correct(format: ZoneFormat, cells: Cell[][]) {
  return correctZone(format, cells, readByAlphabet(format, cells).lines);
}

describe('reading by the alphabet of each field', () => {
  it.each([
    ['0:3', 'T', '7', 'a digit in a state code becomes the letter it looks like'],
    ['1:13', '7', 'T', 'a letter in a date becomes the digit it looks like'],
    ['1:20', 'F', 'E', 'a letter that is no sex becomes the one it looks like'],
  ])('%s: %s read as %s: %s', (place, truth, read) => {
    const cells = cellsOf(specimens.TD3, { [place]: { read, p: 0.9, truth: 0.05 } });
    const { lines, changed } = readByAlphabet('TD3', cells);
    const [row, at] = place.split(':').map(Number) as [number, number];
    expect([lines[row]![at], changed]).toEqual([truth, 1]);
  });

  it('leaves a number alone, where letters and digits may both stand', () => {
    const cells = cellsOf(specimens.TD3, { '1:1': { read: 'B', p: 0.9 } });
    expect(readByAlphabet('TD3', cells).changed).toBe(0);
  });
});

describe('correction', () => {
  it.each(Object.entries(specimens))('changes nothing in the specimen %s, which agrees', (name, lines) => {
    const format = name === 'long' ? 'TD1' : (name as ZoneFormat);
    expect(correct(format, cellsOf(lines))).toMatchObject({ lines: [...lines], edits: 0, cost: 0, ambiguous: false });
  });

  it.each([
    ['TD3', '1:1', 'B', 'the number'],
    ['TD3', '1:14', '1', 'the date of birth'],
    ['TD3', '1:25', '7', 'the expiry date'],
    ['TD3', '1:31', '4', 'the personal number'],
    ['TD3', '1:43', '8', 'the composite digit'],
    ['TD2', '1:2', '8', 'the number of a TD2'],
    ['TD1', '0:6', 'Z', 'the number of a TD1'],
  ] as const)('of a %s finds the one misread character at %s, read %s, in %s', (format, place, read, _where) => {
    const found = correct(format, cellsOf(specimens[format], { [place]: { read, p: 0.55, truth: 0.4 } }));
    expect(found.lines).toEqual([...specimens[format]]);
    expect([allAgree(found.checks), found.edits, found.ambiguous]).toEqual([true, 1, false]);
  });

  it('puts a misread character right in each of two fields', () => {
    const doubts = { '1:1': { read: 'B', p: 0.5, truth: 0.45 }, '1:24': { read: '1', p: 0.5, truth: 0.45 } };
    const found = correct('TD3', cellsOf(specimens.TD3, doubts));
    expect([found.lines, found.edits]).toEqual([[...specimens.TD3], 2]);
  });

  it('says that a guess is one when another reading satisfies the digits almost as well', () => {
    const cells = cellsOf(specimens.TD3, { '1:0': { read: 'X', p: 0.3, truth: 0.02 } });
    const found = correct('TD3', cells);
    expect(found.ambiguous || found.cost > 1.5).toBe(true);
  });

  it('never turns a date into one that no calendar has', () => {
    const cells = cellsOf(specimens.TD3, { '1:15': { read: '9', p: 0.9, truth: 0.05 } });
    const found = correct('TD3', cells);
    expect(found.lines[1]!.slice(13, 19)).toMatch(/^\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/);
  });
});

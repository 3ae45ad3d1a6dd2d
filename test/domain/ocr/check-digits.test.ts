import { describe, expect, it } from 'vitest';
import { allAgree, judgeCheckDigits, longNumber } from '../../../src/domain/ocr/check-digits.ts';
import { checkDigit, zoneFormatOf } from '../../../src/domain/ocr/mrz.ts';
import { specimens } from './specimens.ts';

describe('a check digit', () => {
  it.each([
    ['520727', '3'],
    ['AB2134<<<', '5'],
    ['HA672242<658022549601086<<<<<<<<<<<<<<0', '8'],
    ['D231458907<<<<<<<<<<<<<<<34071279507122<<<<<<<<<<', '2'],
    ['HA672242<658022549601086<<<<<<<', '8'],
    ['L898902C3', '6'],
    ['740812', '2'],
    ['120415', '9'],
    ['ZE184226B<<<<<', '1'],
    ['', '0'],
    ['<<<<<<<<<', '0'],
    ['Z', '5'],
  ])('of %j is %s, as ICAO Doc 9303-3 computes it', (text, digit) => {
    expect(checkDigit(text)).toBe(digit);
  });
});

describe('the check digits of a zone', () => {
  it.each(Object.entries(specimens))('all agree for the specimen %s', (_name, lines) => {
    const format = zoneFormatOf(lines)!;
    expect(allAgree(judgeCheckDigits(format, lines))).toBe(true);
  });

  const [upper, lower] = specimens.TD3;
  it.each([
    ['document_number', 2],
    ['document_number', 9],
    ['date_of_birth', 14],
    ['expiry_date', 22],
    ['personal_number', 30],
    ['composite', 43],
  ] as const)('tell that %s is wrong when character %i is', (field, at) => {
    const other = lower[at] === '5' ? '6' : '5';
    const checks = judgeCheckDigits('TD3', [upper, lower.slice(0, at) + other + lower.slice(at + 1)]);
    expect(checks[field]).toBe(false);
    expect(checks.composite).toBe(false);
  });

  it('do not protect the nationality and the sex', () => {
    const other = lower.replace('UTO7408122F', 'GBR7408122M');
    expect(allAgree(judgeCheckDigits('TD3', [upper, other]))).toBe(true);
  });

  it('allow a filler or a zero for an empty personal number', () => {
    for (const digit of ['0', '<']) {
      const body = `L898902C36UTO7408122F1204159<<<<<<<<<<<<<<${digit}`;
      const composite = checkDigit(body.slice(0, 10) + body.slice(13, 20) + body.slice(21, 43));
      expect(judgeCheckDigits('TD3', [upper, body + composite]).personal_number).toBe(true);
    }
  });

  it('find the digit of a number longer than nine characters in the optional data', () => {
    expect(longNumber('TD1', specimens.long)).toEqual({ number: 'D23145890734', rest: '<<<<<<<<<<', valid: true });
    const wrong = [specimens.long[0].replace('7349', '7348'), ...specimens.long.slice(1)];
    expect(judgeCheckDigits('TD1', wrong).document_number).toBe(false);
  });
});

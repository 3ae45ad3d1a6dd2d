import { parse } from 'mrz';
import { describe, expect, it } from 'vitest';
import { judgeCheckDigits } from '../../../src/domain/ocr/check-digits.ts';
import { zoneFormatOf } from '../../../src/domain/ocr/mrz.ts';
import { countryOfState, isStateCode } from '../../../src/domain/ocr/state-codes.ts';
import { parseZone } from '../../../src/domain/ocr/zone.ts';
import { composeZone, type MrzType, type Person } from '../../ocr-generator/compose-zone.ts';
import { Rng } from '../../ocr-generator/random.ts';
import { specimens } from './specimens.ts';

const today = '2026-11-20';
const read = (lines: readonly string[]) => parseZone(zoneFormatOf(lines)!, lines, today);

describe('a zone', () => {
  it('of a passport says what the specimen of ICAO Doc 9303-4 says', () => {
    expect(read(specimens.TD3)).toEqual({
      format: 'TD3',
      documentType: 'P',
      issuingState: 'UTO',
      nationality: 'UTO',
      lastName: 'ERIKSSON',
      firstName: 'ANNA MARIA',
      documentNumber: 'L898902C3',
      dateOfBirth: '1974-08-12',
      sex: 'F',
      expiryDate: '2012-04-15',
      personalNumber: 'ZE184226B',
      namesCut: false,
      lines: specimens.TD3,
    });
  });

  it('of a card with a long number says the whole number, and no personal number', () => {
    expect(read(specimens.long)).toMatchObject({ documentNumber: 'D23145890734', personalNumber: null });
  });

  it.each([
    ['000229', '2000-02-29'],
    ['010229', null],
    ['261120', '2026-11-20'],
    ['261121', '1926-11-21'],
    ['7408<<', null],
    ['<<<<<<', null],
    ['741332', null],
  ])('with the birth date %s gives %s, never a date to come', (digits, date) => {
    const lower = specimens.TD3[1].replace('740812', digits);
    expect(read([specimens.TD3[0], lower]).dateOfBirth).toBe(date);
  });

  it.each([
    ['P<UTOARKFREITH<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<', 'ARKFREITH', null, false],
    ['P<UTOVON<DER<HEIDE<<KAETHE<<<<<<<<<<<<<<<<<<', 'VON DER HEIDE', 'KAETHE', false],
    ['P<UTONILAVADHANANANDA<<CHAYAPA<DEJTHAMRONG<K', 'NILAVADHANANANDA', 'CHAYAPA DEJTHAMRONG K', true],
  ])('with the names %s splits them', (upper, lastName, firstName, namesCut) => {
    expect(read([upper, specimens.TD3[1]])).toMatchObject({ lastName, firstName, namesCut });
  });

  it.each([
    ['D', 'DE'],
    ['GBN', 'GB'],
    ['RKS', 'XK'],
    ['FRA', 'FR'],
    ['UTO', null],
    ['XXA', null],
    ['UNO', null],
  ])('with the state code %s stands for %s', (code, country) => {
    expect([isStateCode(code), countryOfState(code)]).toEqual([true, country]);
  });

  it('with a code of no state stands for none', () => {
    expect(['QQQ', 'DE', '', 'GB'].map(isStateCode)).toEqual([false, false, false, false]);
  });
});

const states =
  'UTO D FRA ESP PRT BRA POL CZE HUN ROU TUR SWE NOR FIN ISL ITA NLD VNM MEX USA GBR GBD GBN CAN RKS'.split(' ');

function randomPerson(rng: Rng, format: MrzType): Person {
  const state = rng.pick(states);
  const date = (from: number, to: number): string =>
    [rng.int(from, to) % 100, rng.int(1, 12), rng.int(1, 28)].map((part) => String(part).padStart(2, '0')).join('');
  const words = (most: number): string =>
    Array.from({ length: rng.int(1, most) }, () => rng.letters(rng.int(2, 9))).join(' ');
  const serial = (size: number): string =>
    Array.from({ length: size }, () => (rng.bool() ? rng.digits(1) : rng.letters(1))).join('');
  return {
    surname: words(2),
    given: rng.bool(0.05) ? '' : words(3),
    nationality: state,
    issuer: state,
    documentNumber: serial(format === 'TD1' && rng.bool(0.2) ? rng.int(10, 18) : rng.int(5, 9)),
    birth: date(1930, 2025),
    sex: rng.pick(['M', 'F', 'X'] as const),
    expiry: date(2027, 2036),
    optional: rng.bool() ? serial(rng.int(3, format === 'TD3' ? 14 : 6)) : '',
    // The package reads IDFRA of two lines as the older French card, which has a layout of its own.
    code: format === 'TD3' ? rng.pick(['P', 'PD', 'PO']) : rng.pick(['I', 'IR', 'AC']),
  };
}

const sexes: Record<string, string> = { male: 'M', female: 'F', nonspecified: 'X' };

describe('the parser', () => {
  it('agrees with the mrz package on 10,000 generated zones, digit by digit and field by field', () => {
    const rng = new Rng(20_261_120);
    let compared = 0;
    for (let i = 0; i < 10_000; i++) {
      const format = rng.pick(['TD3', 'TD1', 'TD2'] as const);
      const lines = composeZone(format, randomPerson(rng, format), { personalCheckFiller: rng.bool() });
      if (rng.bool(0.3)) damage(rng, lines);
      const other = parse(lines);
      const mine = parseZone(format, lines, today);
      const checks = judgeCheckDigits(format, lines);
      const valid = (field: string): boolean | undefined => other.details.find((one) => one.field === field)?.valid;
      const note = lines.join('\n');
      expect(other.format, note).toBe(format);
      expect(checks.date_of_birth, note).toBe(valid('birthDateCheckDigit'));
      expect(checks.expiry_date, note).toBe(valid('expirationDateCheckDigit'));
      expect(checks.composite, note).toBe(valid('compositeCheckDigit'));
      expect(checks.document_number, note).toBe(valid('documentNumberCheckDigit'));
      if (format === 'TD3') expect(checks.personal_number, note).toBe(valid('personalNumberCheckDigit'));
      if (!other.valid) continue;
      const { fields } = other;
      expect(mine.lastName, note).toBe(fields.lastName);
      expect(mine.firstName ?? '', note).toBe(fields.firstName ?? '');
      expect(mine.documentNumber, note).toBe(fields.documentNumber);
      expect(mine.issuingState, note).toBe(fields.issuingState);
      expect(mine.nationality, note).toBe(fields.nationality);
      expect(mine.dateOfBirth?.replaceAll('-', '').slice(2), note).toBe(fields.birthDate);
      expect(mine.expiryDate?.replaceAll('-', '').slice(2), note).toBe(fields.expirationDate);
      expect(mine.sex, note).toBe(sexes[fields.sex!]);
      compared++;
    }
    expect(compared).toBeGreaterThan(6000);
  });
});

/** Changes one digit of the lower lines. */
function damage(rng: Rng, lines: string[]): void {
  const line = lines[1]!;
  const digits = [...line].flatMap((char, at) => (/\d/.test(char) ? [at] : []));
  const at = rng.pick(digits);
  lines[1] = line.slice(0, at) + String((Number(line[at]) + 1) % 10) + line.slice(at + 1);
}

import { describe, expect, it } from 'vitest';
import { crossCheck, mask } from '../../../src/domain/ocr/cross-check.ts';
import { checkDigit } from '../../../src/domain/ocr/mrz.ts';
import { matchName } from '../../../src/domain/ocr/name-match.ts';
import { zoneNames } from '../../../src/domain/ocr/transliteration.ts';

interface Holder {
  lastName: string;
  firstName: string | null;
  number: string;
  nationality: string;
  issuer: string;
  birth: string;
  sex: string;
  expiry: string;
  type: string;
}

const anna: Holder = {
  lastName: 'Müller',
  firstName: 'Anna Maria',
  number: 'C01X00T47',
  nationality: 'D<<',
  issuer: 'D<<',
  birth: '900412',
  sex: 'F',
  expiry: '320502',
  type: 'P<',
};

/** Writes the two lines of a passport's zone with right check digits. */
function zoneOf(overrides: Partial<Holder> = {}): string[] {
  const { lastName, firstName, number, nationality, issuer, birth, sex, expiry, type } = { ...anna, ...overrides };
  const document = number.padEnd(9, '<');
  const personal = ''.padEnd(14, '<');
  const checked = (text: string) => text + checkDigit(text);
  const lower = `${checked(document)}${nationality}${checked(birth)}${sex}${checked(expiry)}${checked(personal)}`;
  const composite = lower.slice(0, 10) + lower.slice(13, 20) + lower.slice(21, 43);
  return [`${type}${issuer}${zoneNames(lastName, firstName, 39)}`, lower + checkDigit(composite)];
}

const form = {
  family_name: 'Mueller',
  first_name: 'Anna Maria',
  passport_number: 'C01X00T47',
  country_of_citizenship: 'DE',
  passport_issuing_country: 'DE',
  date_of_birth: '1990-04-12',
  passport_expiry_date: '2032-05-02',
  sex: 'F',
  planned_arrival_date: '2027-03-14',
};

const check = (changes: Partial<typeof form> = {}, holder: Partial<Holder> = {}, more: object = {}) =>
  crossCheck({
    product: 'ESTA',
    form: { ...form, ...changes },
    zone: { valid: true, lines: zoneOf(holder) },
    today: '2026-11-20',
    ...more,
  });

describe('a form compared with its passport', () => {
  it('finds nothing where they agree, whichever way an umlaut is written', () => {
    for (const family_name of ['Müller', 'Mueller', 'MUELLER']) expect(check({ family_name })).toEqual([]);
  });

  it.each([
    ['one digit wrong', { passport_number: 'C01X00T48' }, {}, 'BLOCK', 'PASSPORT_NUMBER_DIFFERS', 'passport_number'],
    ['O for 0', { passport_number: 'CO1XO0T47' }, {}, 'BLOCK', 'PASSPORT_NUMBER_DIFFERS', 'passport_number'],
    ['day and month swapped', { date_of_birth: '1990-12-04' }, {}, 'BLOCK', 'DATE_OF_BIRTH_DIFFERS', 'date_of_birth'],
    ['another expiry', { passport_expiry_date: '2033-05-02' }, {}, 'BLOCK', 'EXPIRY_DIFFERS', 'passport_expiry_date'],
    ['another family name', { family_name: 'Schmidt' }, {}, 'BLOCK', 'NAME_DIFFERS', 'family_name'],
    ['another given name', { first_name: 'Eva' }, {}, 'BLOCK', 'NAME_DIFFERS', 'first_name'],
    ['names swapped', { family_name: 'Anna Maria', first_name: 'Müller' }, {}, 'BLOCK', 'NAMES_SWAPPED', 'family_name'],
    ['a given name left out', { first_name: 'Anna' }, {}, 'WARN', 'GIVEN_NAMES_INCOMPLETE', 'first_name'],
    [
      'another nationality',
      { country_of_citizenship: 'AT' },
      {},
      'BLOCK',
      'NATIONALITY_DIFFERS',
      'country_of_citizenship',
    ],
    [
      'another issuer',
      { passport_issuing_country: 'FR' },
      {},
      'WARN',
      'ISSUING_COUNTRY_DIFFERS',
      'passport_issuing_country',
    ],
    ['another sex', { sex: 'M' }, {}, 'WARN', 'SEX_DIFFERS', 'sex'],
    ['an identity card', {}, { type: 'I<' }, 'WARN', 'NOT_A_PASSPORT', 'passport_bio_page_url'],
    [
      'a trip after the passport',
      { planned_arrival_date: '2032-05-02' },
      {},
      'BLOCK',
      'PASSPORT_EXPIRES_BEFORE_TRIP',
      'passport_expiry_date',
    ],
  ])('tells %s at its field', (_what, changes, holder, level, code, field) => {
    expect(check(changes, holder).map((found) => [found.level, found.code, found.field])).toEqual([
      [level, code, field],
    ]);
  });

  it('says what is mixed up, and shows neither value', () => {
    const [finding] = check({ passport_number: 'CO1X00T47' });
    expect(finding).toMatchObject({ formValue: '•••47', documentValue: '•••47', correction: 'C01X00T47' });
    expect(finding!.fix).toMatch(/O and 0/);
  });

  it('only warns where a check digit does not agree', () => {
    const zone = { valid: false, lines: zoneOf() };
    expect(check({ passport_number: 'C01X00T48' }, {}, { zone }).map(({ level }) => level)).toEqual(['WARN']);
  });

  it.each(['GBD', 'GBN', 'GBO', 'GBP', 'GBS'])('stops the British status %s for ESTA', (nationality) => {
    const found = check(
      { country_of_citizenship: 'GB', passport_issuing_country: 'GB' },
      { nationality, issuer: 'GBR' },
    );
    expect(found.map(({ level, code }) => [level, code])).toEqual([['BLOCK', 'BRITISH_STATUS_NOT_ELIGIBLE']]);
  });

  it('lets a sandbox number stand for its outcome', () => {
    const isTestNumber = (number: string) => number === 'X00000002';
    expect(check({ passport_number: 'X00000002' }, {}, { isTestNumber })).toEqual([]);
  });

  it('says that the authorization ends with a passport that ends first', () => {
    const found = check({ passport_expiry_date: '2027-12-01' }, { expiry: '271201' });
    expect(found.map(({ level, code }) => [level, code])).toEqual([['INFO', 'AUTHORIZATION_ENDS_WITH_PASSPORT']]);
  });

  it('mentions what differs from the profile', () => {
    const found = check({}, {}, { profile: { passportNumber: 'C99999999', lastName: 'mueller' } });
    expect(found.map(({ level, code, field }) => [level, code, field])).toEqual([
      ['INFO', 'PROFILE_DIFFERS', 'passport_number'],
    ]);
  });

  it('compares nothing with a page that has no zone', () => {
    expect(check({ passport_number: 'Z99999999' }, {}, { zone: null })).toEqual([]);
  });
});

describe('a name compared with the zone', () => {
  const zone = (lastName: string, firstName: string | null, namesCut = false) => ({
    lastName,
    firstName,
    namesCut,
    width: 39,
  });
  const [cutLast, cutFirst] = zoneNames('Nilavadhanananda', 'Chayapa Dejthamrong Krasuang', 39).split('<<');
  const cutZone = zone(cutLast!, cutFirst!.replaceAll('<', ' '), true);
  it.each([
    ['a hyphen and a space', 'Smith-Jones', 'Mary Ann', zone('SMITH JONES', 'MARY ANN'), 'same'],
    ['an apostrophe', "O'Brien", 'Sean', zone('OBRIEN', 'SEAN'), 'same'],
    ['one name only', 'Suharto', 'FNU', zone('SUHARTO', null), 'same'],
    ['a cut name', 'Nilavadhanananda', 'Chayapa Dejthamrong Krasuang', cutZone, 'same'],
    ['another name', 'Smith', 'Mary', zone('SMYTH', 'MARY'), 'different'],
  ])('knows %s', (_what, lastName, firstName, read, match) => {
    expect(matchName({ lastName, firstName }, read)).toBe(match);
  });
});

describe('a masked value', () => {
  it.each([
    ['C01X00T47', '•••47'],
    ['1990-04-12', '1990-••-••'],
    ['Hoffmann', 'H•••'],
    ['Li', 'Li'],
  ])('%s is shown as %s', (value, shown) => {
    expect(mask(value)).toBe(shown);
  });
});

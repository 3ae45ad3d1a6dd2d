import { describe, expect, it } from 'vitest';
import { obstacleTo } from '../../../src/domain/eligibility/obstacle.ts';
import { crossCheck } from '../../../src/domain/ocr/cross-check.ts';
import type { Finding } from '../../../src/domain/ocr/finding.ts';
import { mask, maskBoth, whereDatesDiffer, whereNumbersDiffer } from '../../../src/domain/ocr/mask.ts';
import { checkDigit } from '../../../src/domain/ocr/mrz.ts';
import { matchName } from '../../../src/domain/ocr/name-match.ts';
import { zoneNames } from '../../../src/domain/ocr/transliteration.ts';
import type { OpenProductId } from '../../../src/domain/products/product-id.ts';

interface Page {
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

const anna: Page = {
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
function zoneOf(overrides: Partial<Page> = {}): string[] {
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

const today = '2026-11-20';
const check = (changes: Partial<typeof form> = {}, page: Partial<Page> = {}, more: object = {}) =>
  crossCheck({
    product: 'ESTA',
    form: { ...form, ...changes },
    zone: { valid: true, lines: zoneOf(page) },
    today,
    obstacleTo: (holder) => obstacleTo('ESTA', holder, today),
    ...more,
  });

/** Compares with a form of another product, of which only what matters here is filled in. */
const checkFor = (product: OpenProductId, answers: Record<string, string>, page: Partial<Page>, valid = true) =>
  crossCheck({
    product,
    form: answers,
    zone: { valid, lines: zoneOf(page) },
    today,
    obstacleTo: (holder) => obstacleTo(product, holder, today),
  });

const summary = (found: readonly Finding[]) => found.map(({ level, code, field }) => [level, code, field]);

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

  it.each([
    ['names swapped', { family_name: 'Anna Maria', first_name: 'Müller' }, 'NAMES_SWAPPED'],
    ['both names wrong', { family_name: 'Schmidt', first_name: 'Eva' }, 'NAME_DIFFERS'],
  ])('tells %s at both fields, so that either is confirmed or corrected', (_what, changes, code) => {
    const found = check(changes);
    expect(summary(found)).toEqual([
      ['BLOCK', code, 'family_name'],
      ['BLOCK', code, 'first_name'],
    ]);
    expect(found.map(({ correction }) => correction)).toEqual(['MUELLER', 'ANNA MARIA']);
  });

  it('reads codes of countries in any case, and texts without the blanks around them', () => {
    expect(check({ country_of_citizenship: 'de', passport_number: ' C01X00T47 ' })).toEqual([]);
  });

  it('says what is mixed up and where, and shows of either value only what differs', () => {
    const [finding] = check({ passport_number: 'CO1X00T47' });
    expect(finding).toMatchObject({ formValue: '•O•••••••', documentValue: '•0•••••••', correction: 'C01X00T47' });
    expect(finding!.message).toContain('character 2 is wrong');
    expect(finding!.fix).toMatch(/O and 0/);
  });

  it.each([
    ['a date', { date_of_birth: '1990-04-13' }, 'the day', '••••-••-•3', '••••-••-•2'],
    ['an expiry date', { passport_expiry_date: '2032-06-02' }, 'the month', '••••-•6-••', '••••-•5-••'],
    ['a name', { family_name: 'Miller' }, 'from letter 2 on', '•IL•••', '•UE••••'],
  ])('says in what %s differs although both are masked', (_what, changes, where, formValue, documentValue) => {
    const [finding] = check(changes);
    expect(finding!.message).toContain(where);
    expect(finding).toMatchObject({ formValue, documentValue });
  });

  it('only warns where a check digit does not agree', () => {
    const zone = { valid: false, lines: zoneOf() };
    expect(check({ passport_number: 'C01X00T48' }, {}, { zone }).map(({ level }) => level)).toEqual(['WARN']);
  });

  it('lets a sandbox number stand for its outcome', () => {
    const isTestNumber = (number: string) => number === 'X00000002';
    expect(check({ passport_number: 'X00000002' }, {}, { isTestNumber })).toEqual([]);
  });

  it('says that the authorization ends with a passport that ends first', () => {
    const found = check({ passport_expiry_date: '2027-12-01' }, { expiry: '271201' });
    expect(found.map(({ level, code }) => [level, code])).toEqual([['INFO', 'AUTHORIZATION_ENDS_WITH_PASSPORT']]);
  });

  it('judges the trip by the end of the passport, whatever the form says', () => {
    const typed = check({ passport_expiry_date: '2032-05-02' }, { expiry: '270313' });
    expect(summary(typed)).toEqual([
      ['BLOCK', 'EXPIRY_DIFFERS', 'passport_expiry_date'],
      ['INFO', 'AUTHORIZATION_ENDS_WITH_PASSPORT', 'passport_expiry_date'],
      ['BLOCK', 'PASSPORT_EXPIRES_BEFORE_TRIP', 'passport_expiry_date'],
    ]);
    const tooEarly = check({ passport_expiry_date: '2027-03-14' });
    expect(summary(tooEarly)).toEqual([['BLOCK', 'EXPIRY_DIFFERS', 'passport_expiry_date']]);
  });

  it('judges the trip by the form where the zone is in doubt', () => {
    const zone = { valid: false, lines: zoneOf({ expiry: '270313' }) };
    expect(summary(check({}, {}, { zone }))).toEqual([['WARN', 'EXPIRY_DIFFERS', 'passport_expiry_date']]);
  });

  it('mentions what differs from the profile, which corrects nothing', () => {
    const found = check({}, {}, { profile: { passportNumber: 'C99999999', lastName: 'mueller' } });
    expect(summary(found)).toEqual([['INFO', 'PROFILE_DIFFERS', 'passport_number']]);
    expect(found[0]!.correction).toBeNull();
  });

  it('compares nothing with a page that has no zone', () => {
    expect(check({ passport_number: 'Z99999999' }, {}, { zone: null })).toEqual([]);
  });
});

describe('a British passport', () => {
  const statuses = {
    GBD: 'british_overseas_territories_citizen',
    GBN: 'british_national_overseas',
    GBO: 'british_overseas_citizen',
    GBP: 'british_protected_person',
    GBS: 'british_subject',
  };
  const codes = Object.keys(statuses) as (keyof typeof statuses)[];
  const page = (nationality: string) => ({ nationality, issuer: 'GBR' });

  it.each(codes)('of the status %s has no ESTA, and only the visitor visa is left', (code) => {
    const found = checkFor('ESTA', { country_of_citizenship: 'GB' }, page(code));
    expect(summary(found)).toEqual([['BLOCK', 'BRITISH_STATUS_NOT_ELIGIBLE', 'country_of_citizenship']]);
    expect(found[0]).toMatchObject({ documentValue: statuses[code], correction: null });
    expect(found[0]!.message).toContain('visitor visa (DS160)');
    expect(checkFor('DS160', { nationality: 'GB' }, page(code))).toEqual([]);
  });

  it.each([
    ['GBD', 'need no ETA'],
    ['GBN', 'need no ETA'],
    ['GBO', 'right of abode'],
    ['GBP', 'right of abode'],
    ['GBS', 'right of abode'],
  ])('of the status %s has no UK ETA: %s', (code, why) => {
    const [finding, ...more] = checkFor('UK_ETA', { nationality: 'GB' }, page(code));
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ level: 'BLOCK', code: 'BRITISH_STATUS_NOT_ELIGIBLE', field: 'nationality' });
    expect(finding!.message).toContain(why);
  });

  it('of a British National (Overseas) is not that of Hong Kong', () => {
    expect(summary(checkFor('UK_ETA', { nationality: 'HK' }, page('GBN')))).toEqual([
      ['BLOCK', 'NATIONALITY_DIFFERS', 'nationality'],
      ['BLOCK', 'BRITISH_STATUS_NOT_ELIGIBLE', 'nationality'],
    ]);
  });

  it('of a citizen is told from another nationality, and that no ETA is issued on it', () => {
    const [finding] = checkFor('UK_ETA', { nationality: 'FR' }, page('GBR'));
    expect(finding).toMatchObject({ level: 'BLOCK', code: 'NATIONALITY_DIFFERS', correction: 'GB' });
    expect(finding!.fix).toContain('at home');
  });

  it.each([
    ['GBR', 'british_citizen', []],
    ['GBN', 'british_national_overseas', []],
    ['GBD', statuses.GBD, [['WARN', 'BRITISH_STATUS_LIMITED', 'gb_status']]],
    ['GBO', statuses.GBO, [['WARN', 'BRITISH_STATUS_LIMITED', 'gb_status']]],
    ['GBS', statuses.GBS, [['WARN', 'BRITISH_STATUS_LIMITED', 'gb_status']]],
    ['GBP', statuses.GBP, [['BLOCK', 'BRITISH_STATUS_NOT_ELIGIBLE', 'gb_status']]],
    ['GBN', 'british_citizen', [['BLOCK', 'BRITISH_STATUS_DIFFERS', 'gb_status']]],
    ['GBR', 'british_overseas_citizen', [['BLOCK', 'BRITISH_STATUS_DIFFERS', 'gb_status']]],
    [
      'GBP',
      'british_citizen',
      [
        ['BLOCK', 'BRITISH_STATUS_DIFFERS', 'gb_status'],
        ['BLOCK', 'BRITISH_STATUS_NOT_ELIGIBLE', 'gb_status'],
      ],
    ],
  ])('of the status %s, given as %s, is judged so for Canada', (code, gb_status, expected) => {
    const found = checkFor('CANADA_ETA', { nationality: 'GB', gb_status }, page(code));
    expect(summary(found)).toEqual(expected);
  });
});

describe('a document of somebody without a nationality', () => {
  it.each(['XXA', 'XXB', 'XXC', 'XXX'])('%s is not of the country that issued it', (nationality) => {
    for (const product of ['UK_ETA', 'CANADA_ETA'] as const) {
      const [finding, ...more] = checkFor(product, { nationality: 'DE' }, { nationality });
      expect(more).toEqual([]);
      expect(finding).toMatchObject({
        level: 'BLOCK',
        code: 'NO_NATIONALITY',
        documentValue: nationality,
        correction: null,
      });
      expect(finding!.fix).toMatch(/refugee or stateless travel document/);
    }
    expect(summary(checkFor('ESTA', { country_of_citizenship: 'DE' }, { nationality }))).toEqual([
      ['BLOCK', 'NO_NATIONALITY', 'country_of_citizenship'],
    ]);
    expect(summary(checkFor('DS160', { nationality: 'DE' }, { nationality }))).toEqual([
      ['WARN', 'NO_NATIONALITY', 'nationality'],
    ]);
  });

  it('only warns where its zone is in doubt', () => {
    expect(summary(checkFor('UK_ETA', {}, { nationality: 'XXB' }, false))).toEqual([
      ['WARN', 'NO_NATIONALITY', 'nationality'],
    ]);
  });
});

describe('a document that an organization issued', () => {
  it.each([
    ['UNO', 'UK_ETA', 'passport_issuing_country'],
    ['EUE', 'CANADA_ETA', 'nationality'],
  ] as const)('of %s is no passport, as the form for %s is told', (code, product, field) => {
    const [finding, ...more] = checkFor(product, {}, { issuer: code, nationality: code });
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ level: 'WARN', code: 'ISSUED_BY_ORGANIZATION', field, documentValue: code });
  });
});

describe('a passport that says China', () => {
  const page = { nationality: 'CHN', issuer: 'CHN', number: 'K12345678' };

  it.each(['HK', 'MO'])('can be one of %s', (country) => {
    const answers = { nationality: country, passport_issuing_country: country };
    expect(summary(checkFor('UK_ETA', answers, page))).toEqual([['INFO', 'ZONE_SAYS_CHINA', 'nationality']]);
  });

  it('is doubted with a number of the mainland', () => {
    const found = checkFor('UK_ETA', { nationality: 'HK' }, { ...page, number: 'E12345678' });
    expect(summary(found)).toEqual([['WARN', 'ZONE_SAYS_CHINA', 'nationality']]);
  });

  it.each(['CHN', 'HKG', 'MAC'])('may have the code %s in the form for Canada', (passport_country_code) => {
    expect(checkFor('CANADA_ETA', { passport_country_code }, page)).toEqual([]);
  });

  it('is none of Taiwan', () => {
    expect(summary(checkFor('UK_ETA', { nationality: 'TW' }, page))).toEqual([
      ['BLOCK', 'NATIONALITY_DIFFERS', 'nationality'],
    ]);
  });
});

describe('the country code that Canada asks for', () => {
  it.each([
    ['D', 'D<<', []],
    ['DEU', 'D<<', [['WARN', 'PASSPORT_CODE_DIFFERS', 'passport_country_code']]],
    ['FRA', 'D<<', [['BLOCK', 'PASSPORT_CODE_DIFFERS', 'passport_country_code']]],
    ['GBR', 'GBR', []],
    ['RKS', 'RKS', []],
  ])('%s on a passport with %s', (passport_country_code, issuer, expected) => {
    expect(summary(checkFor('CANADA_ETA', { passport_country_code }, { issuer, nationality: issuer }))).toEqual(
      expected,
    );
  });

  it('may be the British status, as the authority lists it', () => {
    expect(checkFor('CANADA_ETA', { passport_country_code: 'GBN' }, { issuer: 'GBR', nationality: 'GBN' })).toEqual([]);
  });
});

describe('where two values differ', () => {
  it.each([
    ['C01X00T48', 'C01X00T47', 'character 9 is wrong'],
    ['C10X00T47', 'C01X00T47', 'characters 2 and 3 are swapped'],
    ['C91X00T48', 'C01X00T47', 'characters 2 and 9 are wrong'],
    ['C0100T47', 'C01X00T47', 'character 4 of it is missing'],
    ['C01X00T4', 'C01X00T47', 'character 9 of it is missing'],
    ['C01X000T47', 'C01X00T47', 'character 7 is one too many'],
    ['Z99999999', 'C01X00T47', null],
    ['C01X', 'C01X00T47', null],
  ])('%s instead of %s: %s', (written, right, where) => {
    expect(whereNumbersDiffer(written, right)).toBe(where);
  });

  it.each([
    ['1990-04-12', '1990-12-04', 'the month and the day'],
    ['1990-04-12', '1991-04-12', 'the year'],
  ])('%s and %s: %s', (one, other, where) => {
    expect(whereDatesDiffer(one, other)).toBe(where);
  });

  it.each([
    ['C01X00T48', 'C01X00T47', ['•••48', '•••47']],
    ['C91X00T47', 'C01X00T47', ['•9•••••••', '•0•••••••']],
    ['B99999947', 'C01X00T47', ['B9•••••••', 'C0•••••••']],
    ['MEYER', 'MAYER', ['•E•••', '•A•••']],
  ])('%s and %s are shown so that they look different', (one, other, shown) => {
    expect(maskBoth(one, other)).toEqual(shown);
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
    ['a hyphen and a space', 'Smith-Jones', 'Mary Ann', zone('SMITH JONES', 'MARY ANN'), 'same', 'same'],
    ['an apostrophe', "O'Brien", 'Sean', zone('OBRIEN', 'SEAN'), 'same', 'same'],
    ['one name only', 'Suharto', 'FNU', zone('SUHARTO', null), 'same', 'same'],
    ['a cut name', 'Nilavadhanananda', 'Chayapa Dejthamrong Krasuang', cutZone, 'same', 'same'],
    ['another name', 'Smith', 'Mary', zone('SMYTH', 'MARY'), 'different', 'same'],
    ['another given name', 'Smith', 'Mary', zone('SMITH', 'MARIA'), 'same', 'different'],
    ['a given name left out', 'Smith', 'Mary', zone('SMITH', 'MARY ANN'), 'same', 'incomplete'],
    [
      'another family name before cut ones',
      'Nilavadhana',
      'Chayapa Dejthamrong Krasuang',
      cutZone,
      'different',
      'same',
    ],
    ['other given names that would be cut', 'Nilavadhanananda', 'Chanida Dejthamrong', cutZone, 'same', 'different'],
  ])('knows %s', (_what, lastName, firstName, read, last, first) => {
    expect(matchName({ lastName, firstName }, read)).toMatchObject({
      lastName: last,
      firstName: first,
      swapped: false,
    });
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

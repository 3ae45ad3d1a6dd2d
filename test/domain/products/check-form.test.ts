import { describe, expect, it } from 'vitest';
import { checkForm, type FormFacts } from '../../../src/domain/products/check-form.ts';
import { formOf } from '../../../src/domain/products/form.ts';
import { type OpenProductId, openProductIds } from '../../../src/domain/products/product-id.ts';
import { completeForm, type FormData, formFacts, minorForm, ownFileUrl } from '../../support/forms.ts';

const check = (product: OpenProductId, changes: FormData, facts: Partial<FormFacts> = {}) =>
  checkForm(product, completeForm(product, changes), formFacts(facts));
const told = (product: OpenProductId, changes: FormData, facts: Partial<FormFacts> = {}) =>
  check(product, changes, facts).problems.map(({ field, code }) => `${field} ${code}`);

/** Time that this process spent computing, which others on the machine do not lengthen. */
const millisecondsSince = (start: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
};

describe('a complete form', () => {
  it.each(openProductIds)('of %s has neither problem nor warning, for adult and child', (product) => {
    for (const form of [completeForm(product), minorForm(product)]) {
      const { problems, warnings, clean } = checkForm(product, form, formFacts());
      expect(problems).toEqual([]);
      expect(warnings).toEqual([]);
      expect(clean).toEqual(form);
    }
  });

  it('of 264 fields is judged in well under a millisecond', () => {
    const form = completeForm('DS160');
    const facts = formFacts();
    for (let turn = 0; turn < 500; turn += 1) checkForm('DS160', form, facts);
    const start = process.cpuUsage();
    for (let turn = 0; turn < 500; turn += 1) checkForm('DS160', form, facts);
    expect(millisecondsSince(start) / 500).toBeLessThan(1);
  });
});

it.each(openProductIds)('the empty form of %s misses what everybody fills in, and nothing conditional', (product) => {
  const demanded = formOf(product).fields.filter((field) => field.required);
  const { problems } = checkForm(product, {}, formFacts());
  expect(problems.map(({ field, code }) => [field, code])).toEqual(demanded.map(({ name }) => [name, 'MISSING']));
});

describe('values', () => {
  it.each<[what: string, product: OpenProductId, changes: FormData, problems: string[]]>([
    ['a leap day of a leap year', 'ESTA', { date_of_birth: '1992-02-29' }, []],
    ['a leap day of a common year', 'ESTA', { date_of_birth: '1990-02-29' }, ['date_of_birth INVALID_VALUE']],
    ['a leap day of a century that has none', 'ESTA', { date_of_birth: '1900-02-29' }, ['date_of_birth INVALID_VALUE']],
    ['the 31st of April', 'ESTA', { date_of_birth: '1990-04-31' }, ['date_of_birth INVALID_VALUE']],
    ['a date with a time', 'ESTA', { date_of_birth: '1990-04-12T00:00:00Z' }, ['date_of_birth INVALID_PATTERN']],
    ['a country in small letters', 'ESTA', { home_country: 'de' }, []],
    ['UK for GB', 'ESTA', { home_country: 'uk' }, []],
    ['Kosovo', 'ESTA', { home_country: 'XK' }, []],
    ['a country that no longer exists', 'ESTA', { home_country: 'DD' }, ['home_country INVALID_VALUE']],
    ['an alpha-3 code', 'ESTA', { home_country: 'DEU' }, ['home_country INVALID_PATTERN']],
    ['a telephone number with spaces', 'ESTA', { phone: '+49 40 303987654' }, ['phone INVALID_PATTERN']],
    ['a telephone number without prefix', 'ESTA', { phone: '040303987654' }, ['phone INVALID_PATTERN']],
    ['a telephone number that is too short for its country', 'ESTA', { phone: '+1212555' }, ['phone INVALID_VALUE']],
    ['a prefix that no country has', 'ESTA', { phone: '+99912345678' }, ['phone INVALID_VALUE']],
    ['a choice in another case', 'ESTA', { sex: 'f' }, ['sex INVALID_VALUE']],
    ['a choice of another form', 'ESTA', { sex: 'X' }, ['sex INVALID_VALUE']],
    [
      'a name with an accent where only A to Z are taken',
      'ESTA',
      { family_name: 'Müller' },
      ['family_name INVALID_PATTERN'],
    ],
    [
      'a name with an accent where it is taken',
      'CANADA_ETA',
      { surname: 'Müller', signature: 'Lena Marie Muller' },
      [],
    ],
    [
      'a name that only ends as the pattern says',
      'ESTA',
      { family_name: '1Hoffmann' },
      ['family_name INVALID_PATTERN'],
    ],
    [
      'an alternative that fits in part only',
      'CANADA_ETA',
      { passport_country_code: 'DX' },
      ['passport_country_code INVALID_PATTERN'],
    ],
    ['four characters of a five-character number', 'ESTA', { passport_number: 'C01X' }, ['passport_number MIN_LENGTH']],
    ['five characters', 'ESTA', { passport_number: 'C01X0' }, []],
    ['nine characters', 'ESTA', { passport_number: 'X00000001' }, []],
    ['ten characters', 'ESTA', { passport_number: 'C01X00T470' }, ['passport_number MAX_LENGTH']],
    [
      'a passport number in small letters',
      'ESTA',
      { passport_number: 'c01x00t47' },
      ['passport_number INVALID_PATTERN'],
    ],
    ['astral characters, counted once each', 'UK_ETA', { address_city: '𠮷'.repeat(60) }, []],
    ['one astral character too many', 'UK_ETA', { address_city: '𠮷'.repeat(61) }, ['address_city MAX_LENGTH']],
    ['a number as text', 'CANADA_ETA', { employed_since_year: '2018' }, ['employed_since_year INVALID_VALUE']],
    ['a fraction', 'CANADA_ETA', { employed_since_year: 2018.5 }, ['employed_since_year INVALID_VALUE']],
    ['no number', 'CANADA_ETA', { employed_since_year: Number.NaN }, ['employed_since_year INVALID_VALUE']],
    ['the first year that counts', 'CANADA_ETA', { employed_since_year: 1940 }, []],
    ['the year before', 'CANADA_ETA', { employed_since_year: 1939 }, ['employed_since_year INVALID_VALUE']],
    ['yes as a text', 'ESTA', { is_transit: 'no' }, ['is_transit INVALID_VALUE']],
    ['a consent that is withheld', 'ESTA', { certify_truth: false }, ['certify_truth INVALID_VALUE']],
    ['a consent that is left out', 'ESTA', { certify_truth: undefined }, ['certify_truth MISSING']],
    ['an object for a text', 'ESTA', { family_name: {} }, ['family_name INVALID_VALUE']],
    ['a list for a text', 'ESTA', { family_name: ['Hoffmann'] }, ['family_name INVALID_VALUE']],
    ['a text for a list', 'DS160', { languages: 'English' }, ['languages INVALID_VALUE']],
    ['an empty list where one entry is needed', 'DS160', { languages: [] }, ['languages MISSING']],
    ['an entry that is null', 'DS160', { languages: [null] }, ['languages[0] INVALID_VALUE']],
    ['an entry that is blank inside', 'DS160', { languages: [{ language: ' ' }] }, ['languages[0].language MISSING']],
    ['an entry too many', 'DS160', { languages: Array(21).fill({ language: 'English' }) }, ['languages MAX_LENGTH']],
    ['as many entries as there may be', 'DS160', { languages: Array(20).fill({ language: 'English' }) }, []],
    [
      'two broken entries',
      'DS160',
      { languages: [{ language: 'English' }, {}, { language: 'x'.repeat(67) }] },
      ['languages[1].language MISSING', 'languages[2].language MAX_LENGTH'],
    ],
    ['a field that the form has not', 'ESTA', { favourite_color: 'blue' }, ['favourite_color UNKNOWN_FIELD']],
    [
      'a field of the prototype',
      'ESTA',
      JSON.parse('{"__proto__": {"a": 1}}') as FormData,
      ['__proto__ UNKNOWN_FIELD'],
    ],
  ])('%s', (_what, product, changes, problems) => {
    expect(told(product, changes)).toEqual(problems);
  });

  it('are cleaned: countries in capitals, texts trimmed, blanks gone', () => {
    const { problems, clean } = check('ESTA', {
      home_country: ' uk ',
      family_name: '  Hoffmann ',
      home_apartment: '',
      social_media: [],
      other_names: null,
    });
    expect(problems).toEqual([]);
    expect(clean).toMatchObject({ home_country: 'GB', family_name: 'Hoffmann' });
    for (const name of ['home_apartment', 'social_media', 'other_names']) expect(clean).not.toHaveProperty(name);
  });

  it('that are refused are not part of the clean form', () => {
    expect(check('ESTA', { phone: 'none' }).clean).not.toHaveProperty('phone');
    expect(check('DS160', { languages: [{ language: 'English' }, {}] }).clean).not.toHaveProperty('languages');
  });
});

describe('files', () => {
  it.each([
    ['own', []],
    ['foreign', ['passport_bio_page_url FORBIDDEN_FILE_URL', 'applicant_photo_url FORBIDDEN_FILE_URL']],
    ['unknown', ['passport_bio_page_url INVALID_FILE_URL', 'applicant_photo_url INVALID_FILE_URL']],
  ] as const)('that are %s', (owner, problems) => {
    expect(told('ESTA', {}, { fileOwnership: () => owner })).toEqual(problems);
  });

  it('are looked up by the trimmed URL, and never by one of absurd length', () => {
    const asked: string[] = [];
    const fileOwnership: FormFacts['fileOwnership'] = (url) => {
      asked.push(url);
      return 'own';
    };
    const changes = { passport_bio_page_url: ` ${ownFileUrl} `, applicant_photo_url: `http://${'a'.repeat(4000)}` };
    expect(told('ESTA', changes, { fileOwnership })).toEqual(['applicant_photo_url INVALID_FILE_URL']);
    expect(asked).toEqual([ownFileUrl]);
  });
});

describe('unknown fields', () => {
  it.each([
    ['pasport_number', 'passport_number'],
    ['familyName', 'family_name'],
    ['Passport-Number', 'passport_number'],
    ['emial', 'email'],
  ])('%s is answered with %s', (name, nearest) => {
    const { problems } = check('ESTA', { [name]: 'x' });
    expect(problems).toEqual([
      { field: name, code: 'UNKNOWN_FIELD', message: `The form has no such field; did you mean ${nearest}?` },
    ]);
  });

  it('are answered without a guess where nothing is near', () => {
    expect(check('ESTA', { zzzzzzzzzzzz: 1 }).problems[0]!.message).toBe('The form has no such field.');
  });

  it('of a hostile form cost little and are told in part', () => {
    const hostile = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`field_${n}_${'x'.repeat(80)}`, n]));
    const start = process.cpuUsage();
    const { problems } = check('DS160', hostile);
    expect(millisecondsSince(start)).toBeLessThan(500);
    expect(problems).toHaveLength(50);
    for (const { field } of problems) expect(field.length).toBeLessThanOrEqual(64);
  });
});

describe('conditions', () => {
  it.each<[what: string, product: OpenProductId, changes: FormData, problems: string[], warned: string[]]>([
    ['fulfilled by a yes', 'ESTA', { has_other_names: true }, ['other_names MISSING'], []],
    [
      'fulfilled by a no',
      'ESTA',
      { us_address_same_as_contact: false },
      ['us_address_line1 MISSING', 'us_address_city MISSING', 'us_address_state MISSING'],
      [],
    ],
    ['fulfilled by a choice', 'DS160', { marital_status: 'other' }, ['marital_status_other MISSING'], []],
    [
      'fulfilled by one of several choices',
      'DS160',
      { marital_status: 'widowed' },
      [
        'spouse_surnames MISSING',
        'spouse_given_names MISSING',
        'spouse_date_of_birth MISSING',
        'spouse_nationality MISSING',
        'spouse_country_of_birth MISSING',
      ],
      [],
    ],
    [
      'fulfilled by a country in small letters',
      'UK_ETA',
      { nationality: 'tw', passport_issuing_country: 'tw' },
      ['taiwan_id_number MISSING'],
      [],
    ],
    [
      'of conditional nationals of Canada',
      'CANADA_ETA',
      { nationality: 'BR' },
      ['held_canadian_visa_last_10_years MISSING', 'holds_us_nonimmigrant_visa MISSING', 'arrives_by_air MISSING'],
      [],
    ],
    [
      'not fulfilled, with a value',
      'ESTA',
      { other_names: [{ family_name: 'Vogt', first_name: 'Lena' }] },
      [],
      ['other_names NOT_ASKED'],
    ],
    ['not fulfilled, with a wrong value', 'ESTA', { other_names: 'Vogt' }, ['other_names INVALID_VALUE'], []],
    [
      'one behind the other, the first not fulfilled',
      'DS160',
      { has_companions: false, travels_as_group: false },
      [],
      ['travels_as_group NOT_ASKED'],
    ],
    [
      'one behind the other, both with values',
      'DS160',
      { has_companions: false, travels_as_group: true, group_name: 'Choir' },
      [],
      ['travels_as_group NOT_ASKED', 'group_name NOT_ASKED'],
    ],
    ['one behind the other, the first left open', 'DS160', { has_companions: true }, ['travels_as_group MISSING'], []],
    [
      'one behind the other, both fulfilled',
      'DS160',
      { has_companions: true, travels_as_group: false },
      ['companions MISSING'],
      [],
    ],
    [
      'three deep',
      'DS160',
      { payer: 'other_person', payer_address_same_as_home: false },
      [
        'payer_surnames MISSING',
        'payer_given_names MISSING',
        'payer_phone MISSING',
        'payer_relationship MISSING',
        'payer_address_line1 MISSING',
        'payer_city MISSING',
        'payer_country MISSING',
      ],
      [],
    ],
    ['on a field that is refused', 'ESTA', { has_other_names: 'yes' }, ['has_other_names INVALID_VALUE'], []],
    ['on an optional field that is left out', 'DS160', { passport_no_expiry: undefined }, [], []],
    [
      'on a document that does not expire',
      'DS160',
      { passport_no_expiry: true, passport_expiry_date: undefined },
      [],
      [],
    ],
  ])('%s', (_what, product, changes, problems, warned) => {
    const verdict = check(product, changes);
    expect(verdict.problems.map(({ field, code }) => `${field} ${code}`)).toEqual(problems);
    expect(verdict.warnings.map(({ field, code }) => `${field} ${code}`)).toEqual(warned);
  });

  it('leave out of the clean form what is not asked', () => {
    const { clean } = check('ESTA', { other_names: [{ family_name: 'Vogt', first_name: 'Lena' }] });
    expect(clean).not.toHaveProperty('other_names');
  });

  it('are named in the message', () => {
    expect(check('ESTA', { has_other_names: true }).problems[0]!.message).toBe(
      '“Other names” is required because “Other names or aliases exist” is true.',
    );
  });
});

it('changes neither the form nor the facts', () => {
  const form = Object.freeze(completeForm('DS160', { home_country: 'in' }));
  const before = JSON.stringify(form);
  checkForm('DS160', form, Object.freeze(formFacts()));
  expect(JSON.stringify(form)).toBe(before);
});

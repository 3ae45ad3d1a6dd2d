import { describe, expect, it } from 'vitest';
import { checkForm, crossFieldRules } from '../../../src/domain/products/check-form.ts';
import { formOf } from '../../../src/domain/products/form.ts';
import { type OpenProductId, openProductIds } from '../../../src/domain/products/product-id.ts';
import { completeForm, type FormData, formFacts, formsDay, minorForm } from '../../support/forms.ts';

type Case = [rule: string, what: string, changes: FormData, told: string[], warned?: string[]];

const run = (product: OpenProductId, form: FormData, today = formsDay) => {
  const { problems, warnings } = checkForm(product, form, formFacts({ today }));
  return {
    told: problems.map(({ field, code }) => `${field} ${code}`),
    warned: warnings.map(({ field, code }) => `${field} ${code}`),
    rules: problems.flatMap(({ rule }) => rule ?? []),
  };
};

const dates: Case[] = [
  ['dob_in_past', 'born today', { date_of_birth: '2026-11-20' }, ['date_of_birth INVALID_PATTERN']],
  ['dob_in_past', 'born in the future', { date_of_birth: '2027-01-01' }, ['date_of_birth INVALID_PATTERN']],
  ['dob_in_past', 'born 126 years ago', { date_of_birth: '1900-11-20' }, ['date_of_birth INVALID_PATTERN']],
  ['dob_in_past', 'born 125 years and some days ago', { date_of_birth: '1900-11-21' }, []],
  [
    'passport_not_expired',
    'expired yesterday',
    { passport_expiry_date: '2026-11-19' },
    ['passport_expiry_date INVALID_PATTERN'],
  ],
  [
    'passport_not_expired',
    'expires today',
    { passport_expiry_date: '2026-11-20' },
    ['passport_expiry_date INVALID_PATTERN'],
  ],
  ['passport_dates_order', 'issued today', { passport_issue_date: '2026-11-20' }, []],
  [
    'passport_dates_order',
    'issued tomorrow',
    { passport_issue_date: '2026-11-21' },
    ['passport_issue_date INVALID_PATTERN'],
  ],
  [
    'passport_dates_order',
    'issued on the day of birth',
    { date_of_birth: '1990-04-12', passport_issue_date: '1990-04-12' },
    [],
  ],
  [
    'passport_dates_order',
    'issued before the birth',
    { date_of_birth: '1990-04-12', passport_issue_date: '1990-04-11' },
    ['passport_issue_date INVALID_PATTERN'],
  ],
];

const cases: Record<OpenProductId, Case[]> = {
  ESTA: [
    ...dates,
    [
      'passport_not_expired',
      'expires tomorrow, no trip known',
      { passport_expiry_date: '2026-11-21', planned_arrival_date: undefined },
      [],
    ],
    [
      'passport_not_expired',
      'expires on the day of arrival',
      { passport_expiry_date: '2027-03-14' },
      ['passport_expiry_date INVALID_PATTERN'],
    ],
    ['passport_not_expired', 'expires the day after the arrival', { passport_expiry_date: '2027-03-15' }, []],
    ['minor_needs_guardian', 'eighteen today', { date_of_birth: '2008-11-20' }, []],
    ['minor_needs_guardian', 'eighteen tomorrow', { date_of_birth: '2008-11-21' }, ['guardian_name MISSING']],
    [
      'minor_needs_guardian',
      'eighteen tomorrow, with a guardian',
      { date_of_birth: '2008-11-21', guardian_name: 'Karl Hoffmann' },
      [],
    ],
    [
      'vwp_nationality',
      'Romanian',
      { country_of_citizenship: 'RO', passport_issuing_country: 'RO' },
      ['country_of_citizenship CROSS_FIELD'],
    ],
    [
      'vwp_nationality',
      'German with a French passport',
      { passport_issuing_country: 'FR' },
      ['passport_issuing_country CROSS_FIELD'],
    ],
    ['vwp_nationality', 'French', { country_of_citizenship: 'fr', passport_issuing_country: 'FR' }, []],
    [
      'dual_bar',
      'also Iranian',
      {
        is_citizen_of_other_country: true,
        other_citizenships: [
          { country: 'FR', acquired_by: 'birth' },
          { country: 'IR', acquired_by: 'birth' },
        ],
      },
      ['other_citizenships[1].country CROSS_FIELD'],
    ],
    [
      'dual_bar',
      'also Libyan',
      { is_citizen_of_other_country: true, other_citizenships: [{ country: 'LY', acquired_by: 'birth' }] },
      [],
    ],
    [
      'dual_bar',
      'Iranian once, asked for now',
      { other_citizenships: [{ country: 'IR', acquired_by: 'birth' }] },
      [],
      ['other_citizenships NOT_ASKED'],
    ],
    ...['q1_health', 'q2_crime', 'q3_drugs', 'q4_terrorism', 'q5_fraud', 'q6_employment', 'q8_overstay'].map(
      (name): Case => ['yes_answers', `yes to ${name}`, { [name]: true }, [], [`${name} YES_ANSWERS`]],
    ),
    [
      'yes_answers',
      'yes to an earlier denial',
      { q7_denial: true, q7_denial_when: '2019', q7_denial_where: 'Berlin' },
      [],
    ],
    [
      'yes_answers',
      'yes to two',
      { q1_health: true, q3_drugs: true },
      [],
      ['q1_health YES_ANSWERS', 'q3_drugs YES_ANSWERS'],
    ],
    ['lead_time', 'arrival in four days', { planned_arrival_date: '2026-11-24' }, []],
    [
      'lead_time',
      'arrival in three days',
      { planned_arrival_date: '2026-11-23' },
      [],
      ['planned_arrival_date LEAD_TIME'],
    ],
    ['lead_time', 'arrival yesterday', { planned_arrival_date: '2026-11-19' }, [], ['planned_arrival_date LEAD_TIME']],
  ],
  UK_ETA: [
    ...dates,
    [
      'passport_not_expired',
      'expires on the day of arrival',
      { passport_expiry_date: '2027-03-14' },
      ['passport_expiry_date INVALID_PATTERN'],
    ],
    [
      'minor_needs_guardian',
      'a child who applies alone',
      { date_of_birth: '2012-06-15' },
      ['representative_name MISSING', 'representative_relationship MISSING'],
    ],
    ['eta_nationality', 'Indian', { nationality: 'IN', passport_issuing_country: 'IN' }, ['nationality CROSS_FIELD']],
    ['eta_nationality', 'British', { nationality: 'GB', passport_issuing_country: 'GB' }, ['nationality CROSS_FIELD']],
    [
      'british_irish_stop',
      'says British',
      { is_british_or_irish_citizen: true },
      ['is_british_or_irish_citizen CROSS_FIELD'],
    ],
    [
      'british_irish_stop',
      'also Irish',
      { has_other_nationalities: true, other_nationalities: [{ country: 'IE' }] },
      ['other_nationalities[0].country CROSS_FIELD'],
    ],
    [
      'british_irish_stop',
      'also French',
      { has_other_nationalities: true, other_nationalities: [{ country: 'FR' }] },
      [],
    ],
    ['suitability_warn', 'war crimes', { war_crimes: true }, [], ['war_crimes SUITABILITY_WARN']],
    ['suitability_warn', 'terrorism', { terrorism: true }, [], ['terrorism SUITABILITY_WARN']],
    ['suitability_warn', 'extremism', { extremism: true }, [], ['extremism SUITABILITY_WARN']],
    [
      'suitability_warn',
      'an old conviction',
      { has_criminal_conviction: true, convicted_last_12_months: false, prison_12_months_or_more: false },
      [],
    ],
    [
      'suitability_warn',
      'a fresh conviction and a long sentence',
      { has_criminal_conviction: true, convicted_last_12_months: true, prison_12_months_or_more: true },
      [],
      ['convicted_last_12_months SUITABILITY_WARN', 'prison_12_months_or_more SUITABILITY_WARN'],
    ],
    ['passport_same', 'passport expires in two years to the day', { passport_expiry_date: '2028-11-20' }, []],
    [
      'passport_same',
      'passport expires a day sooner',
      { passport_expiry_date: '2028-11-19' },
      [],
      ['passport_expiry_date PASSPORT_SAME'],
    ],
  ],
  CANADA_ETA: [
    ...dates,
    [
      'passport_not_expired',
      'expires on the day of the flight',
      { passport_expiry_date: '2027-03-14' },
      ['passport_expiry_date INVALID_PATTERN'],
    ],
    [
      'minor_needs_guardian',
      'a child without a representative',
      { date_of_birth: '2012-06-15' },
      ['representative_type MISSING', 'representative_surname MISSING', 'representative_given_name MISSING'],
    ],
    ['eta_nationality', 'Indian', { nationality: 'IN' }, ['nationality CROSS_FIELD']],
    ['eta_nationality', 'Canadian', { nationality: 'CA' }, ['nationality CROSS_FIELD']],
    [
      'eta_nationality',
      'Brazilian by air with an earlier visa',
      {
        nationality: 'BR',
        held_canadian_visa_last_10_years: true,
        canadian_visa_number: 'V123456789',
        holds_us_nonimmigrant_visa: false,
        arrives_by_air: true,
      },
      [],
    ],
    [
      'eta_nationality',
      'Brazilian without any visa',
      {
        nationality: 'BR',
        held_canadian_visa_last_10_years: false,
        holds_us_nonimmigrant_visa: false,
        arrives_by_air: true,
      },
      ['nationality CROSS_FIELD'],
    ],
    [
      'eta_nationality',
      'Brazilian by ship',
      {
        nationality: 'BR',
        held_canadian_visa_last_10_years: true,
        canadian_visa_number: 'V123456789',
        holds_us_nonimmigrant_visa: false,
        arrives_by_air: false,
      },
      ['arrives_by_air CROSS_FIELD'],
    ],
    ['us_exempt', 'American', { nationality: 'US' }, ['nationality CROSS_FIELD']],
    ['us_exempt', 'resident in the US', { is_us_permanent_resident: true }, ['is_us_permanent_resident CROSS_FIELD']],
    [
      'canadian_stop',
      'also Canadian',
      { has_additional_nationalities: true, additional_nationalities: [{ country: 'ca' }] },
      ['additional_nationalities[0].country CROSS_FIELD'],
    ],
    [
      'document_rules',
      'Israeli with another document',
      { nationality: 'IL', israel_national_passport: false },
      ['israel_national_passport CROSS_FIELD'],
    ],
    ['document_rules', 'Israeli with the national passport', { nationality: 'IL', israel_national_passport: true }, []],
    [
      'document_rules',
      'Taiwan passport without the number',
      { nationality: 'TW', taiwan_passport_with_id: false },
      ['taiwan_passport_with_id CROSS_FIELD'],
    ],
    [
      'document_rules',
      'Taiwan passport with the number',
      { nationality: 'TW', taiwan_passport_with_id: true, taiwan_personal_id: 'A123456789' },
      [],
    ],
    [
      'document_rules',
      'Romanian without a chip',
      { nationality: 'RO', romania_electronic_passport: false },
      ['romania_electronic_passport CROSS_FIELD'],
    ],
    [
      'document_rules',
      'British protected person',
      { nationality: 'GB', gb_status: 'british_protected_person' },
      ['gb_status CROSS_FIELD'],
    ],
    ['document_rules', 'British citizen', { nationality: 'GB', gb_status: 'british_citizen' }, []],
    [
      'us_visa_valid',
      'US visa expires today',
      {
        nationality: 'BR',
        held_canadian_visa_last_10_years: false,
        holds_us_nonimmigrant_visa: true,
        us_visa_number: 'A1234567',
        us_visa_expiry_date: '2026-11-20',
        arrives_by_air: true,
      },
      [],
    ],
    [
      'us_visa_valid',
      'US visa expired yesterday',
      {
        nationality: 'BR',
        held_canadian_visa_last_10_years: false,
        holds_us_nonimmigrant_visa: true,
        us_visa_number: 'A1234567',
        us_visa_expiry_date: '2026-11-19',
        arrives_by_air: true,
      },
      ['us_visa_expiry_date CROSS_FIELD'],
    ],
    ['name_signature', 'another name', { signature: 'Karl Hoffmann' }, ['signature CROSS_FIELD']],
    ['name_signature', 'half the name', { signature: 'Lena Hoffmann' }, ['signature CROSS_FIELD']],
    [
      'name_signature',
      'another spelling of the same',
      { surname: 'Hoff-Müller', signature: ' LENA  MARIE Hoff Muller ' },
      [],
    ],
    ['name_signature', 'no given names', { given_names: undefined, signature: 'Hoffmann' }, []],
  ],
  DS160: [
    ...dates,
    [
      'passport_not_expired',
      'expires on the day of departure',
      { passport_expiry_date: '2027-05-24' },
      ['passport_expiry_date INVALID_PATTERN'],
    ],
    ['passport_not_expired', 'does not expire', { passport_no_expiry: true, passport_expiry_date: undefined }, []],
    [
      'minor_needs_guardian',
      'a child who signs alone',
      {
        date_of_birth: '2012-06-15',
        assisted_by_preparer: false,
        preparer_surnames: undefined,
        preparer_given_names: undefined,
        preparer_relationship: undefined,
      },
      ['preparer_surnames MISSING', 'preparer_given_names MISSING', 'preparer_relationship MISSING'],
    ],
    ['restricted_nationality', 'Afghan', { nationality: 'AF' }, ['nationality CROSS_FIELD']],
    ['restricted_nationality', 'Nigerian', { nationality: 'NG' }, ['nationality CROSS_FIELD']],
    ['restricted_nationality', 'from Turkmenistan', { nationality: 'TM' }, []],
    ['six_month_validity', 'valid for six months beyond the stay', { passport_expiry_date: '2027-11-24' }, []],
    [
      'six_month_validity',
      'a day less',
      { passport_expiry_date: '2027-11-23' },
      [],
      ['passport_expiry_date SIX_MONTH_VALIDITY'],
    ],
    [
      'six_month_validity',
      'a day less after an intended stay',
      {
        has_specific_travel_plans: false,
        intended_arrival_date: '2027-05-10',
        intended_stay_length: 2,
        intended_stay_unit: 'weeks',
        arrival_date: undefined,
        arrival_flight: undefined,
        arrival_city: undefined,
        departure_date: undefined,
        departure_city: undefined,
        us_locations: undefined,
        passport_expiry_date: '2027-11-23',
      },
      [],
      ['passport_expiry_date SIX_MONTH_VALIDITY'],
    ],
    ['stay_limit', 'six months to the day', { departure_date: '2027-11-10' }, []],
    ['stay_limit', 'a day more', { departure_date: '2027-11-11' }, [], ['departure_date STAY_LIMIT']],
    [
      'stay_limit',
      'an intended year',
      {
        has_specific_travel_plans: false,
        intended_arrival_date: '2027-05-10',
        intended_stay_length: 1,
        intended_stay_unit: 'years',
        arrival_date: undefined,
        arrival_flight: undefined,
        arrival_city: undefined,
        departure_date: undefined,
        departure_city: undefined,
        us_locations: undefined,
      },
      [],
      ['intended_stay_length STAY_LIMIT'],
    ],
    [
      'esignature_match',
      'another number',
      { esignature_passport_number: 'Z1234568' },
      ['esignature_passport_number CROSS_FIELD'],
    ],
    ['dates_order', 'departure before arrival', { departure_date: '2027-05-09' }, ['departure_date CROSS_FIELD']],
    ['dates_order', 'departure on the day of arrival', { departure_date: '2027-05-10' }, []],
    [
      'dates_order',
      'school that ended before it began',
      {
        schools: [
          {
            name: 'School',
            address_line1: 'Road 1',
            city: 'Pune',
            country: 'IN',
            course_of_study: 'All',
            start_date: '2000-01-01',
            end_date: '2005-01-01',
          },
          {
            name: 'School',
            address_line1: 'Road 1',
            city: 'Pune',
            country: 'IN',
            course_of_study: 'All',
            start_date: '2005-01-02',
            end_date: '2005-01-01',
          },
        ],
      },
      ['schools[1].end_date CROSS_FIELD'],
    ],
    [
      'dates_order',
      'service that ended before it began',
      {
        served_in_military: true,
        military_service: [
          {
            country: 'IN',
            branch: 'Army',
            rank: 'Private',
            specialty: 'Cook',
            start_date: '2010-01-02',
            end_date: '2010-01-01',
          },
        ],
      },
      ['military_service[0].end_date CROSS_FIELD'],
    ],
    [
      'dates_order',
      'marriage that ended before it began',
      {
        marital_status: 'divorced',
        former_spouses: [
          {
            surnames: 'Rao',
            given_names: 'Anil',
            date_of_birth: '1985-01-01',
            nationality: 'IN',
            country_of_birth: 'IN',
            marriage_date: '2015-02-02',
            marriage_end_date: '2015-02-01',
            how_ended: 'Divorce',
            country_ended: 'IN',
          },
        ],
      },
      ['former_spouses[0].marriage_end_date CROSS_FIELD'],
    ],
    [
      'five_years',
      'a new job and no earlier one',
      { employment_start_date: '2021-11-21' },
      [],
      ['previously_employed FIVE_YEARS'],
    ],
    ['five_years', 'a job of five years', { employment_start_date: '2021-11-20' }, []],
    [
      'five_years',
      'a recent US visit and no travel',
      {
        ever_in_us: true,
        has_us_drivers_license: false,
        us_visits: [{ arrival_date: '2024-01-05', stay_length: 5, stay_unit: 'days' }],
        traveled_last_five_years: false,
        countries_visited: undefined,
      },
      [],
      ['traveled_last_five_years FIVE_YEARS'],
    ],
    [
      'five_years',
      'an old US visit and no travel',
      {
        ever_in_us: true,
        has_us_drivers_license: false,
        us_visits: [{ arrival_date: '2014-01-05', stay_length: 5, stay_unit: 'days' }],
        traveled_last_five_years: false,
        countries_visited: undefined,
      },
      [],
    ],
  ],
};

describe.each(openProductIds)('%s', (product) => {
  it.each(cases[product])('%s: %s', (rule, _what, changes, told, warned = []) => {
    const result = run(product, completeForm(product, changes));
    expect(result.told).toEqual(told);
    // Other rules may have a word of warning on the same dates.
    const own = new RegExp(`(${rule.toUpperCase()}|NOT_ASKED)$`);
    expect(result.warned.filter((warning) => own.test(warning))).toEqual(warned);
    if (told.length > 0) expect(new Set(result.rules)).toEqual(new Set([rule]));
  });

  it('has a refused or a warned case for each of its rules', () => {
    const spoken = new Set(
      cases[product].filter(([, , , told, warned = []]) => told.length + warned.length > 0).map(([rule]) => rule),
    );
    expect([...spoken].sort()).toEqual(crossFieldRules[product].map(({ id }) => id).sort());
  });

  it('reads only fields that the form has', () => {
    const names = new Set(formOf(product).fields.map(({ name }) => name));
    for (const rule of crossFieldRules[product]) {
      for (const field of rule.fields) expect(names, `${rule.id} reads ${field}`).toContain(field);
    }
  });

  it('rests a rule while a field that it reads is refused', () => {
    const { told } = run(product, completeForm(product, { date_of_birth: 'unknown' }));
    expect(told).toEqual(['date_of_birth INVALID_PATTERN']);
  });

  it('lets a child pass for whom a parent acts, until and beyond the birthday', () => {
    for (const today of [formsDay, '2028-06-14']) {
      expect(run(product, minorForm(product), today).told.filter((it) => it.endsWith('MISSING'))).toEqual([]);
    }
  });
});

it('obeys restrictions from the day on which they begin', () => {
  const form = completeForm('DS160', { nationality: 'NG', passport_issue_date: '2023-02-14' });
  expect(run('DS160', form, '2025-12-31').told).toEqual([]);
  expect(run('DS160', form, '2026-01-01').told).toEqual(['nationality CROSS_FIELD']);
});

it('counts the age of who was born on a leap day', () => {
  const form = completeForm('ESTA', {
    date_of_birth: '2008-02-29',
    planned_arrival_date: undefined,
    passport_issue_date: '2024-05-03',
  });
  expect(run('ESTA', form, '2026-02-28').told).toEqual(['guardian_name MISSING']);
  expect(run('ESTA', form, '2026-03-01').told).toEqual([]);
});

it('tells once what both a condition and a rule demand', () => {
  const form = minorForm('UK_ETA', { representative_name: undefined });
  expect(run('UK_ETA', form).told).toEqual(['representative_name MISSING']);
});

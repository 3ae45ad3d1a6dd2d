import { type Answers, type CrossFieldRule, entries, sharedRules, text } from './cross-field-rule.ts';
import { conditionalForCanada, listedNationalities } from './nationalities.ts';

/** Makes spellings of a name comparable: no case, accents, hyphens, apostrophes or double spaces. */
const plainName = (...names: (string | undefined)[]): string =>
  names
    .filter((name) => name !== undefined)
    .join(' ')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

const demandedTrue: Record<string, { field: string; message: string }> = {
  IL: {
    field: 'israel_national_passport',
    message: 'Israeli citizens need a national Israeli passport for an eTA.',
  },
  TW: {
    field: 'taiwan_passport_with_id',
    message: 'A Taiwan passport must show the personal identification number.',
  },
  RO: {
    field: 'romania_electronic_passport',
    message: 'Romanian citizens need a passport with a chip for an eTA.',
  },
};

const signers = (answers: Answers): string[] => [
  plainName(text(answers, 'given_names'), text(answers, 'surname')),
  ...(answers.applying_on_behalf === true
    ? [plainName(text(answers, 'representative_given_name'), text(answers, 'representative_surname'))]
    : []),
];

/** The rules over several fields of the Canada eTA form. */
export const canadaEtaRules: readonly CrossFieldRule[] = [
  ...sharedRules({
    travel: ['flight_date'],
    guardian: ['representative_type', 'representative_surname', 'representative_given_name'],
    guardianHint: 'Set applying_on_behalf to true and fill in the fields of the representative.',
  }),
  {
    id: 'us_exempt',
    level: 'error',
    says: 'Citizens and lawful permanent residents of the US need no eTA.',
    fields: ['nationality', 'is_us_permanent_resident'],
    check(answers, found) {
      if (text(answers, 'nationality') === 'US') found('nationality', 'Citizens of the US need no eTA.');
      else if (answers.is_us_permanent_resident === true) {
        found(
          'is_us_permanent_resident',
          'Lawful permanent residents of the US need no eTA; passport and proof of status are enough.',
        );
      }
    },
  },
  {
    id: 'eta_nationality',
    level: 'error',
    says: 'The nationality is on the eTA list, or is conditional with an earlier Canadian or a valid US visa and arrival by air.',
    fields: ['nationality', 'held_canadian_visa_last_10_years', 'holds_us_nonimmigrant_visa', 'arrives_by_air'],
    check(answers, found) {
      const nationality = text(answers, 'nationality');
      if (nationality === undefined || listedNationalities('CANADA_ETA').has(nationality)) return;
      if (!conditionalForCanada.has(nationality)) {
        found(
          'nationality',
          nationality === 'CA'
            ? 'Canadian citizens need no eTA; they travel on a Canadian passport.'
            : 'This nationality cannot get an eTA; a visitor visa is needed.',
        );
      } else if (answers.held_canadian_visa_last_10_years === false && answers.holds_us_nonimmigrant_visa === false) {
        found(
          'nationality',
          'This nationality gets an eTA only with a Canadian visa of the last 10 years or a valid US nonimmigrant visa.',
        );
      } else if (answers.arrives_by_air === false) {
        found(
          'arrives_by_air',
          'This nationality gets an eTA only for arrival by air; otherwise a visitor visa is needed.',
        );
      }
    },
  },
  {
    id: 'canadian_stop',
    level: 'error',
    says: 'Canadian citizens travel on a Canadian passport and cannot get an eTA.',
    fields: ['additional_nationalities'],
    check(answers, found) {
      entries(answers, 'additional_nationalities').forEach((other, index) => {
        if (text(other, 'country') !== 'CA') return;
        found(
          `additional_nationalities[${index}].country`,
          'Canadian citizens cannot get an eTA; they travel on a Canadian passport.',
        );
      });
    },
  },
  {
    id: 'document_rules',
    level: 'error',
    says: 'The passport is of the kind that the regulations demand of Israel, Taiwan, Romania and the United Kingdom.',
    fields: ['nationality', ...Object.values(demandedTrue).map((demand) => demand.field), 'gb_status'],
    check(answers, found) {
      const nationality = text(answers, 'nationality') ?? '';
      const demand = demandedTrue[nationality];
      if (demand !== undefined && answers[demand.field] === false) found(demand.field, demand.message);
      if (nationality === 'GB' && answers.gb_status === 'british_protected_person')
        found('gb_status', 'British protected persons cannot get an eTA; a visitor visa is needed.');
    },
  },
  {
    id: 'us_visa_valid',
    level: 'error',
    says: 'The US visa is valid today.',
    fields: ['us_visa_expiry_date'],
    check(answers, found, { today }) {
      const expiry = text(answers, 'us_visa_expiry_date');
      if (expiry !== undefined && expiry < today) found('us_visa_expiry_date', 'The US visa must not have expired.');
    },
  },
  {
    id: 'name_signature',
    level: 'error',
    says: 'The signature is the given names and the surname of the applicant, or those of the representative.',
    fields: [
      'signature',
      'given_names',
      'surname',
      'applying_on_behalf',
      'representative_given_name',
      'representative_surname',
    ],
    check(answers, found) {
      const signature = text(answers, 'signature');
      if (signature === undefined || signers(answers).includes(plainName(signature))) return;
      found(
        'signature',
        'The signature must be the given names and the surname of the applicant, or those of the representative.',
      );
    },
  },
];

import { condition, noProduct, unchanged } from './condition.ts';

/** What may be asked about a traveler to the ETIAS countries. */
export const askEurope = {
  citizen: condition(
    'free_movement',
    'other_nationalities',
    'Is the traveler also a citizen of an EU or EFTA country?',
    'No authorization is needed. The traveler uses that passport.',
    unchanged,
    { other_nationalities: ['IT'] },
  ),
  residence: condition(
    'residence_permit',
    'residence',
    'Does the traveler live in an ETIAS country with a residence permit or a long-stay visa?',
    'The permit is enough.',
    unchanged,
    { residence: 'ES' },
  ),
  chip: condition(
    'e_passport',
    'passport_has_chip',
    'Is the passport biometric (the small rectangle symbol on the cover)?',
    unchanged,
    noProduct,
    { passport_has_chip: true },
  ),
  taiwanId: condition(
    'national_id_number_in_passport',
    'taiwan_id_in_passport',
    'Does the Taiwan passport show an identity card number?',
    unchanged,
    noProduct,
    { taiwan_id_in_passport: true },
  ),
  stay: condition(
    'stay_within_limit',
    'stay_days',
    'Is the stay at most 90 days in any 180?',
    unchanged,
    'A long-stay visa is needed, which this service does not file.',
    { stay_days: 14 },
  ),
};

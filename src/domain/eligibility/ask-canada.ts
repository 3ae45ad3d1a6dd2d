import { condition, noProduct, unchanged } from './condition.ts';
import { canadaEta } from './rulebook.ts';

const visaHistory = 'visa_history';

/** What may be asked about a traveler to Canada. */
export const askCanada = {
  canadianVisa: condition(
    'held_canadian_visa_last_10_years',
    'canadian_visa_issued',
    `When was the traveler last issued a Canadian visa? It counts for ${canadaEta.visaHistoryYears} years.`,
    'A Canada eTA is possible when the traveler arrives by air.',
    'A valid US nonimmigrant visa can take its place; without either, a visitor visa is needed, which this service does not file.',
    { canadian_visa_issued: '2021-06-01' },
    { decides: true, alternativeTo: visaHistory },
  ),
  unitedStatesVisa: condition(
    'holds_valid_us_nonimmigrant_visa',
    'us_nonimmigrant_visa_valid',
    'Does the traveler hold a valid US nonimmigrant visa?',
    'A Canada eTA is possible when the traveler arrives by air.',
    `A Canadian visa of the last ${canadaEta.visaHistoryYears} years can take its place; without either, a visitor visa is needed, which this service does not file.`,
    { us_nonimmigrant_visa_valid: true },
    { decides: true, alternativeTo: visaHistory },
  ),
  byAir: condition(
    'arrives_by_air',
    'arrives_by',
    'Does the traveler arrive in Canada by air?',
    'A Canada eTA is the right authorization.',
    noProduct,
    { arrives_by: 'air' },
    { decides: true },
  ),
  arrival: condition(
    'arrives_by_land_or_sea',
    'arrives_by',
    'Does the traveler arrive in Canada by air, land or sea?',
    'By land or sea no eTA is needed.',
    unchanged,
    { arrives_by: 'land' },
  ),
  resident: condition(
    'us_lawful_permanent_resident',
    'us_permanent_resident',
    'Is the traveler a lawful permanent resident of the United States (green card)?',
    'Neither a visa nor an eTA is needed: passport and green card are enough.',
    unchanged,
    { us_permanent_resident: true },
  ),
  citizen: condition(
    'dual_canadian_citizen',
    'other_nationalities',
    'Is the traveler also a Canadian citizen?',
    'No eTA is issued: the traveler uses the Canadian passport.',
    unchanged,
    { other_nationalities: ['CA'] },
  ),
  chip: condition(
    'e_passport',
    'passport_has_chip',
    'Does the passport have a chip (the small rectangle symbol on the cover)?',
    unchanged,
    noProduct,
    { passport_has_chip: true },
  ),
  taiwanId: condition(
    'national_id_number_in_passport',
    'taiwan_id_in_passport',
    'Does the Taiwan passport show a personal identification number?',
    unchanged,
    noProduct,
    { taiwan_id_in_passport: true },
  ),
  britishStatus: condition(
    'british_status',
    'british_status',
    'Which British nationality does the passport state?',
    'British citizens and British Nationals (Overseas) get an eTA.',
    'Other kinds of British nationality have limits of their own.',
    { british_status: 'british_citizen' },
  ),
};

import { inSentence, listed } from './country-phrase.ts';
import { canadaEta, ukEta, visaWaiver } from './rulebook.ts';
import type { Condition } from './verdict.ts';

const noProduct = 'A visitor visa is needed, which this service does not file.';
const nothingNeeded = 'No authorization is needed.';
const unchanged = 'The answer stands.';

const condition = (
  code: string,
  fact: Condition['fact'],
  question: string,
  ifTrue: string,
  ifFalse: string,
  example: Record<string, unknown>,
  more: { decides?: boolean; alternativeTo?: string } = {},
): Condition => ({
  code,
  fact,
  question,
  decides: more.decides ?? false,
  alternativeTo: more.alternativeTo ?? null,
  ifTrue,
  ifFalse,
  example,
});

const barredCountries = listed(visaWaiver.travelBars.flatMap((bar) => [...bar.countries]).map(inSentence), 'or');
const [history, cuba] = visaWaiver.travelBars;

/** What may be asked about a traveler to the United States. */
export const askUnitedStates = {
  visited: condition(
    'barring_travel_history',
    'visited',
    `Was the traveler in Cuba since ${cuba!.since}, or in ${listed([...history!.countries].map(inSentence), 'or')} since ${history!.since}?`,
    'The visitor visa (DS160) is needed instead of ESTA.',
    unchanged,
    { visited: [{ country: 'IR', date: '2019-05-01' }] },
  ),
  visitedDate: condition(
    'date_of_visit',
    'visited',
    `When was the traveler in ${barredCountries}? ESTA depends on the date.`,
    'A visit since the date of the rule needs the visitor visa (DS160) instead of ESTA.',
    'An earlier visit does not matter.',
    { visited: [{ country: 'IR', date: '2009-05-01' }] },
    { decides: true },
  ),
  otherNationalities: condition(
    'barring_second_nationality',
    'other_nationalities',
    `Is the traveler also a national of another country, in particular ${listed([...visaWaiver.dualNationalityBar].map(inSentence), 'or')}?`,
    'With one of these the visitor visa (DS160) is needed instead of ESTA; US citizens travel on the US passport.',
    unchanged,
    { other_nationalities: ['IR'] },
  ),
  chip: condition(
    'e_passport',
    'passport_has_chip',
    'Does the passport have a chip (the small rectangle symbol on the cover)?',
    unchanged,
    'The visitor visa (DS160) is needed instead of ESTA.',
    { passport_has_chip: true },
  ),
  emergencyChip: condition(
    'e_passport',
    'passport_has_chip',
    'Does the emergency passport have a chip (the small rectangle symbol on the cover)?',
    'ESTA is the right authorization.',
    'The visitor visa (DS160) is needed instead of ESTA.',
    { passport_has_chip: true },
    { decides: true },
  ),
  stay: condition(
    'stay_within_limit',
    'stay_days',
    `Is the stay at most ${visaWaiver.maxStayDays} days?`,
    unchanged,
    'The visitor visa (DS160) is needed instead of ESTA.',
    { stay_days: 14 },
  ),
  britishCitizen: condition(
    'british_citizen_passport',
    'british_status',
    'Does the passport say "British citizen"?',
    unchanged,
    'The visitor visa (DS160) is needed instead of ESTA.',
    { british_status: 'british_citizen' },
  ),
  taiwanId: condition(
    'national_id_number_in_passport',
    'taiwan_id_in_passport',
    'Does the Taiwan passport show a personal identification number?',
    unchanged,
    'The visitor visa (DS160) is needed instead of ESTA.',
    { taiwan_id_in_passport: true },
  ),
  resident: condition(
    'us_lawful_permanent_resident',
    'us_permanent_resident',
    'Is the traveler a lawful permanent resident of the United States (green card)?',
    'The green card is enough; nothing needs to be applied for.',
    unchanged,
    { us_permanent_resident: true },
  ),
  visa: condition(
    'holds_valid_us_nonimmigrant_visa',
    'us_nonimmigrant_visa_valid',
    'Does the traveler hold a valid US visa for this purpose of travel?',
    'That visa is enough; nothing needs to be applied for.',
    unchanged,
    { us_nonimmigrant_visa_valid: true },
  ),
  unlistedPassport: condition(
    'passport_of_unlisted_nationality',
    'other_nationalities',
    'Does the traveler also hold the passport of a country that the suspension does not name?',
    'Ask again with that nationality: the suspension does not hold for it.',
    unchanged,
    { other_nationalities: ['GB'] },
  ),
};

/** What may be asked about a traveler to the United Kingdom and the Crown dependencies. */
export const askUnitedKingdom = {
  otherNationalities: condition(
    'british_or_irish_citizen',
    'other_nationalities',
    'Is the traveler also a British or Irish citizen?',
    'No ETA is issued: the traveler uses the British or Irish passport.',
    unchanged,
    { other_nationalities: ['IE'] },
  ),
  britishNationalOverseas: condition(
    'british_national_overseas',
    'british_status',
    'Does the traveler hold a British National (Overseas) passport?',
    'No ETA is needed on that passport.',
    unchanged,
    { british_status: 'british_national_overseas' },
  ),
  residence: condition(
    'has_uk_status_or_irish_residence',
    'residence',
    'Does the traveler live in the United Kingdom with permission, or in Ireland?',
    'With UK permission nothing is needed; residents of Ireland need nothing when they travel from Ireland or a Crown dependency.',
    unchanged,
    { residence: 'GB' },
  ),
  travelsFrom: condition(
    'travels_within_common_travel_area',
    'travels_from',
    'Where does the journey start: in Ireland, Guernsey, Jersey or the Isle of Man?',
    'Residents of Ireland need no ETA on that way.',
    'An ETA is needed.',
    { travels_from: 'IE' },
    { decides: true },
  ),
  transit: condition(
    'airside_transit',
    'transit',
    'Does the traveler only change planes without passing border control?',
    `At ${listed([...ukEta.airsideAirports])} no ETA is needed then.`,
    unchanged,
    { transit: 'airside', airport: 'LHR' },
  ),
  airport: condition(
    'airside_transit_airport',
    'airport',
    'At which airport does the traveler change planes?',
    `At ${listed([...ukEta.airsideAirports])} no ETA is needed airside.`,
    'An ETA is needed.',
    { airport: 'LHR' },
    { decides: true },
  ),
  stay: condition(
    'stay_within_limit',
    'stay_days',
    'Is the stay at most 6 months?',
    unchanged,
    'A visa is needed, which this service does not file.',
    { stay_days: 14 },
  ),
  taiwanId: condition(
    'national_id_number_in_passport',
    'taiwan_id_in_passport',
    'Does the Taiwan passport show an identification number?',
    unchanged,
    noProduct,
    { taiwan_id_in_passport: true },
  ),
};

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

/** What may be asked about a traveler to the ETIAS countries. */
export const askEurope = {
  citizen: condition(
    'free_movement',
    'other_nationalities',
    'Is the traveler also a citizen of an EU or EFTA country?',
    `${nothingNeeded} The traveler uses that passport.`,
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

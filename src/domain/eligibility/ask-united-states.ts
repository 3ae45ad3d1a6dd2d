import { inSentence } from '../../kernel/country.ts';
import { condition, unchanged } from './condition.ts';
import { listed } from './listed.ts';
import { visaWaiver } from './rulebook.ts';

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

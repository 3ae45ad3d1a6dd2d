import { condition, noProduct, unchanged } from './condition.ts';
import { listed } from './listed.ts';
import { ukEta } from './rulebook.ts';

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

import { isCalendarDate } from '../../kernel/clock.ts';
import { readCountry } from '../../kernel/country.ts';
import { Failure } from '../../kernel/failure.ts';

/** The kinds of British nationality, as a passport states them. */
export const britishStatuses = [
  'british_citizen',
  'british_overseas_territories_citizen',
  'british_national_overseas',
  'british_overseas_citizen',
  'british_protected_person',
  'british_subject',
] as const;
export type BritishStatus = (typeof britishStatuses)[number];

/** What the traveler travels on. */
export const travelDocuments = [
  'passport',
  'refugee_travel_document',
  'stateless_travel_document',
  'emergency_passport',
] as const;
export type TravelDocument = (typeof travelDocuments)[number];

/** How the traveler arrives, as it may be said; `car`, `bus` and `train` are read as `land`. */
export const arrivalWays = ['air', 'sea', 'land', 'car', 'bus', 'train'] as const;
export type ArrivalWay = (typeof arrivalWays)[number];

/** Facts about the traveler that sharpen the answer. What is absent was not said. Countries are known codes. */
export interface Traveler {
  other_nationalities?: readonly string[];
  british_status?: BritishStatus;
  visited?: readonly { country: string; date: string | null }[];
  stay_days?: number;
  travel_date?: string;
  date_of_birth?: string;
  document?: TravelDocument;
  passport_has_chip?: boolean;
  taiwan_id_in_passport?: boolean;
  residence?: string;
  us_permanent_resident?: boolean;
  canadian_visa_issued?: string;
  us_nonimmigrant_visa_valid?: boolean;
  arrives_by?: 'air' | 'sea' | 'land';
  transit?: 'airside' | 'landside';
  airport?: string;
  travels_from?: string;
}

/** The same facts as a caller says them: null means not said. */
export type TravelerInput = {
  [Fact in Exclude<keyof Traveler, 'visited' | 'arrives_by'>]?: Traveler[Fact] | null | undefined;
} & {
  visited?: readonly { country: string; date?: string | null | undefined }[] | null | undefined;
  arrives_by?: ArrivalWay | null | undefined;
};

const refuse = (argument: string, message: string): never => {
  throw new Failure('INVALID_REQUEST', { argument, message });
};

/** Reads a two-letter country code in any case; throws INVALID_REQUEST for another form, COUNTRY_NOT_FOUND for no country. */
export function requireCountry(text: string, argument: string): string {
  if (!/^[a-z]{2}$/i.test(text)) {
    throw new Failure('INVALID_REQUEST', {
      argument,
      message: 'A country code has exactly two letters.',
      hint: 'Use an ISO 3166-1 alpha-2 code such as DE or US.',
    });
  }
  const country = readCountry(text);
  if (country === undefined) throw new Failure('COUNTRY_NOT_FOUND', { argument });
  return country;
}

function requireDate(text: string, argument: string): string {
  return isCalendarDate(text)
    ? text
    : refuse(argument, 'The date must be a real calendar date in the form YYYY-MM-DD.');
}

function requirePast(text: string, today: string, argument: string): string {
  return requireDate(text, argument) <= today ? text : refuse(argument, 'The date must not lie in the future.');
}

/**
 * Checks what was said about a traveler. Throws INVALID_REQUEST with the path of the fact for impossible dates, dates on
 * the wrong side of today and negative or absurd stays, COUNTRY_NOT_FOUND for codes that no country has.
 */
export function readTraveler(input: TravelerInput | null | undefined, today: string): Traveler {
  if (!input) return {};
  const said: Traveler = {};
  for (const fact of ['british_status', 'document', 'transit'] as const) {
    if (input[fact] != null) Object.assign(said, { [fact]: input[fact] });
  }
  for (const fact of [
    'passport_has_chip',
    'taiwan_id_in_passport',
    'us_permanent_resident',
    'us_nonimmigrant_visa_valid',
  ] as const) {
    if (input[fact] != null) said[fact] = input[fact];
  }
  for (const fact of ['residence', 'travels_from'] as const) {
    if (input[fact] != null) said[fact] = requireCountry(input[fact], `traveler.${fact}`);
  }
  for (const fact of ['date_of_birth', 'canadian_visa_issued'] as const) {
    if (input[fact] != null) said[fact] = requirePast(input[fact], today, `traveler.${fact}`);
  }
  if (said.date_of_birth !== undefined && said.date_of_birth < '1880-01-01') {
    refuse('traveler.date_of_birth', 'The date of birth lies too far in the past.');
  }
  if (input.travel_date != null) said.travel_date = requireDate(input.travel_date, 'traveler.travel_date');
  if (input.stay_days != null) said.stay_days = requireStay(input.stay_days);
  if (input.airport != null) said.airport = requireAirport(input.airport);
  if (input.arrives_by != null) said.arrives_by = readArrival(input.arrives_by);
  if (input.other_nationalities != null) {
    said.other_nationalities = input.other_nationalities.map((code, index) =>
      requireCountry(code, `traveler.other_nationalities.${index}`),
    );
  }
  if (input.visited != null) {
    const latest = said.travel_date !== undefined && said.travel_date > today ? said.travel_date : today;
    said.visited = input.visited.map(({ country, date }, index) => ({
      country: requireCountry(country, `traveler.visited.${index}.country`),
      date: date == null ? null : requirePast(date, latest, `traveler.visited.${index}.date`),
    }));
  }
  return said;
}

function requireStay(days: number): number {
  return Number.isInteger(days) && days >= 0 && days <= 36_500
    ? days
    : refuse('traveler.stay_days', 'The stay must be a whole number of days, 0 or more.');
}

function requireAirport(code: string): string {
  return /^[a-z]{3}$/i.test(code)
    ? code.toUpperCase()
    : refuse('traveler.airport', 'An airport is named by its three-letter IATA code, e.g. LHR.');
}

function readArrival(way: ArrivalWay): 'air' | 'sea' | 'land' {
  return way === 'air' || way === 'sea' ? way : 'land';
}

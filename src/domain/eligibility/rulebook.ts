import { findProduct, sourcesOf } from '../products/catalog.ts';
import { barredWithEsta, conditionalForCanada, listedNationalities } from '../products/nationalities.ts';
import canada from './data/canada-eta.json' with { type: 'json' };
import countries from './data/countries.json' with { type: 'json' };
import ds160 from './data/ds160.json' with { type: 'json' };
import esta from './data/esta.json' with { type: 'json' };
import etias from './data/etias.json' with { type: 'json' };
import rules from './data/rules.json' with { type: 'json' };
import uk from './data/uk-eta.json' with { type: 'json' };
import type { ReasonCode, Source } from './verdict.ts';

/** A dated fact with the pages that state it. */
export interface Dated {
  from: string;
  sources: readonly string[];
}

const groups: Record<string, readonly string[]> = countries.groups;
const membersOf = (names: string | readonly string[]): readonly string[] =>
  typeof names === 'string' ? groups[names]! : names;

/** The date of the facts. */
export const factsAsOf = countries.as_of;

const nationalityAliases = new Map(Object.entries(countries.nationality_aliases));
const destinationAliases = new Map(Object.entries(countries.destination_aliases));

/** Returns the state whose passport the people of a territory hold: `US` for `PR`. */
export function passportState(nationality: string): string {
  return nationalityAliases.get(nationality) ?? nationality;
}

/** Returns the country whose entry rules hold at a destination: `US` for `PR`. */
export function entryState(destination: string): string {
  return destinationAliases.get(destination) ?? destination;
}

/** Which rules decide entry to a destination. */
export type Regime = 'united_states' | 'united_kingdom' | 'canada' | 'europe';

const regimeOfProduct: Record<string, Regime> = {
  ESTA: 'united_states',
  UK_ETA: 'united_kingdom',
  CANADA_ETA: 'canada',
  ETIAS: 'europe',
};
const regimes = new Map(
  Object.entries(countries.destination_products).map(([code, products]) => [code, regimeOfProduct[products[0]!]!]),
);

/** Returns the rules that decide a destination (after its alias), or undefined where the service covers nothing. */
export function regimeOf(destination: string): Regime | undefined {
  return regimes.get(destination);
}

/** An exemption of a nationality at a destination. */
export interface Exemption {
  id: string;
  reasonCode: ReasonCode;
  sources: readonly string[];
}

const exemptions = new Map<string, Exemption>();
for (const rule of rules.toSorted((one, other) => one.order - other.order)) {
  const exemption: Exemption = { id: rule.id, reasonCode: rule.reason_code as ReasonCode, sources: rule.source };
  for (const destination of membersOf(rule.destinations)) {
    for (const nationality of membersOf(rule.nationalities)) {
      const pair = nationality + destination;
      if (!exemptions.has(pair)) exemptions.set(pair, exemption);
    }
  }
}

/** Returns why a nationality needs nothing at a destination, or undefined. */
export function exemptionOf(nationality: string, destination: string): Exemption | undefined {
  return exemptions.get(nationality + destination);
}

const always = '0000-01-01';
const listed = (entries: Iterable<readonly [string, Dated]>): ReadonlyMap<string, Dated> => new Map(entries);

/** Facts about one group of countries. */
const countrySet = (codes: readonly string[]): ReadonlySet<string> => new Set(codes);

/** What a nationality's passport must be or have for a product. */
export type DocumentRequirement =
  | 'e_passport'
  | 'national_id_number_in_passport'
  | 'british_citizen_passport'
  | 'hksar_passport'
  | 'macao_sar_passport'
  | 'holy_see_passport'
  | 'israeli_national_passport'
  | 'simplified_naturalization_limits';

interface DocumentCondition {
  nationality: string;
  requires: string;
  source: readonly string[];
}

/** Returns what a passport must be, by nationality; `*` holds for all. */
function requirementsOf(conditions: readonly DocumentCondition[]) {
  const byNationality = new Map<string, Map<DocumentRequirement, readonly string[]>>();
  for (const { nationality, requires, source } of conditions) {
    const known = byNationality.get(nationality) ?? new Map<DocumentRequirement, readonly string[]>();
    byNationality.set(nationality, known.set(requires as DocumentRequirement, source));
  }
  const forAll = byNationality.get('*');
  return (nationality: string, requirement: DocumentRequirement): readonly string[] | undefined =>
    byNationality.get(nationality)?.get(requirement) ?? forAll?.get(requirement);
}

/** The Visa Waiver Program, compiled for lookup. */
export const visaWaiver = {
  listed: listed(
    [...listedNationalities('ESTA')].map((code) => [
      code,
      { from: (esta.since as Record<string, string>)[code] ?? always, sources: esta.source },
    ]),
  ),
  neverAdmitted: new Map(esta.never_admitted.map(({ nationality, source }) => [nationality, source])),
  requires: requirementsOf(esta.document_conditions),
  travelBars: esta.traveler_conditions.map((bar) => ({
    countries: countrySet(bar.countries),
    since: bar.since,
    sources: bar.source,
  })),
  dualNationalityBar: barredWithEsta,
  dualNationalitySources: esta.dual_nationality_source,
  maxStayDays: findProduct('ESTA').maxStay.days,
  maxStaySources: esta.max_stay_source,
};

/** A period in which visitor visas are not issued to a nationality. */
export interface Suspension extends Dated {
  /** Last day, or null while it lasts. */
  until: string | null;
  level: string;
}

const suspensions = new Map<string, Suspension>();
for (const entry of ds160.restricted) {
  suspensions.set(entry.nationality, {
    // A partial suspension covers visitor visas too, so an earlier, lighter entry already counts.
    from: 'previous' in entry && entry.previous ? entry.previous.effective_from : entry.effective_from,
    until: null,
    level: entry.level,
    sources: entry.source,
  });
}
for (const { code, level, effective_from, source } of ds160.restricted_documents) {
  suspensions.set(code, { from: effective_from, until: null, level, sources: source });
}
for (const { nationality, level, effective_from, effective_to, source } of ds160.lifted) {
  suspensions.set(nationality, { from: effective_from, until: effective_to, level, sources: source });
}

/** The US visitor visa, compiled for lookup. */
export const visitorVisa = {
  sources: ds160.source,
  suspensions: suspensions as ReadonlyMap<string, Suspension>,
  bonds: listed(
    ds160.visa_bond.map(({ nationality, effective_from, source }) => [
      nationality,
      { from: effective_from, sources: source },
    ]),
  ),
  bondOptionsUsd: ds160.visa_bond_options_usd,
  bondAnnouncedUntil: ds160.visa_bond_announced_until,
  evus: {
    nationalities: countrySet(ds160.evus.nationalities),
    feeUsd: ds160.evus.fee_usd,
    from: ds160.evus.effective_from,
    sources: ds160.evus.source,
  },
  limitedWaivers: countrySet(ds160.limited_waivers.nationalities),
  maxStayDays: findProduct('DS160').maxStay.days,
};

const cohortOf = new Map(
  uk.cohorts.flatMap(({ required_from, nationalities }) => nationalities.map((code) => [code, required_from] as const)),
);

const crownDependencies = findProduct('UK_ETA').alsoFor!;

/** The UK ETA, compiled for lookup. */
export const ukEta = {
  listed: listed(
    [...listedNationalities('UK_ETA')].map((code) => [
      code,
      { from: cohortOf.get(code) ?? always, sources: uk.source },
    ]),
  ),
  /** The first day on which a nationality is no longer on the list. */
  removed: listed(uk.removed.map(({ nationality, date, source }) => [nationality, { from: date, sources: source }])),
  requires: requirementsOf(uk.document_conditions),
  /** The Crown dependencies, and from when they ask for the ETA. */
  destinationFrom: new Map(crownDependencies.countries.map((code) => [code, crownDependencies.from ?? always])),
  exemptStatuses: countrySet(uk.exempt_statuses),
  exemptStatusSources: uk.exempt_statuses_source,
  airsideAirports: countrySet(uk.airside_transit_airports),
  airsideSources: uk.airside_transit_source,
  commonTravelAreaDepartures: countrySet(uk.common_travel_area_departures),
  factSources: uk.fact_sources,
  maxStayDays: findProduct('UK_ETA').maxStay.days,
  maxStaySources: uk.max_stay_source,
};

const conditionalSince: Record<string, string> = canada.conditional.since;
const territories = new Set(canada.british_overseas_territories);

/** The Canada eTA, compiled for lookup. */
export const canadaEta = {
  listed: listed(
    [...listedNationalities('CANADA_ETA'), ...territories].map((code) => [
      code,
      { from: (canada.added as Record<string, string>)[code] ?? always, sources: canada.source },
    ]),
  ),
  /** Nationalities that were listed without conditions before that day. */
  listedUntil: new Map(Object.entries(canada.left_for_conditional)),
  conditional: listed(
    [...conditionalForCanada].map((code) => [
      code,
      { from: conditionalSince[code] ?? conditionalSince.default!, sources: canada.conditional.source },
    ]),
  ),
  visaHistoryYears: canada.visa_history_years,
  territories: territories as ReadonlySet<string>,
  eligibleStatuses: countrySet(canada.british_statuses.eligible),
  limitedStatuses: countrySet(canada.british_statuses.limited),
  requires: requirementsOf(canada.document_conditions),
  vesselFromSaintPierre: {
    from: canada.vessel_from_saint_pierre.effective_from,
    sources: canada.vessel_from_saint_pierre.source,
  },
  factSources: canada.fact_sources,
  sources: canada.source,
  maxStayDays: findProduct('CANADA_ETA').maxStay.days,
};

/** ETIAS, compiled for lookup. */
export const etiasRules = {
  listed: listed([
    ...[...listedNationalities('ETIAS')].map((code) => [code, { from: always, sources: etias.source }] as const),
    ...etias.british_overseas_territories.map(
      (code) => [code, { from: always, sources: etias.british_overseas_territories_source }] as const,
    ),
  ]),
  removed: new Map(etias.removed.map(({ nationality, source }) => [nationality, source])),
  requires: requirementsOf(etias.document_conditions),
  members: countrySet(membersOf('ETIAS30')),
  freeMovers: countrySet(membersOf('EU_EEA_CH')),
  feeExemptAges: findProduct('ETIAS').officialFee.free!,
  statusSources: etias.status_source,
  maxStayDays: findProduct('ETIAS').maxStay.days,
  maxStaySources: etias.max_stay_source,
};

/** Nationalities of the British overseas territories. */
export const overseasTerritories: ReadonlySet<string> = new Set(membersOf('BOTC'));

/** Nationalities whose people are at home in the United States. */
export const unitedStatesNationals: ReadonlySet<string> = new Set(membersOf('US_NATIONALS'));

const generalKnowledge: Source = { title: 'General knowledge that no stored page backs', url: null, verifiedAt: null };

/** Returns the pages behind source ids, once each; general knowledge is named only where nothing better is. */
export function cite(ids: readonly string[]): readonly Source[] {
  const cited = sourcesOf(ids);
  return cited.length > 0 ? cited : [generalKnowledge];
}

import countries from 'i18n-iso-countries/index.js';

/** What a state code of the zone stands for beyond ISO 3166 (ICAO Doc 9303-3, section 5, and older documents). */
interface SpecialCode {
  /** ISO 3166-1 alpha-2, or null for organizations and people without a nationality. */
  country: string | null;
  britishStatus?: BritishStatus;
}

/** The kinds of British nationality other than British citizen that a passport can state. */
export type BritishStatus =
  | 'british_overseas_territories_citizen'
  | 'british_national_overseas'
  | 'british_overseas_citizen'
  | 'british_protected_person'
  | 'british_subject';

const specialCodes: Record<string, SpecialCode> = {
  D: { country: 'DE' },
  GBD: { country: 'GB', britishStatus: 'british_overseas_territories_citizen' },
  GBN: { country: 'GB', britishStatus: 'british_national_overseas' },
  GBO: { country: 'GB', britishStatus: 'british_overseas_citizen' },
  GBP: { country: 'GB', britishStatus: 'british_protected_person' },
  GBS: { country: 'GB', britishStatus: 'british_subject' },
  RKS: { country: 'XK' },
  KOS: { country: 'XK' },
  UNK: { country: 'XK' },
  ROM: { country: 'RO' },
  ZIM: { country: 'ZW' },
};

/** Codes of organizations that issue travel documents of their own. */
const organizations = 'EUE UNO UNA XBA XIM XCC XCE XCO XEC XPO XES XMP XOM XDC'.split(' ');

/** Codes of organizations, of refugees and stateless people, of former states, and of specimens. */
const placeless = [...organizations, ...'XXA XXB XXC XXX UTO ANT NTZ'.split(' ')];

/** Tells whether a document can carry this code as its issuing state or nationality. */
export function isStateCode(code: string): boolean {
  return code in specialCodes || placeless.includes(code) || isIso(code);
}

/** Returns the ISO 3166-1 alpha-2 code behind a code of the zone, or null for organizations, stateless people and specimens. */
export function countryOfState(code: string): string | null {
  const special = specialCodes[code];
  if (special !== undefined) return special.country;
  return isIso(code) ? (countries.alpha3ToAlpha2(code) ?? null) : null;
}

/** Returns the British status that a nationality of the zone states, or null for every other nationality. */
export function britishStatusOf(code: string): BritishStatus | null {
  return specialCodes[code]?.britishStatus ?? null;
}

/** Tells whether the nationality states that its holder has none: a stateless person, a refugee, or unspecified. */
export function isWithoutNationality(code: string): boolean {
  return /^XX[ABCX]$/.test(code);
}

/** Tells whether a document was issued by an organization, as a laissez-passer is, and not by a state. */
export function isOrganization(code: string): boolean {
  return organizations.includes(code);
}

/** Tells whether a code of the zone stands for a region that it does not name: passports of Hong Kong and Macao say China. */
export function saysChinaFor(code: string, country: string): boolean {
  return code === 'CHN' && (country === 'HK' || country === 'MO');
}

/** Returns the code that a passport of a country carries in its zone: `D` for Germany, `RKS` for Kosovo. */
export function stateCodeOf(country: string): string | null {
  if (country === 'DE') return 'D';
  if (country === 'XK') return 'RKS';
  return countries.alpha2ToAlpha3(country) ?? null;
}

function isIso(code: string): boolean {
  return code.length === 3 && countries.alpha3ToAlpha2(code) !== undefined;
}

import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };

countries.registerLocale(english);

/** Codes people write that ISO 3166-1 does not have. */
const aliases: Record<string, string> = { UK: 'GB', EL: 'GR' };

/**
 * Reads a country code in any case: the ISO 3166-1 alpha-2 code in upper case (`uk` becomes `GB`, `el` becomes `GR`),
 * or undefined when no country has it. Kosovo's user-assigned `XK` counts as one.
 */
export function readCountry(text: string): string | undefined {
  const code = text.toUpperCase();
  const known = aliases[code] ?? code;
  return known === 'XK' || (countries.isValid(known) && known.length === 2) ? known : undefined;
}

/** Names that people use, where those of ISO 3166-1 are stiff or belong to two countries. */
const names: Readonly<Record<string, string>> = {
  AE: 'United Arab Emirates',
  AX: 'Åland Islands',
  BN: 'Brunei',
  BQ: 'Caribbean Netherlands',
  CC: 'Cocos Islands',
  CD: 'Democratic Republic of the Congo',
  CG: 'Republic of the Congo',
  FK: 'Falkland Islands',
  FM: 'Micronesia',
  GB: 'United Kingdom',
  GM: 'Gambia',
  KR: 'South Korea',
  LA: 'Laos',
  MD: 'Moldova',
  MF: 'Saint Martin',
  NL: 'Netherlands',
  PS: 'Palestinian territories',
  RE: 'Réunion',
  ST: 'São Tomé and Príncipe',
  SX: 'Sint Maarten',
  SY: 'Syria',
  UM: 'US Minor Outlying Islands',
  VA: 'Holy See',
  VG: 'British Virgin Islands',
  VI: 'US Virgin Islands',
  XK: 'Kosovo',
};

/** Countries that a sentence calls by an article. */
const withArticle = new Set(
  'AE AX BQ BS CC CD CF CG CK DO FK FO GB GM IM IO KM KY MH MP MV NL PH PN PS SB SC TC TF UM US VA VG VI'.split(' '),
);

/** Returns the English name of a country as it stands in a list, e.g. `United Kingdom` for `GB`; no two have the same. */
export function countryName(code: string): string {
  return names[code] ?? countries.getName(code, 'en', { select: 'alias' }) ?? countries.getName(code, 'en') ?? code;
}

/** Returns the name of a country as it stands inside a sentence, e.g. `the United Kingdom` for `GB`. */
export function inSentence(code: string): string {
  return withArticle.has(code) ? `the ${countryName(code)}` : countryName(code);
}

/** Returns all ISO 3166-1 alpha-2 codes and Kosovo's. */
export function countryCodes(): string[] {
  return [...new Set([...Object.keys(countries.getAlpha2Codes()), 'XK'])];
}

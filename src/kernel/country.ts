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

/** Returns the English name of a country, e.g. `Germany` for `DE`. */
export function countryName(code: string): string {
  return code === 'XK'
    ? 'Kosovo'
    : (countries.getName(code, 'en', { select: 'alias' }) ?? countries.getName(code, 'en') ?? code);
}

/** Returns all ISO 3166-1 alpha-2 codes and Kosovo's. */
export function countryCodes(): string[] {
  return [...new Set([...Object.keys(countries.getAlpha2Codes()), 'XK'])];
}

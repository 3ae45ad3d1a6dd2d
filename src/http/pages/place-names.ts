import { countryCodes, countryName } from '../../kernel/country.ts';

/** All countries by name, in the order of their names. */
export const places: readonly { code: string; name: string }[] = countryCodes()
  .map((code) => ({ code, name: countryName(code) }))
  .sort((one, other) => one.name.localeCompare(other.name, 'en'));

import { countryCodes } from '../../kernel/country.ts';

const names = new Intl.DisplayNames('en', { type: 'region' });

/** Names a country as people call it: `United Kingdom`, `South Korea`. */
export const placeName = (code: string): string => names.of(code) ?? code;

/** All countries by name, in the order of their names. */
export const places: readonly { code: string; name: string }[] = countryCodes()
  .map((code) => ({ code, name: placeName(code) }))
  .sort((one, other) => one.name.localeCompare(other.name, 'en'));

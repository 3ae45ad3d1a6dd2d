import { countryName } from '../../kernel/country.ts';

const phrases: Record<string, string> = {
  AE: 'the United Arab Emirates',
  BQ: 'the Caribbean Netherlands',
  BS: 'the Bahamas',
  CC: 'the Cocos Islands',
  CD: 'the Democratic Republic of the Congo',
  CF: 'the Central African Republic',
  CG: 'the Republic of the Congo',
  CK: 'the Cook Islands',
  DO: 'the Dominican Republic',
  FK: 'the Falkland Islands',
  FM: 'Micronesia',
  FO: 'the Faroe Islands',
  GB: 'the United Kingdom',
  GM: 'the Gambia',
  IM: 'the Isle of Man',
  IO: 'the British Indian Ocean Territory',
  KM: 'the Comoros',
  KR: 'South Korea',
  KY: 'the Cayman Islands',
  LA: 'Laos',
  MD: 'Moldova',
  MF: 'Saint Martin',
  MH: 'the Marshall Islands',
  MP: 'the Northern Mariana Islands',
  MV: 'the Maldives',
  NL: 'the Netherlands',
  PH: 'the Philippines',
  PN: 'the Pitcairn Islands',
  PS: 'the Palestinian territories',
  SB: 'the Solomon Islands',
  SC: 'the Seychelles',
  SX: 'Sint Maarten',
  SY: 'Syria',
  TC: 'the Turks and Caicos Islands',
  TF: 'the French Southern Territories',
  UM: 'the US Minor Outlying Islands',
  US: 'the United States',
  VA: 'the Holy See',
  VG: 'the British Virgin Islands',
  VI: 'the US Virgin Islands',
};

/** Returns a country's name as it stands inside a sentence: `the United States` for `US`. */
export function inSentence(code: string): string {
  return phrases[code] ?? countryName(code);
}

/** Joins names as a sentence does: `Iran, Iraq and Syria`. */
export function listed(names: readonly string[], last: 'and' | 'or' = 'and'): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;
}

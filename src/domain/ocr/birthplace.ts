import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import type { PrintedPlace } from './passport-reader.port.ts';
import { countryOfState, isStateCode } from './state-codes.ts';

countries.registerLocale(english);

/** Where the holder was born, as the page prints it. */
export interface Birthplace {
  value: string;
  /** The town alone; null when the page names a state or a country only. */
  city: string | null;
  /** ISO 3166-1 alpha-2, when the page says it; never guessed from who issued the document. */
  country: string | null;
  source: PrintedPlace['source'];
  confidence: number;
}

const longest = 60;

/** Understands a printed place of birth; null when nothing of it is text. Only characters of place names pass. */
export function readBirthplace(place: PrintedPlace): Birthplace | null {
  const value = place.value
    .replace(/[^\p{L}\p{M}\p{N} ,.'’()/-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longest);
  if (!/\p{L}{2}/u.test(value)) return null;
  const { city, country } = splitPlace(value);
  return { value, city, country, source: place.source, confidence: Math.round(place.confidence * 1000) / 1000 };
}

/** `OTTAWA CAN`, `WASHINGTON, D.C., U.S.A.` and `М. КИЇВ/UKR` name a country at the end; `GERMANY` is one. */
function splitPlace(value: string): { city: string | null; country: string | null } {
  const parts = value
    .split(/[,/]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const whole = countryNamed(value);
  if (whole !== null) return { city: null, country: whole };
  const last = parts.at(-1) ?? '';
  const named = parts.length > 1 ? countryNamed(last) : null;
  if (named !== null) {
    // Passports of the United States print the state of birth, and a town only for the capital.
    const isState = named === 'US' && parts.length < 3;
    return { city: isState ? null : (parts[0] ?? null), country: named };
  }
  const code = /^(.{2,}) ([A-Z]{3})$/.exec(value);
  const country = code?.[2] !== undefined && isStateCode(code[2]) ? countryOfState(code[2]) : null;
  if (code?.[1] !== undefined && country !== null) return { city: code[1], country };
  return { city: (parts[0] ?? value).replace(/ ?\([A-Z]{2}\)$/, ''), country: null };
}

function countryNamed(text: string): string | null {
  const plain = text.replaceAll('.', '').trim();
  if (/^[A-Z]{3}$/.test(plain)) return countryOfState(plain);
  return countries.getAlpha2Code(plain, 'en') ?? null;
}

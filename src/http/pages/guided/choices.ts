import { readCountry } from '../../../kernel/country.ts';
import type { FailedAnswer } from '../../../projections/failure.ts';
import type { ProductFacts } from '../product-facts.ts';

/** What a traveler has chosen so far, as it was written: the state of the guided application, kept in the address. */
export interface Choices {
  nationality: string;
  destination: string;
  stayDays: string;
  travelers: string;
  speed: string;
  addOns: string[];
  currency: string;
  promoCode: string;
}

/** What is wrong, in words for people, by the name of the field. */
export type Problems = Partial<Record<string, string>>;

const maxText = 64;
const text = (given: URLSearchParams, name: string) => (given.get(name) ?? '').trim().slice(0, maxText);

/** Reads a country in any spelling; what is none stays as it was written, which the operation refuses. */
export function readPlace(given: URLSearchParams, name: string): string {
  const written = text(given, name);
  return readCountry(written) ?? written.toUpperCase();
}

/** Reads choices from a query or a form; what is not chosen yet has its default. A promo code may come as `promo` too. */
export function readChoices(given: URLSearchParams, { destinations }: ProductFacts): Choices {
  return {
    nationality: readPlace(given, 'nationality'),
    destination: (destinations.length > 1 && readPlace(given, 'destination')) || destinations[0]!,
    stayDays: text(given, 'stay_days'),
    travelers: text(given, 'num_travelers') || '1',
    speed: text(given, 'processing_speed') || 'standard',
    addOns: [...new Set(given.getAll('add_ons'))].map((code) => code.slice(0, maxText)).slice(0, 20),
    currency: text(given, 'currency').toLowerCase() || 'usd',
    promoCode: text(given, 'promo_code') || text(given, 'promo'),
  };
}

/** Writes choices as fields of a form or parts of a query; defaults that nobody chose are left out. */
export function fieldsOf(choices: Choices): [name: string, value: string][] {
  const fields: [string, string][] = [
    ['nationality', choices.nationality],
    ['destination', choices.destination],
    ['stay_days', choices.stayDays],
    ['num_travelers', choices.travelers],
    ['processing_speed', choices.speed],
    ...choices.addOns.map((code): [string, string] => ['add_ons', code]),
    ['currency', choices.currency],
    ['promo_code', choices.promoCode],
  ];
  return fields.filter(([, value]) => value !== '');
}

/** Returns the address of a step with the choices made so far. */
export function addressOf(product: string, choices: Choices, more: Record<string, string> = {}): string {
  return `/apply/${product}?${new URLSearchParams([...fieldsOf(choices), ...Object.entries(more)])}`;
}

/** The variables of `CheckEligibility`. */
export function eligibilityVariables({ nationality, destination, stayDays }: Choices): Record<string, unknown> {
  return {
    nationality,
    destination,
    ...(stayDays !== '' && { traveler: { stay_days: number(stayDays) } }),
  };
}

/** The variables of `ShowPrice`, and the first ones of `CreateCheckout`. */
export function priceVariables(product: string, choices: Choices): Record<string, unknown> {
  return {
    visa_type: product,
    processing_speed: choices.speed,
    add_ons: choices.addOns,
    num_travelers: number(choices.travelers),
    currency: choices.currency,
    ...(choices.promoCode !== '' && { promo_code: choices.promoCode }),
  };
}

/** What is no whole number stays text, which the operation refuses. */
const number = (written: string): number | string => (/^\d{1,6}$/.test(written) ? Number(written) : written);

const mends: Record<string, string> = {
  nationality: 'Choose the country of the passport from the list.',
  destination: 'Choose the destination from the list.',
  stay_days: 'Enter the number of days, such as 14, or leave it empty.',
  num_travelers: 'Enter a whole number from 1 to 50.',
  processing_speed: 'Choose one of the speeds.',
  add_ons: 'Choose extras from the list.',
  currency: 'Choose a currency from the list.',
  promo_code: 'Check the promo code, or leave it empty.',
  email: 'Enter an email address, such as anna@example.com.',
};

/** Says a failure at the fields that caused it; undefined when it is no field's fault. */
export function problemsOf({ error, status }: FailedAnswer): Problems | undefined {
  if (status === 404 && error.code === 'COUNTRY_NOT_FOUND') {
    const name = error.details?.destination ? 'destination' : 'nationality';
    return { [name]: mends[name] };
  }
  const names = Object.keys(error.details ?? {}).map((name) => (name.startsWith('traveler') ? 'stay_days' : name));
  const problems = names.flatMap((name) => (mends[name] === undefined ? [] : [[name, mends[name]] as const]));
  return problems.length > 0 ? Object.fromEntries(problems) : undefined;
}

import { fromMajor, type Money } from '../../kernel/money.ts';
import type { OpenProductId } from '../products/product-id.ts';
import data from './prices.json' with { type: 'json' };

/** How fast an application is worked on. */
export const speeds = ['standard', 'rush', 'super_rush'] as const;
export type Speed = (typeof speeds)[number];

/** Something listed at a price per traveler. */
export interface ListedPrice {
  code: string;
  label: string;
  usd: Money;
}

interface DatedPrice {
  /** First date on which it holds, until the next entry's. */
  from: string;
  usd: number;
}

/** Returns the price in force on a date; entries are in the order of their dates. */
function inForce(prices: readonly DatedPrice[], date: string): Money {
  const price = prices.findLast((entry) => entry.from <= date);
  if (price === undefined) throw new Error(`nothing is listed for ${date}`);
  return fromMajor(price.usd, 'usd');
}

/** Returns the service fee for one traveler on a date, in US dollars. */
export function serviceFeeOn(product: OpenProductId, date: string): Money {
  return inForce(data.service_fees[product], date);
}

/** Returns the surcharges for speed on a date, per traveler; `standard` has none. */
export function surchargesOn(date: string): ListedPrice[] {
  return Object.entries(data.surcharges).map(([code, { label, prices }]) => ({
    code,
    label,
    usd: inForce(prices, date),
  }));
}

/** Returns the add-ons that are sold on a date, per traveler. */
export function addOnsOn(date: string): ListedPrice[] {
  return Object.entries(data.add_ons).map(([code, { label, prices }]) => ({ code, label, usd: inForce(prices, date) }));
}

/** The codes of all add-ons. */
export const addOnCodes: readonly string[] = Object.keys(data.add_ons);

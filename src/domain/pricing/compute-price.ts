import { Failure } from '../../kernel/failure.ts';
import { type Money, money } from '../../kernel/money.ts';
import type { OpenProductId } from '../products/product-id.ts';
import { isSupportedCurrency, supportedCurrencies } from './currencies.ts';
import { officialFeeOn } from './official-fee.ts';
import { chargedLines, type Price, type PriceLine, totalsOf } from './price.ts';
import { addOnCodes, addOnsOn, type ListedPrice, type Speed, serviceFeeOn, surchargesOn } from './price-list.ts';
import { convert, percentOf, type RateSnapshot, rateOf } from './rates.ts';

/** The most travelers one order can have. */
export const maximumTravelers = 50;

/** What is priced. */
export interface PriceRequest {
  product: OpenProductId;
  speed: Speed;
  addOns: readonly string[];
  travelers: number;
  /** ISO 4217 in any case. */
  currency: string;
  /** The date whose fees apply. */
  date: string;
  /** What a promo code was found to grant, if anything. */
  promo: { grants: { code: string; percentOff: number } | null } | null;
}

/**
 * Computes a price: every line converted and rounded once to what can be charged in the currency, the total their sum.
 * Throws UNSUPPORTED_CURRENCY, UNKNOWN_ADD_ON, and INVALID_REQUEST for a repeated add-on or a traveler count out of range.
 */
export function computePrice(request: PriceRequest, rates: RateSnapshot): Price {
  const { product, speed, travelers, date } = request;
  const granted = request.promo?.grants ?? null;
  const currency = requireCurrency(request.currency);
  requireTravelers(travelers);
  const addOns = requireAddOns(request.addOns, date);

  const charge = (amount: Money): { amount: Money; usd: Money } => ({
    amount: convert(amount, travelers, currency, rates),
    usd: convert(amount, travelers, 'usd', rates),
  });
  const line = ({ code, label, usd }: ListedPrice): PriceLine => ({ code, label, ...charge(usd) });

  const service = charge(serviceFeeOn(product, date));
  const official = officialFeeOn(product, date);
  const officialCharge = charge(official.amount);
  const parts = {
    product,
    speed,
    travelers,
    date,
    currency,
    serviceFee: service.amount,
    serviceFeeUsd: service.usd,
    officialFee: officialCharge.amount,
    officialFeePerTraveler: official.amount,
    officialFeeUsd: officialCharge.usd,
    paidTo: official.paidTo,
    officialFeeCollected: official.collected,
    surcharges: surchargesOn(date)
      .filter(({ code }) => code === speed)
      .map(line),
    addOns: addOns.map(line),
    discount:
      granted === null
        ? null
        : {
            code: granted.code,
            percentOff: granted.percentOff,
            amount: percentOf(service.amount, granted.percentOff),
            usd: percentOf(service.usd, granted.percentOff),
          },
    exchangeRate: rateOf(currency, rates),
  };
  const { total, totalUsd } = totalsOf(chargedLines(parts), currency);
  return { ...parts, perTravelerUsd: money(Math.round(totalUsd.minor / travelers), 'usd'), totalUsd, total };
}

function requireCurrency(text: string): string {
  const currency = text.toLowerCase();
  if (isSupportedCurrency(currency)) return currency;
  throw new Failure('UNSUPPORTED_CURRENCY', {
    argument: 'input.currency',
    details: { supported_currencies: supportedCurrencies },
  });
}

function requireTravelers(travelers: number): void {
  if (Number.isInteger(travelers) && travelers >= 1 && travelers <= maximumTravelers) return;
  throw new Failure('INVALID_REQUEST', {
    message: `The number of travelers must be a whole number from 1 to ${maximumTravelers}.`,
    hint: `Split a larger group into orders of at most ${maximumTravelers} travelers each.`,
    argument: 'input.travelers',
  });
}

function requireAddOns(codes: readonly string[], date: string): ListedPrice[] {
  const known = addOnsOn(date);
  const chosen = codes.map((code) => {
    const addOn = known.find((candidate) => candidate.code === code);
    if (addOn !== undefined) return addOn;
    throw new Failure('UNKNOWN_ADD_ON', { argument: 'input.addOns', details: { known_add_ons: addOnCodes } });
  });
  if (new Set(codes).size !== codes.length) {
    throw new Failure('INVALID_REQUEST', {
      message: 'An add-on is listed twice; each is sold once per traveler.',
      hint: 'List every add-on once.',
      argument: 'input.addOns',
    });
  }
  return chosen;
}

const listed = new WeakMap<RateSnapshot, Map<string, Price>>();

/**
 * Returns the price at which a product is advertised: one traveler, standard speed, nothing added, in US dollars.
 * Computed once per date and set of rates.
 */
export function listPrice(product: OpenProductId, date: string, rates: RateSnapshot): Price {
  let prices = listed.get(rates);
  if (prices === undefined) {
    prices = new Map();
    listed.set(rates, prices);
  }
  const key = `${product} ${date}`;
  let price = prices.get(key);
  if (price === undefined) {
    const request = {
      product,
      speed: 'standard',
      addOns: [],
      travelers: 1,
      currency: 'usd',
      date,
      promo: null,
    } as const;
    price = computePrice(request, rates);
    if (prices.size > 1000) prices.clear();
    prices.set(key, price);
  }
  return price;
}

import type { Money } from '../../kernel/money.ts';
import { chargeStep, decimals } from './currencies.ts';
import data from './rates.json' with { type: 'json' };

/** How many units of a currency one US dollar buys, on which day, by whose word. */
export interface ExchangeRate {
  rate: number;
  /** Calendar date of the rate. */
  asOf: string;
  source: string;
}

/** Rates of one moment. A source that knows fewer currencies leaves the others at an older date, which each rate states. */
export interface RateSnapshot {
  base: 'usd';
  /** Date and source of the newest rates in it. */
  asOf: string;
  source: string;
  /** By ISO 4217 code in lower case; every supported currency has one. */
  rates: Readonly<Record<string, ExchangeRate>>;
}

/** The rates that the service carries with it: a real snapshot whose date is shown wherever it is used. */
export const embeddedRates: RateSnapshot = {
  base: 'usd',
  asOf: data.as_of,
  source: data.source,
  rates: Object.fromEntries(
    Object.entries(data.rates).map(([currency, rate]) => [currency, { rate, asOf: data.as_of, source: data.source }]),
  ),
};

/** Returns the rate of a supported currency. */
export function rateOf(currency: string, snapshot: RateSnapshot): ExchangeRate {
  const rate = snapshot.rates[currency];
  if (rate === undefined) throw new Error(`no exchange rate for ${currency}`);
  return rate;
}

const fractions = new Map<number, [bigint, bigint]>();

/** A rate as the exact decimal fraction that it is written as. */
function fractionOf(rate: number): [bigint, bigint] {
  let fraction = fractions.get(rate);
  if (fraction === undefined) {
    const [whole, decimalPart = ''] = String(rate).split('.');
    fraction = [BigInt(whole + decimalPart), 10n ** BigInt(decimalPart.length)];
    if (fractions.size > 10_000) fractions.clear();
    fractions.set(rate, fraction);
  }
  return fraction;
}

/** Divides integers, rounding half up; the dividend is not negative. */
function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/**
 * Converts an amount, taken `times` over, into another currency: exact decimal arithmetic, rounded half up once, to what
 * can be charged in that currency.
 */
export function convert(amount: Money, times: number, to: string, snapshot: RateSnapshot): Money {
  const step = BigInt(chargeStep(to));
  const [toUnits, toScale] = fractionOf(rateOf(to, snapshot).rate);
  const [fromUnits, fromScale] = fractionOf(rateOf(amount.currency, snapshot).rate);
  const dividend = BigInt(amount.minor) * BigInt(times) * toUnits * fromScale * 10n ** BigInt(decimals(to));
  const divisor = toScale * fromUnits * 10n ** BigInt(decimals(amount.currency)) * step;
  return { minor: Number(divideHalfUp(dividend, divisor) * step), currency: to };
}

/** Returns a percentage of an amount, rounded half up to what can be charged in its currency. */
export function percentOf(amount: Money, percent: number): Money {
  const step = BigInt(chargeStep(amount.currency));
  const minor = divideHalfUp(BigInt(amount.minor) * BigInt(percent), 100n * step) * step;
  return { minor: Number(minor), currency: amount.currency };
}

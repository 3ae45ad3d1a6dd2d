import { minorDigits } from '../../kernel/money.ts';
import data from './currencies.json' with { type: 'json' };

/** The currencies that can be charged, ISO 4217 in lower case, sorted. */
export const supportedCurrencies: readonly string[] = data.supported;

const supported = new Set(data.supported);
const lastDigitZero = new Set(data.three_decimal_last_digit_zero);
const wholeUnits = new Set(data.whole_units_only);

/** Tells whether a currency (lower case) can be charged. */
export function isSupportedCurrency(currency: string): boolean {
  return supported.has(currency);
}

/** Returns how many decimals a supported currency has; codes newer or older than the ISO table here have two. */
export function decimals(currency: string): number {
  return minorDigits(currency) ?? 2;
}

/**
 * Returns the smallest chargeable step in minor units: card networks want the last of three decimals to be 0, and the
 * ariary is charged in whole units although ISO 4217 lists two decimals. Source: https://docs.stripe.com/currencies.
 */
export function chargeStep(currency: string): number {
  if (lastDigitZero.has(currency)) return 10;
  return wholeUnits.has(currency) ? 10 ** decimals(currency) : 1;
}

import { type Money, minorDigits, money } from '../../kernel/money.ts';

/**
 * Decimals in which Stripe counts a currency where they are not those of ISO 4217: the króna and the Ugandan shilling are written with two
 * zeros, the ariary is counted whole. Source: https://docs.stripe.com/currencies#special-cases.
 */
const stripeDigits: Readonly<Record<string, number>> = { isk: 2, ugx: 2, mga: 0 };

const factorOf = (currency: string) => {
  const iso = minorDigits(currency) ?? 2;
  return 10 ** ((stripeDigits[currency] ?? iso) - iso);
};

/** Returns an amount as Stripe counts it; throws for one that Stripe cannot charge, which a computed price never is. */
export function toStripeAmount({ minor, currency }: Money): number {
  const amount = minor * factorOf(currency);
  const whole = Math.round(amount);
  if (Math.abs(whole - amount) > 1e-6)
    throw new Error(`an amount in ${currency} has a fraction that cannot be charged`);
  return whole;
}

/** Returns what Stripe counts as money of ours. */
export function fromStripeAmount(amount: number, currency: string): Money {
  const known = currency.toLowerCase();
  return money(Math.round(amount / factorOf(known)), known);
}

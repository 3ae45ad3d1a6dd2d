import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sessionRequest } from '../../../src/domain/checkout/open-session.ts';
import { computePrice } from '../../../src/domain/pricing/compute-price.ts';
import { supportedCurrencies } from '../../../src/domain/pricing/currencies.ts';
import { embeddedRates } from '../../../src/domain/pricing/rates.ts';
import { fromStripeAmount, toStripeAmount } from '../../../src/gateways/stripe/minor-units.ts';
import { couponParams, sessionParams } from '../../../src/gateways/stripe/session-params.ts';
import { money } from '../../../src/kernel/money.ts';
import { anyRequest } from '../pricing/any-price.ts';

/** Currencies without decimals at Stripe, and those whose amounts have two zeros. Source: https://docs.stripe.com/currencies. */
const zeroDecimal = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');
const twoZeros = ['isk', 'ugx'];
const threeDecimals = ['bhd', 'jod', 'kwd', 'omr', 'tnd'];

const requested = (request: Parameters<typeof computePrice>[0]) => {
  const price = computePrice(request, embeddedRates);
  const order = { id: 'ord_1', price, product: price.product, email: null, expiresAt: new Date(0) };
  return { price, ...sessionRequest({ baseUrl: '', vault: undefined as never }, order as never) };
};

describe('what Stripe is asked to charge', () => {
  it('is the total of the order, as the sum of its lines less the discount, for whatever is bought in whatever currency', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const { price, ...session } = requested(request);
        const lines = sessionParams(session, null).line_items!;
        const sum = lines.reduce((total, line) => total + line.price_data!.unit_amount!, 0);
        const off =
          session.discount === null ? 0 : couponParams({ ...session, discount: session.discount }).amount_off!;
        const charged = sum - off;
        expect(fromStripeAmount(charged, price.currency)).toEqual(price.total);
        expect(charged).toBe(toStripeAmount(price.total));
        expect(lines.every((line) => line.price_data!.currency === price.currency)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(supportedCurrencies)('is an amount that Stripe takes in %s', (currency) => {
    for (const product of ['ESTA', 'DS160', 'UK_ETA', 'CANADA_ETA'] as const) {
      const promo = { grants: { code: 'FRIEND', percentOff: 10 } };
      const { price, ...session } = requested({
        product,
        speed: 'super_rush',
        addOns: ['document_review', 'photo_review', 'sms_updates'],
        travelers: 3,
        currency,
        date: '2026-11-20',
        promo,
      });
      const amounts = [
        ...sessionParams(session, null).line_items!.map((line) => line.price_data!.unit_amount!),
        Number(couponParams({ ...session, discount: session.discount! }).amount_off),
      ];
      for (const amount of amounts) {
        expect(Number.isInteger(amount)).toBe(true);
        if (twoZeros.includes(currency)) expect(amount % 100).toBe(0);
        if (threeDecimals.includes(currency)) expect(amount % 10).toBe(0);
      }
      if (zeroDecimal.includes(currency)) {
        const usd = price.totalUsd.minor / 100;
        expect(toStripeAmount(price.total) / (usd * price.exchangeRate.rate)).toBeCloseTo(1, 1);
      }
    }
  });

  it.each([
    ['usd', 4027, 4027],
    ['jpy', 6000, 6000],
    ['isk', 5500, 550000],
    ['ugx', 150000, 15000000],
    ['mga', 18000000, 180000],
    ['kwd', 12350, 12350],
  ])('in %s is %i of our minor units and %i of Stripe’s', (currency, ours, theirs) => {
    expect(toStripeAmount(money(ours, currency))).toBe(theirs);
    expect(fromStripeAmount(theirs, currency)).toEqual(money(ours, currency));
  });
});

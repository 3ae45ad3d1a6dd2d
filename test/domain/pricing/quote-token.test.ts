import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PriceRequest } from '../../../src/domain/pricing/compute-price.ts';
import { computePrice } from '../../../src/domain/pricing/compute-price.ts';
import { makeQuoteToken, openQuoteToken } from '../../../src/domain/pricing/quote-token.ts';
import { embeddedRates, type RateSnapshot } from '../../../src/domain/pricing/rates.ts';
import { Failure } from '../../../src/kernel/failure.ts';
import { createVault } from '../../../src/store/vault.ts';
import { testClock } from '../../support/clock.ts';
import { anyRequest } from './any-price.ts';

const request: PriceRequest = {
  product: 'UK_ETA',
  speed: 'rush',
  addOns: ['photo_review', 'sms_updates'],
  travelers: 3,
  currency: 'jpy',
  date: '2026-11-20',
  promo: { grants: { code: 'FRIEND', percentOff: 10 } },
};
const key = randomBytes(32);
const setup = () => ({ vault: createVault([key]), clock: testClock() });

/** Rates a day later: everything moved by a twentieth. */
const moved: RateSnapshot = {
  ...embeddedRates,
  rates: Object.fromEntries(
    Object.entries(embeddedRates.rates).map(([currency, rate]) => [
      currency,
      currency === 'usd' ? rate : { ...rate, rate: Number((rate.rate * 1.05).toPrecision(8)) },
    ]),
  ),
};

const refusal = (work: () => unknown): Failure => {
  try {
    work();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('a quote token', () => {
  it('holds its price to the minor unit while rates and fees move', () => {
    fc.assert(
      fc.property(anyRequest, (asked) => {
        const ctx = setup();
        const quoted = computePrice(asked, embeddedRates);
        const { token } = makeQuoteToken(ctx, quoted, embeddedRates);
        ctx.clock.advance(1799);
        const now = computePrice({ ...asked, addOns: [...asked.addOns].reverse() }, moved);
        const held = openQuoteToken(ctx, token, now);
        expect(held.total).toEqual(quoted.total);
        expect(held.totalUsd).toEqual(quoted.totalUsd);
        expect(held.exchangeRate).toEqual(quoted.exchangeRate);
      }),
      { numRuns: 300 },
    );
  });

  it('is good for 30 minutes to the second', () => {
    const ctx = setup();
    const price = computePrice(request, embeddedRates);
    const { token, expiresAt } = makeQuoteToken(ctx, price, embeddedRates);
    expect(expiresAt.toISOString()).toBe('2026-11-20T12:30:00.000Z');
    ctx.clock.set('2026-11-20T12:29:59.999Z');
    expect(openQuoteToken(ctx, token, price).total).toEqual(price.total);
    ctx.clock.set('2026-11-20T12:30:00.000Z');
    expect(refusal(() => openQuoteToken(ctx, token, price)).code).toBe('QUOTE_EXPIRED');
  });

  it.each([
    ['visa_type', { product: 'ESTA' }],
    ['processing_speed', { speed: 'standard' }],
    ['add_ons', { addOns: ['photo_review'] }],
    ['num_travelers', { travelers: 2 }],
    ['currency', { currency: 'eur' }],
    ['promo_code', { promo: null }],
    ['promo_code', { promo: { grants: { code: 'OTHER', percentOff: 10 } } }],
  ] as const)('refuses a checkout with another %s', (field, change) => {
    const ctx = setup();
    const { token } = makeQuoteToken(ctx, computePrice(request, embeddedRates), embeddedRates);
    const other = computePrice({ ...request, ...change } as PriceRequest, embeddedRates);
    const failure = refusal(() => openQuoteToken(ctx, token, other));
    expect(failure.code).toBe('QUOTE_CHANGED');
    expect(failure.details).toEqual({ changed: [field] });
  });

  it('refuses a total that the prices in force can no longer make', () => {
    const ctx = setup();
    const price = computePrice(request, embeddedRates);
    const dearer = { ...price, total: { ...price.total, minor: price.total.minor + 1 } };
    const { token } = makeQuoteToken(ctx, dearer, embeddedRates);
    expect(refusal(() => openQuoteToken(ctx, token, price)).code).toBe('QUOTE_CHANGED');
  });

  it('refuses every token that was altered, cut or signed with another key', () => {
    const ctx = setup();
    const price = computePrice(request, embeddedRates);
    const { token } = makeQuoteToken(ctx, price, embeddedRates);
    const [marker, body, signature] = token.split('.') as [string, string, string];
    const cheaper = Buffer.from(
      Buffer.from(body, 'base64url').toString().replace('"travelers":3', '"travelers":1'),
    ).toString('base64url');
    const foreign = makeQuoteToken({ ...ctx, vault: createVault([randomBytes(32)]) }, price, embeddedRates).token;
    for (const bad of [
      '',
      '.',
      'qt1',
      'x'.repeat(10_000),
      `${marker}.${body}`,
      `${marker}.${body}.`,
      `${marker}.${cheaper}.${signature}`,
      `qt2.${body}.${signature}`,
      foreign,
    ]) {
      const failure = refusal(() => openQuoteToken(ctx, bad, price));
      expect(failure.code).toBe('INVALID_REQUEST');
      expect(failure.argument).toBe('input.quoteToken');
    }
  });

  it('outlives a rotation of the data key', () => {
    const ctx = setup();
    const price = computePrice(request, embeddedRates);
    const { token } = makeQuoteToken(ctx, price, embeddedRates);
    const rotated = { ...ctx, vault: createVault([randomBytes(32), key]) };
    expect(openQuoteToken(rotated, token, price).total).toEqual(price.total);
  });
});

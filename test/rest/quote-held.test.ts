import { beforeAll, describe, expect, it } from 'vitest';
import { embeddedRates, type RateSnapshot } from '../../src/domain/pricing/rates.ts';
import { startService, type TestService } from '../support/service.ts';

let running: TestService;
let rates: RateSnapshot = embeddedRates;
beforeAll(async () => {
  running = await startService({ overrides: { exchangeRates: { current: () => rates, refresh: async () => {} } } });
});

/** The dollar falls by a twentieth against everything. */
const moved: RateSnapshot = {
  ...embeddedRates,
  rates: Object.fromEntries(
    Object.entries(embeddedRates.rates).map(([currency, rate]) => [
      currency,
      currency === 'usd' ? rate : { ...rate, rate: Number((rate.rate * 0.95).toPrecision(8)) },
    ]),
  ),
};

const request = { visa_type: 'UK_ETA', processing_speed: 'rush', add_ons: ['photo_review'], currency: 'jpy' };

describe('a held quote', () => {
  it('is what the checkout charges, although rates have moved', async () => {
    rates = embeddedRates;
    const quoted = await running.api.post('/quote', request);
    rates = moved;
    const now = await running.api.post('/checkout', request);
    const held = await running.api.post('/checkout', quoted.data.next_step.rest.body);
    expect(held.status).toBe(201);
    expect(held.data.pricing.total).toEqual(quoted.data.pricing.total);
    expect(held.data.pricing.total).not.toEqual(now.data.pricing.total);
    const status = await running.api.get('/payment-status', {
      query: { payment_session_id: held.data.payment_session_id },
    });
    expect(status.data).toMatchObject(quoted.data.pricing.total);
  });

  it('refuses another checkout than the one that was quoted', async () => {
    const { data } = await running.api.post('/quote', request);
    const { status, error } = await running.api.post('/checkout', { ...data.next_step.rest.body, currency: 'eur' });
    expect(status).toBe(409);
    expect(error.code).toBe('QUOTE_CHANGED');
    expect(error.details).toEqual({ changed: ['currency'] });
  });

  it('refuses a token that nobody issued', async () => {
    const { status, error } = await running.api.post('/checkout', { ...request, quote_token: 'qt1.e30.AAAA' });
    expect(status).toBe(400);
    expect(error.details).toHaveProperty('quote_token');
  });

  it('expires after 30 minutes', async () => {
    const { data } = await running.api.post('/quote', request);
    expect(Date.parse(data.expires_at)).toBe(running.clock.now().getTime() + 30 * 60_000);
    running.clock.advance(30 * 60);
    const { status, error } = await running.api.post('/checkout', data.next_step.rest.body);
    expect(status).toBe(409);
    expect(error.code).toBe('QUOTE_EXPIRED');
  });
});

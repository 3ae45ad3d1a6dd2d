import { beforeAll, describe, expect, it } from 'vitest';
import { orders } from '../../src/domain/orders/order.table.ts';
import { createPartner } from '../../src/domain/partners/create-partner.ts';
import { supportedCurrencies } from '../../src/domain/pricing/currencies.ts';
import { startService, type TestService } from '../support/service.ts';

let running: TestService;
beforeAll(async () => {
  running = await startService();
  const { db, vault } = running.service.services;
  await createPartner(
    { caller: { kind: 'system', mode: 'live' }, db, vault, clock: running.clock },
    { name: 'Friendly Travel', code: 'FRIEND' },
  );
});
const quote = (body: unknown, options?: Parameters<TestService['api']['post']>[2]) =>
  running.api.post('/quote', body, options);

describe('200', () => {
  it('answers the price line by line, the held quote and the next call', async () => {
    const { status, body } = await quote({
      visa_type: 'UK_ETA',
      processing_speed: 'rush',
      add_ons: ['photo_review'],
      num_travelers: 3,
      currency: 'jpy',
      promo_code: 'friend',
    });
    expect(status).toBe(200);
    const token = body.data.quote_token;
    expect(token).toMatch(/^qt1\.[\w-]+\.[\w-]+$/);
    const shown = JSON.parse(JSON.stringify(body.data).replaceAll(token, '<quote_token>'));
    expect(shown).toMatchInlineSnapshot(`
      {
        "expires_at": "2026-11-20T12:30:00.000Z",
        "next_step": {
          "action": "check_out",
          "rest": {
            "body": {
              "add_ons": [
                "photo_review",
              ],
              "currency": "jpy",
              "num_travelers": 3,
              "processing_speed": "rush",
              "promo_code": "FRIEND",
              "quote_token": "<quote_token>",
              "visa_type": "UK_ETA",
            },
            "method": "POST",
            "path": "/api/v1/agent/checkout",
          },
          "tool": {
            "arguments": {
              "add_ons": [
                "photo_review",
              ],
              "currency": "jpy",
              "num_travelers": 3,
              "processing_speed": "rush",
              "promo_code": "FRIEND",
              "quote_token": "<quote_token>",
              "visa_type": "UK_ETA",
            },
            "name": "create_checkout_session",
          },
          "why": "The price is held until the quote expires; the checkout charges exactly this.",
        },
        "pricing": {
          "add_ons": [
            {
              "amount": 4252,
              "code": "photo_review",
              "currency": "jpy",
              "label": "Photo review",
            },
          ],
          "discount": {
            "amount": 1843,
            "code": "FRIEND",
            "currency": "jpy",
            "percent_off": 10,
          },
          "exchange_rate": {
            "as_of": "2026-09-29",
            "rate": 157.47729,
            "source": "exchange-api daily mid-market rates, embedded",
          },
          "num_travelers": 3,
          "official_fee": {
            "amount": 12508,
            "currency": "jpy",
            "paid_to": "UK Home Office",
            "per_traveler": {
              "amount": 20,
              "currency": "gbp",
            },
          },
          "official_fee_collected": true,
          "per_traveler_usd": 99.58,
          "service_fee": {
            "amount": 18425,
            "currency": "jpy",
          },
          "surcharges": [
            {
              "amount": 13701,
              "code": "rush",
              "currency": "jpy",
              "label": "Rush processing",
            },
          ],
          "total": {
            "amount": 47043,
            "currency": "jpy",
          },
          "total_usd": 298.73,
        },
        "processing_speed": "rush",
        "promo": {
          "applied": true,
          "code": "FRIEND",
          "discount": {
            "amount": 1843,
            "currency": "jpy",
          },
          "percent_off": 10,
          "reason": null,
        },
        "quote_token": "<quote_token>",
        "visa_type": "UK_ETA",
      }
    `);
  });

  it('prices one traveler at standard speed in US dollars when nothing else is said', async () => {
    const { data } = await quote({ visa_type: 'ESTA' });
    expect(data.pricing).toMatchObject({
      service_fee: { amount: 39, currency: 'usd' },
      official_fee: { amount: 40.27, currency: 'usd' },
      official_fee_collected: true,
      surcharges: [],
      add_ons: [],
      discount: null,
      num_travelers: 1,
      total_usd: 79.27,
      total: { amount: 79.27, currency: 'usd' },
    });
    expect(data.promo).toBeNull();
  });

  it('states the consular fee of a DS-160 apart from the total', async () => {
    const { data } = await quote({ visa_type: 'DS160', num_travelers: 2 });
    expect(data.pricing).toMatchObject({
      official_fee: { amount: 370, currency: 'usd', paid_to: 'U.S. Department of State' },
      official_fee_collected: false,
      total_usd: 298,
    });
  });

  it.each([
    ['jpy', 6142],
    ['kwd', 12.04],
    ['isk', 4702],
  ])('rounds to what can be charged in %s', async (currency, amount) => {
    const { data } = await quote({ visa_type: 'DS160', currency });
    expect(data.pricing.total.currency).toBe(currency);
    const esta = await quote({ visa_type: 'ESTA', currency });
    expect(esta.data.pricing.service_fee).toEqual({ amount, currency });
  });

  it('adds up for 50 travelers in a currency with large numbers', async () => {
    const { data } = await quote({
      visa_type: 'ESTA',
      processing_speed: 'super_rush',
      add_ons: ['document_review', 'photo_review', 'sms_updates'],
      num_travelers: 50,
      currency: 'lbp',
      promo_code: 'FRIEND',
    });
    const { service_fee, official_fee, surcharges, add_ons, discount, total } = data.pricing;
    const cents = (line: { amount: number }) => Math.round(line.amount * 100);
    const lines = [service_fee, official_fee, ...surcharges, ...add_ons].reduce((sum, line) => sum + cents(line), 0);
    expect(lines - cents(discount)).toBe(cents(total));
    expect(data.pricing.num_travelers).toBe(50);
  });

  it('tells of a promo code that does not apply, and charges the full price', async () => {
    const { status, data } = await quote({ visa_type: 'ESTA', promo_code: 'NOBODY' });
    expect(status).toBe(200);
    expect(data.promo).toEqual({
      code: 'NOBODY',
      applied: false,
      reason: 'UNKNOWN_CODE',
      percent_off: 0,
      discount: null,
    });
    expect(data.pricing.discount).toBeNull();
    expect(data.next_step.rest.body).not.toHaveProperty('promo_code');
  });

  it('writes nothing', async () => {
    const { db } = running.service.services;
    await quote({ visa_type: 'ESTA', promo_code: 'FRIEND' });
    expect(await db.$count(orders)).toBe(0);
  });

  it('is for everybody: browsers, other origins and keys', async () => {
    const browser = await fetch(`${running.api.url}/api/v1/agent/quote`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: 'https://travel.example',
        'user-agent': 'Mozilla/5.0 Gecko',
      },
      body: JSON.stringify({ visa_type: 'ESTA' }),
    });
    expect(browser.status).toBe(200);
    expect(browser.headers.get('access-control-allow-origin')).toBe('*');
    const key = await running.newKey();
    expect((await quote({ visa_type: 'ESTA' }, { key })).status).toBe(200);
  });
});

describe('400', () => {
  it.each([
    ['no product', {}, 'visa_type'],
    ['an unknown product', { visa_type: 'SCHENGEN' }, 'visa_type'],
    ['an unknown speed', { visa_type: 'ESTA', processing_speed: 'warp' }, 'processing_speed'],
    ['no travelers', { visa_type: 'ESTA', num_travelers: 0 }, 'num_travelers'],
    ['51 travelers', { visa_type: 'ESTA', num_travelers: 51 }, 'num_travelers'],
    ['half a traveler', { visa_type: 'ESTA', num_travelers: 1.5 }, 'num_travelers'],
    ['an add-on twice', { visa_type: 'ESTA', add_ons: ['photo_review', 'photo_review'] }, 'add_ons'],
  ])('refuses %s and names the field', async (_what, body, field) => {
    const { status, error } = await quote(body);
    expect(status).toBe(400);
    expect(error.code).toBe('INVALID_REQUEST');
    expect(error.details).toHaveProperty(field);
  });

  it('refuses a misspelled field instead of pricing one traveler', async () => {
    const { status, error } = await quote({ visa_type: 'ESTA', num_traveller: 3 });
    expect(status).toBe(400);
    expect(error.code).toBe('INVALID_REQUEST');
    expect(error.hint).toContain('num_travelers');
  });

  it('refuses a currency that cannot be charged and lists those that can', async () => {
    const { status, error } = await quote({ visa_type: 'ESTA', currency: 'xau' });
    expect(status).toBe(400);
    expect(error.code).toBe('UNSUPPORTED_CURRENCY');
    expect(error.details.supported_currencies).toEqual(supportedCurrencies);
  });

  it('refuses an unknown add-on and lists the known ones', async () => {
    const { status, error } = await quote({ visa_type: 'ESTA', add_ons: ['lounge'] });
    expect(status).toBe(400);
    expect(error.code).toBe('UNKNOWN_ADD_ON');
    expect(error.details.known_add_ons).toEqual(['document_review', 'photo_review', 'sms_updates']);
  });
});

describe('401', () => {
  it('refuses a key that nobody has, although none is needed', async () => {
    const { status, error } = await quote({ visa_type: 'ESTA' }, { key: `svc_agent_${'0'.repeat(64)}` });
    expect(status).toBe(401);
    expect(error.code).toBe('INVALID_API_KEY');
  });
});

describe('422', () => {
  it('refuses a product that is not open', async () => {
    const { status, error } = await quote({ visa_type: 'ETIAS' });
    expect(status).toBe(422);
    expect(error.code).toBe('VISA_NOT_OPEN');
  });
});

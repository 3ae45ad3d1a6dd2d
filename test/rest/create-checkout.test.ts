import { describe, expect, it } from 'vitest';
import { applications } from '../../src/domain/orders/application.table.ts';
import { orders } from '../../src/domain/orders/order.table.ts';
import { openProductIds } from '../../src/domain/products/product-id.ts';
import { startService } from '../support/service.ts';
import { withoutRandomness } from '../support/snapshot.ts';

const { api, service, newKey } = await startService();
const countRows = async () => [
  (await service.services.db.select().from(orders)).length,
  (await service.services.db.select().from(applications)).length,
];

describe('201', () => {
  it('answers a guest with the page to pay on, the price and a guest token', async () => {
    const answer = await api.post('/checkout', { visa_type: 'ESTA', email: 'anna@example.com', num_travelers: 1 });
    expect(answer.status).toBe(201);
    expect(withoutRandomness(answer.body)).toMatchSnapshot();
  });

  it('makes one order and one draft for each traveler', async () => {
    const before = await countRows();
    const answer = await api.post('/checkout', { visa_type: 'UK_ETA', num_travelers: 3 });
    expect(answer.data.application_ids).toHaveLength(3);
    const after = await countRows();
    expect(after).toEqual([before[0]! + 1, before[1]! + 3]);
  });

  it('gives an account no guest token', async () => {
    const answer = await api.post('/checkout', { visa_type: 'ESTA' }, { key: await newKey() });
    expect(answer.data).toMatchObject({ guest_token: null, guest_token_expires_at: null });
  });

  it.each(openProductIds)('charges for %s what a quote with the same facts says', async (visa_type) => {
    const facts = { visa_type, processing_speed: 'rush', add_ons: ['photo_review'], num_travelers: 2, currency: 'eur' };
    const quote = await api.post('/quote', facts);
    const checkout = await api.post('/checkout', facts);
    expect(checkout.data.pricing).toEqual(quote.data.pricing);
  });

  it('answers a repetition with the same idempotency key with the same order', async () => {
    const before = await countRows();
    const idempotencyKey = 'checkout-once';
    const first = await api.post('/checkout', { visa_type: 'ESTA' }, { idempotencyKey });
    const second = await api.post('/checkout', { visa_type: 'ESTA' }, { idempotencyKey });
    expect(second.status).toBe(201);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.data).toEqual(first.data);
    expect((await countRows())[0]).toBe(before[0]! + 1);
  });

  it('keeps the price that a quote promised', async () => {
    const quote = await api.post('/quote', { visa_type: 'ESTA' });
    const answer = await api.post('/checkout', { visa_type: 'ESTA', quote_token: quote.data.quote_token });
    expect(answer.status).toBe(201);
  });

  it('tells an unknown promo code and charges the full price', async () => {
    const answer = await api.post('/checkout', { visa_type: 'ESTA', promo_code: 'NOSUCHCODE' });
    expect(answer.data.promo).toMatchObject({ applied: false, reason: 'UNKNOWN_CODE' });
    expect(answer.data.pricing.discount).toBeNull();
  });
});

describe('400', () => {
  it.each([
    ['a misspelt field', { visa_type: 'ESTA', num_traveller: 2 }, 'num_traveller', /num_travelers/],
    ['no traveler', { visa_type: 'ESTA', num_travelers: 0 }, 'num_travelers', /./],
    ['51 travelers', { visa_type: 'ESTA', num_travelers: 51 }, 'num_travelers', /./],
    ['an email that is none', { visa_type: 'ESTA', email: 'anna' }, 'email', /./],
    ['an unknown product', { visa_type: 'SCHENGEN' }, 'visa_type', /./],
    ['an unknown speed', { visa_type: 'ESTA', processing_speed: 'warp' }, 'processing_speed', /./],
    ['a number as text', { visa_type: 'ESTA', num_travelers: '2' }, 'num_travelers', /./],
    ['no product', { email: 'anna@example.com' }, 'visa_type', /./],
  ])('refuses %s, names the field and writes nothing', async (_what, body, field, hint) => {
    const before = await countRows();
    const answer = await api.post('/checkout', body);
    expect(answer.status).toBe(400);
    expect(answer.error.code).toBe('INVALID_REQUEST');
    expect(Object.keys(answer.error.details)).toEqual([field]);
    expect(JSON.stringify(answer.error)).toMatch(hint);
    expect(await countRows()).toEqual(before);
  });

  it('refuses a currency that cannot be charged and lists those that can', async () => {
    const answer = await api.post('/checkout', { visa_type: 'ESTA', currency: 'xau' });
    expect(answer).toMatchObject({ status: 400, error: { code: 'UNSUPPORTED_CURRENCY' } });
    expect(JSON.stringify(answer.error.details)).toContain('"usd"');
  });

  it('refuses an add-on that does not exist and lists those that do', async () => {
    const answer = await api.post('/checkout', { visa_type: 'ESTA', add_ons: ['lounge'] });
    expect(answer).toMatchObject({ status: 400, error: { code: 'UNKNOWN_ADD_ON' } });
    expect(JSON.stringify(answer.error.details)).toContain('document_review');
  });

  it('refuses a body that is no JSON', async () => {
    const answer = await api.send('POST', '/checkout', '{"visa_type":');
    expect(answer).toMatchObject({ status: 400, error: { code: 'INVALID_JSON' } });
  });
});

describe('401', () => {
  it('refuses a key that is malformed or unknown', async () => {
    for (const key of ['nonsense', `svc_agent_${'0'.repeat(64)}`]) {
      const answer = await api.post('/checkout', { visa_type: 'ESTA' }, { key });
      expect(answer).toMatchObject({ status: 401, error: { code: 'INVALID_API_KEY' } });
    }
  });
});

describe('404', () => {
  it('hides from a browser that sends no key', async () => {
    const browser = { 'x-agent-friendly': '', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36' };
    const answer = await api.post('/checkout', { visa_type: 'ESTA' }, { headers: browser });
    expect(answer).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
  });
});

describe('409', () => {
  it('refuses an idempotency key that came with another body', async () => {
    const idempotencyKey = 'checkout-reused';
    await api.post('/checkout', { visa_type: 'ESTA' }, { idempotencyKey });
    const answer = await api.post('/checkout', { visa_type: 'UK_ETA' }, { idempotencyKey });
    expect(answer).toMatchObject({ status: 409, error: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  });

  it('refuses to charge anything but what was quoted', async () => {
    const quote = await api.post('/quote', { visa_type: 'ESTA' });
    const { quote_token } = quote.data;
    const answer = await api.post('/checkout', { visa_type: 'ESTA', num_travelers: 2, quote_token });
    expect(answer).toMatchObject({ status: 409, error: { code: 'QUOTE_CHANGED' } });
  });
});

describe('422', () => {
  it('sells nothing that is not open, and writes nothing', async () => {
    const before = await countRows();
    const answer = await api.post('/checkout', { visa_type: 'ETIAS', email: 'anna@example.com' });
    expect(answer).toMatchObject({ status: 422, error: { code: 'VISA_NOT_OPEN' } });
    expect(await countRows()).toEqual(before);
  });
});

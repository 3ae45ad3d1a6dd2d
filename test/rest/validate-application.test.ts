import { describe, expect, it } from 'vitest';
import { seedOrder } from '../support/seed.ts';
import { startService } from '../support/service.ts';
import { withoutRandomness } from '../support/snapshot.ts';

const running = await startService();
const { api, clock, newKey } = running;

describe('200', () => {
  it('says ok to a complete form, and what to do next', async () => {
    const order = await (await seedOrder(running)).pay();
    const body = { visa_type: 'ESTA', form_data: await order.form(), guest_token: order.guestToken };
    const answer = await api.post('/validate', body);
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({ ok: true, warnings: [] });
    expect(answer.data).not.toHaveProperty('errors');
  });

  it('lists every problem with its field, and warnings', async () => {
    const answer = await api.post('/validate', {
      visa_type: 'UK_ETA',
      form_data: { given_names: 'Anna', shoe_size: 38 },
    });
    expect(answer.status).toBe(200);
    expect(withoutRandomness(answer.body)).toMatchSnapshot();
  });

  it('asks no token of a guest whose form names no file', async () => {
    const answer = await api.post('/validate', { visa_type: 'ESTA', form_data: {} });
    expect(answer.data.ok).toBe(false);
  });

  it('lets an account use its own uploads', async () => {
    const key = await newKey();
    const order = await (await seedOrder(running, { key })).pay();
    const answer = await api.post('/validate', { visa_type: 'ESTA', form_data: await order.form() }, { key });
    expect(answer.data.ok).toBe(true);
  });
});

describe('400', () => {
  it.each([
    ['a form that is no object', { visa_type: 'ESTA', form_data: [] }, 'form_data'],
    ['no form', { visa_type: 'ESTA' }, 'form_data'],
    ['an unknown product', { visa_type: 'VISA', form_data: {} }, 'visa_type'],
  ])('refuses %s', async (_what, body, field) => {
    const answer = await api.post('/validate', body);
    expect(answer).toMatchObject({ status: 400, error: { code: 'INVALID_REQUEST', details: { [field]: {} } } });
  });
});

describe('401', () => {
  it('asks a guest whose form names files for the guest token', async () => {
    const order = await (await seedOrder(running)).pay();
    const body = { visa_type: 'ESTA', form_data: await order.form() };
    expect(await api.post('/validate', body)).toMatchObject({ status: 401, error: { code: 'GUEST_TOKEN_REQUIRED' } });
  });
});

describe('410', () => {
  it('refuses a guest token that has run out', async () => {
    const order = await (await seedOrder(running)).pay();
    const body = { visa_type: 'ESTA', form_data: await order.form(), guest_token: order.guestToken };
    clock.advance(31 * 24 * 3600);
    expect((await api.post('/validate', body)).error.code).toBe('GUEST_SESSION_EXPIRED');
    clock.set('2026-11-20T12:00:00Z');
  });
});

describe('422', () => {
  it('refuses a form that fails where strict handling is preferred', async () => {
    const answer = await api.post(
      '/validate',
      { visa_type: 'ESTA', form_data: { sex: 'Q' } },
      { headers: { prefer: 'handling=strict' } },
    );
    expect(answer).toMatchObject({ status: 422, error: { code: 'VALIDATION_FAILED' } });
    expect(answer.error.details).toMatchObject({ sex: { code: 'INVALID_VALUE' }, first_name: { code: 'MISSING' } });
  });

  it('refuses a product that is not open', async () => {
    const answer = await api.post('/validate', { visa_type: 'ETIAS', form_data: {} });
    expect(answer).toMatchObject({ status: 422, error: { code: 'VISA_NOT_OPEN' } });
  });
});

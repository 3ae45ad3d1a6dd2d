import { describe, expect, it } from 'vitest';
import { seedOrder } from '../support/seed.ts';
import { startService } from '../support/service.ts';
import { withoutRandomness } from '../support/snapshot.ts';

const running = await startService();
const { api, clock, newKey, work } = running;
const ask = (payment_session_id: string | undefined, options = {}) =>
  api.get('/payment-status', { query: { payment_session_id }, ...options });
const play = (session: string, outcome: string) => api.post(`/sandbox/payments/${session}`, { outcome });

describe('200', () => {
  it('tells how a session stands, where to pay and what is next', async () => {
    const order = await seedOrder(running);
    const answer = await ask(order.sessionId);
    expect(answer.status).toBe(200);
    expect(withoutRandomness(answer.body)).toMatchSnapshot();
  });

  it('tells a paid session, and that the form is next', async () => {
    const order = await seedOrder(running);
    await order.pay();
    const { data } = await ask(order.sessionId);
    expect(data).toMatchObject({
      paid: true,
      status: 'paid',
      checkout_url: null,
      paid_at: clock.now().toISOString(),
      live_key: { claimable: false },
      next_step: { action: 'apply', tool: { name: 'submit_application' } },
    });
  });

  it('tells a submitted order to follow its application', async () => {
    const order = await (await seedOrder(running, { product: 'CANADA_ETA' })).pay();
    await order.submit();
    expect((await ask(order.sessionId)).data.next_step).toMatchObject({ action: 'follow' });
  });

  it.each([
    ['declined', 'failed', 'pay'],
    ['processing', 'processing', 'wait'],
  ])('tells a payment that is %s', async (outcome, status, action) => {
    const order = await seedOrder(running);
    await play(order.sessionId, outcome);
    expect((await ask(order.sessionId)).data).toMatchObject({ paid: false, status, next_step: { action } });
  });

  it('turns from processing to paid', async () => {
    const order = await seedOrder(running);
    await play(order.sessionId, 'processing');
    await play(order.sessionId, 'paid');
    expect((await ask(order.sessionId)).data).toMatchObject({ paid: true, status: 'paid' });
  });

  it('tells a refunded order', async () => {
    const key = await newKey();
    const order = await (await seedOrder(running, { key })).pay();
    await api.post(`/applications/${order.applicationIds[0]}/refund`, undefined, { key });
    expect((await ask(order.sessionId)).data).toMatchObject({
      paid: false,
      status: 'refunded',
      next_step: { action: 'done' },
    });
  });

  it('tells a session that ran out, with the way to a new one', async () => {
    const order = await seedOrder(running);
    clock.advance(24 * 3600);
    await work();
    expect((await ask(order.sessionId)).data).toMatchObject({
      paid: false,
      status: 'expired',
      checkout_url: null,
      next_step: { action: 'check_out', rest: { path: '/api/v1/agent/checkout', body: { visa_type: 'ESTA' } } },
    });
  });

  it('needs nothing but the id of the session, in a browser too', async () => {
    const order = await seedOrder(running, { key: await newKey() });
    const browser = { 'x-agent-friendly': '', 'user-agent': 'Mozilla/5.0 (X11) Gecko/20100101 Firefox/140.0' };
    expect((await ask(order.sessionId, { headers: browser })).status).toBe(200);
  });
});

describe('400', () => {
  it('names the query that is missing', async () => {
    const answer = await ask(undefined);
    expect(answer).toMatchObject({ status: 400, error: { code: 'INVALID_REQUEST' } });
    expect(answer.error.details).toHaveProperty('payment_session_id');
  });
});

describe('404', () => {
  it.each(['cs_sandbox_unknown', 'cs_live_unknown', ' '])('does not find the session %j', async (session) => {
    expect(await ask(session)).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
  });
});

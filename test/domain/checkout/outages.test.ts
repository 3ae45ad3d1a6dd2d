import { beforeEach, describe, expect, it } from 'vitest';
import { startLiveService } from './live-service.ts';

const live = await startLiveService();
const { api, fake, rowOf } = live;
const { key } = await live.newLiveKey();
beforeEach(() => fake.calm({}));

const checkout = (idempotencyKey: string) => api.post('/checkout', { visa_type: 'ESTA' }, { key, idempotencyKey });
const sessionsOf = async (orderId: string) =>
  (await fake.state({})).sessions.filter((made) => made.orderId === orderId);
const requests = async (name: string) => (await fake.state({})).requests[name] ?? 0;

describe('a request to the provider', () => {
  it.each(['error', 'busy', 'reset', 'lost'] as const)(
    'that ends in %s is made again with the same key',
    async (kind) => {
      await fake.fault({ on: 'POST /v1/checkout/sessions', kind, times: 2 });
      const before = await requests('POST /v1/checkout/sessions');
      const answer = await checkout(`retried-${kind}`);
      expect(answer.status).toBe(201);
      expect(await requests('POST /v1/checkout/sessions')).toBe(before + 3);
      expect(await sessionsOf(answer.data.order_id)).toHaveLength(1);
    },
  );

  it('that fails three times is told as 502 with Retry-After, and the same call succeeds later with one session', async () => {
    await fake.fault({ on: 'POST /v1/checkout/sessions', kind: 'lost', times: 3 });
    const failed = await checkout('failed-thrice');
    expect(failed).toMatchObject({ status: 502, error: { code: 'PAYMENT_PROVIDER_FAILED' } });
    expect(Number(failed.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(failed.text).not.toMatch(/stripe/i);
    const answer = await checkout('failed-thrice');
    expect(answer.status).toBe(201);
    expect(await sessionsOf(answer.data.order_id)).toHaveLength(1);
  });

  it('of a guest that failed gives, when repeated, a token that works', async () => {
    await fake.fault({ on: 'POST /v1/checkout/sessions', kind: 'lost', times: 3 });
    const call = () => api.post('/checkout', { visa_type: 'ESTA' }, { idempotencyKey: 'guest-again' });
    expect((await call()).status).toBe(502);
    const { data } = await call();
    const status = await api.get(`/status/${data.application_ids[0]}`, { guestToken: data.guest_token });
    expect(status).toMatchObject({ status: 200, data: { status: 'DRAFT' } });
    expect(await sessionsOf(data.order_id)).toHaveLength(1);
  });

  it('whose session was never told is finished by the job, with one session', async () => {
    await fake.fault({ on: 'POST /v1/checkout/sessions', kind: 'lost', times: 3 });
    expect((await checkout('never-told')).status).toBe(502);
    const made = (await fake.state({})).sessions.at(-1)!;
    expect(await rowOf(made.orderId!)).toMatchObject({ paymentSessionId: null });
    await live.advance(61);
    await live.work();
    expect(await rowOf(made.orderId!)).toMatchObject({ paymentSessionId: made.id, checkoutUrl: made.url });
    expect(await sessionsOf(made.orderId!)).toHaveLength(1);
    expect((await checkout('never-told')).data.payment_session_id).toBe(made.id);
  });

  it('about a refund that fails is told as 502, leaves the order as it was, and succeeds when repeated', async () => {
    const order = await live.paidOrder({ key });
    await fake.fault({ on: 'POST /v1/refunds', kind: 'error', times: 3 });
    const url = `/applications/${order.applicationIds[0]}/refund`;
    const failed = await api.post(url, undefined, { key });
    expect(failed).toMatchObject({ status: 502, error: { code: 'REFUND_FAILED' } });
    expect(Number(failed.headers.get('retry-after'))).toBeGreaterThan(0);
    const status = await api.get(`/status/${order.applicationIds[0]}`, { key });
    expect(status.data).toMatchObject({ status: 'PAID', order: { payment_status: 'paid', refunded_at: null } });
    expect((await api.post(url, undefined, { key })).status).toBe(200);
    expect((await fake.state({})).refunds.filter(({ orderId }) => orderId === order.orderId)).toHaveLength(1);
  });
});

describe('an outage of the provider', () => {
  it('is told at once after a few failures, without asking, and ends by itself', async () => {
    const order = await live.order({ key });
    await fake.fault({ on: '', kind: 'reset', times: 1000 });
    const ask = () => api.get('/payment-status', { query: { payment_session_id: order.sessionId } });
    const answers = [];
    for (let call = 0; call < 6; call += 1) answers.push(await ask());
    expect(answers.slice(0, 5).map(({ status }) => status)).toEqual([502, 502, 502, 502, 502]);
    expect(answers[5]).toMatchObject({ status: 503, error: { code: 'SERVICE_UNAVAILABLE' } });
    expect(Number(answers[5]!.headers.get('retry-after'))).toBeGreaterThan(0);
    const before = await requests('GET /v1/checkout/sessions/:id');
    const begun = performance.now();
    expect((await ask()).status).toBe(503);
    expect(performance.now() - begun).toBeLessThan(1000);
    expect(await requests('GET /v1/checkout/sessions/:id')).toBe(before);
    const health = await api.get('/health');
    expect(health).toMatchObject({
      status: 200,
      data: { status: 'degraded', checks: { payments: expect.anything() } },
    });
    expect((await api.post('/eligibility', { nationality: 'DE', destination: 'US' })).status).toBe(200);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import type { SessionRequest } from '../../../src/domain/checkout/payments.port.ts';
import { PaymentsUnavailable } from '../../../src/domain/checkout/payments.port.ts';
import { createStripePayments } from '../../../src/gateways/stripe/stripe-payments.ts';
import { money } from '../../../src/kernel/money.ts';
import { startStripeFake } from '../../stripe-fake/client.ts';

const fake = await startStripeFake();
const access = { secretKey: 'sk_live_only_for_tests', apiBase: fake.url, attemptMilliseconds: 300 };
const payments = createStripePayments(access);
beforeEach(() => fake.calm({}));

const request = (orderId: string, more: Partial<SessionRequest> = {}): SessionRequest => ({
  orderId,
  total: money(4000, 'usd'),
  lines: [{ label: 'Service fee', amount: money(4000, 'usd') }],
  discount: null,
  email: 'anna@example.com',
  expiresAt: new Date(Date.now() + 24 * 3600 * 1000),
  successUrl: 'https://example.com/success?session={SESSION}',
  cancelUrl: 'https://example.com/cancel',
  idempotencyKey: `checkout:${orderId}`,
  ...more,
});
const made = async (orderId: string) =>
  (await fake.state({})).sessions.filter((session) => session.orderId === orderId);
const paid = async (orderId: string) => {
  const { sessionId } = await payments.createSession(request(orderId));
  const { paymentIntentId } = await fake.pay({ session: sessionId, method: 'card' });
  return { sessionId, paymentIntentId: paymentIntentId! };
};

describe('Stripe that does not answer', () => {
  it('is asked again with the same key, and one session is made', async () => {
    await fake.fault({ on: 'POST /v1/checkout/sessions', kind: 'silence', times: 1 });
    await payments.createSession(request('ord_silent_once'));
    expect(await made('ord_silent_once')).toHaveLength(1);
  });

  it('is given up after three tries', async () => {
    await fake.fault({ on: 'POST /v1/checkout/sessions', kind: 'silence', times: 3 });
    await expect(payments.createSession(request('ord_silent'))).rejects.toBeInstanceOf(PaymentsUnavailable);
    expect(await made('ord_silent')).toHaveLength(0);
  });
});

describe('a session', () => {
  it('is the same one for the same order', async () => {
    const first = await payments.createSession(request('ord_same'));
    expect(await payments.createSession(request('ord_same'))).toEqual(first);
  });

  it('under a key that was used for something else is refused, and told as an outage', async () => {
    await payments.createSession(request('ord_other'));
    const other = request('ord_other', { lines: [{ label: 'Service fee', amount: money(1, 'usd') }] });
    await expect(payments.createSession(other)).rejects.toBeInstanceOf(PaymentsUnavailable);
  });

  it('that Stripe does not know is not found', async () => {
    expect(await payments.findSession('cs_live_unknown')).toBeUndefined();
  });

  it('is found by its payment', async () => {
    const { sessionId, paymentIntentId } = await paid('ord_by_payment');
    expect(await payments.findSessionOf(paymentIntentId)).toBe(sessionId);
    expect(await payments.findSessionOf('pi_unknown')).toBeUndefined();
  });

  it('is closed once, and closing what is closed or unknown changes nothing', async () => {
    const { sessionId } = await payments.createSession(request('ord_closed'));
    await payments.expireSession(sessionId);
    await payments.expireSession(sessionId);
    await payments.expireSession('cs_live_unknown');
    expect(await payments.findSession(sessionId)).toMatchObject({ status: 'expired', url: null });
  });

  it('of a key for tests is not of our mode', async () => {
    const { sessionId } = await payments.createSession(request('ord_mode'));
    const test = createStripePayments({ ...access, secretKey: 'sk_test_other' });
    expect(await payments.findSession(sessionId)).toMatchObject({ live: true });
    expect(await test.findSession(sessionId)).toMatchObject({ live: false });
  });
});

describe('a refund', () => {
  const refund = (orderId: string, paymentIntentId: string, tries = 0) =>
    payments.refund({ orderId, paymentIntentId, idempotencyKey: `refund:${orderId}:${tries}` });

  it('is made once under its key', async () => {
    const { paymentIntentId } = await paid('ord_once');
    const first = await refund('ord_once', paymentIntentId);
    expect(await refund('ord_once', paymentIntentId)).toEqual(first);
    expect(first).toMatchObject({ state: 'succeeded', alreadyRefunded: false });
  });

  it('of ours is recognized under another key, when Stripe has forgotten the first', async () => {
    const { paymentIntentId } = await paid('ord_forgotten');
    const first = await refund('ord_forgotten', paymentIntentId);
    expect(await refund('ord_forgotten', paymentIntentId, 1)).toEqual(first);
  });

  it('of somebody else’s is told apart from ours', async () => {
    const { sessionId, paymentIntentId } = await paid('ord_elsewhere');
    const { refundId } = await fake.refund({ session: sessionId });
    expect(await refund('ord_elsewhere', paymentIntentId)).toEqual({
      refundId,
      state: 'succeeded',
      alreadyRefunded: true,
    });
  });

  it('that Stripe refuses is failed, not unknown', async () => {
    const { paymentIntentId } = await paid('ord_refused');
    await fake.endRefunds({ ends: ['refused'] });
    expect(await refund('ord_refused', paymentIntentId)).toMatchObject({ refundId: null, state: 'failed' });
  });
});

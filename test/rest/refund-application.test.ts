import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { applications } from '../../src/domain/orders/application.table.ts';
import { orders } from '../../src/domain/orders/order.table.ts';
import { startLiveService } from '../domain/checkout/live-service.ts';
import { seedOrder } from '../support/seed.ts';
import { startService } from '../support/service.ts';
import { withoutRandomness } from '../support/snapshot.ts';

const running = await startService();
const { api, clock, newKey, service } = running;
const { db } = service.services;
const key = await newKey();
const live = await startLiveService();
const { key: liveKey } = await live.newLiveKey();

const path = (id: string | undefined) => `/applications/${id}/refund`;
const refund = (id: string | undefined, idempotencyKey?: string) =>
  api.post(path(id), undefined, { key, idempotencyKey });
const paid = async (travelers = 1) => (await seedOrder(running, { key, travelers })).pay();
const statusOf = async (id: string) => (await api.get(`/status/${id}`, { key })).data;

describe('200', () => {
  it('returns the whole payment and cancels the application', async () => {
    const order = await paid();
    const answer = await refund(order.applicationIds[0]);
    expect(answer.status).toBe(200);
    expect(withoutRandomness(answer.body)).toMatchSnapshot();
    expect(await statusOf(order.applicationIds[0]!)).toMatchObject({
      status: 'CANCELLED',
      order: { payment_status: 'refunded', refunded_at: clock.now().toISOString(), refundable_until: null },
    });
  });

  it('cancels every application of the order, whichever is named', async () => {
    const order = await paid(3);
    const answer = await refund(order.applicationIds[1]);
    expect(answer.data.refund.amount).toEqual(order.checkout.data.pricing.total);
    for (const id of order.applicationIds) expect((await statusOf(id)).status).toBe('CANCELLED');
  });

  it('works in the hold between submission and filing, and nothing is filed then', async () => {
    const order = await (await paid()).submit();
    expect((await refund(order.applicationId)).status).toBe(200);
    clock.advance(3600);
    await running.work();
    expect((await statusOf(order.applicationId)).status).toBe('CANCELLED');
    clock.advance(-3600);
  });

  it('still returns the money of applications that were cancelled without a refund', async () => {
    const order = await paid();
    await api.delete(`/applications/${order.applicationIds[0]}`, { key });
    expect((await refund(order.applicationIds[0])).status).toBe(200);
  });

  it('answers a retry with the same Idempotency-Key as the first time', async () => {
    const order = await paid();
    const first = await refund(order.applicationIds[0], 'refund-once');
    const second = await refund(order.applicationIds[0], 'refund-once');
    expect(second).toMatchObject({ status: 200, data: first.data });
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });

  it('says so when the provider had refunded the charge elsewhere, and brings the order in line', async () => {
    const order = await live.paidOrder({ key: liveKey });
    await live.fake.refund({ session: order.sessionId });
    const answer = await live.api.post(path(order.applicationIds[0]), undefined, { key: liveKey });
    expect(answer).toMatchObject({ status: 200, data: { already_refunded: true, status: 'CANCELLED' } });
    expect(await live.rowOf(order.orderId)).toMatchObject({ paymentStatus: 'refunded', refundState: 'succeeded' });
    expect((await live.fake.state({})).refunds).toHaveLength(1);
  });

  it('is the answer to a retry whose first try failed and was finished by a worker meanwhile', async () => {
    const order = await live.paidOrder({ key: liveKey });
    const call = () =>
      live.api.post(path(order.applicationIds[0]), undefined, { key: liveKey, idempotencyKey: 'lost' });
    await live.fake.fault({ on: 'POST /v1/refunds', kind: 'lost', times: 3 });
    expect((await call()).status).toBe(502);
    await live.advance(61);
    await live.work();
    expect(await live.rowOf(order.orderId)).toMatchObject({ paymentStatus: 'refunded' });
    expect((await call()).status).toBe(200);
  });

  it('is made once by calls that come at the same time', async () => {
    const order = await live.paidOrder({ key: liveKey });
    const url = path(order.applicationIds[0]);
    const answers = await Promise.all([1, 2, 3, 4].map(() => live.api.post(url, undefined, { key: liveKey })));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const made = (await live.fake.state({})).refunds.filter(({ orderId }) => orderId === order.orderId);
    expect(made).toHaveLength(1);
  });
});

describe('401', () => {
  it('refuses a guest, whose refund comes with the live key that the checkout earned', async () => {
    const order = await (await seedOrder(running)).pay();
    const answer = await api.post(path(order.applicationIds[0]), undefined);
    expect(answer).toMatchObject({ status: 401, error: { code: 'AUTHENTICATION_REQUIRED' } });
  });
});

describe('404', () => {
  it('finds neither what does not exist nor what is somebody else’s', async () => {
    const order = await paid();
    const stranger = await newKey();
    const answers = [
      await refund('app_unknown'),
      await api.post(path(order.applicationIds[0]), undefined, { key: stranger }),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
    expect((await statusOf(order.applicationIds[0]!)).status).toBe('PAID');
  });
});

describe('409', () => {
  it('refuses a second refund', async () => {
    const order = await paid();
    await refund(order.applicationIds[0], 'first-key');
    expect(await refund(order.applicationIds[0])).toMatchObject({ status: 409, error: { code: 'ALREADY_REFUNDED' } });
    const other = await refund(order.applicationIds[0], 'second-key');
    expect(other).toMatchObject({ status: 409, error: { code: 'ALREADY_REFUNDED' } });
  });

  it('refuses once any application of the order was submitted', async () => {
    const order = await (await paid(2)).submit();
    await order.advance('SUBMITTED');
    for (const id of order.applicationIds) {
      expect(await refund(id)).toMatchObject({ status: 409, error: { code: 'ALREADY_SUBMITTED' } });
    }
  });

  it('refuses while a worker is handing the application over', async () => {
    const order = await (await paid()).submit();
    const until = new Date(clock.now().getTime() + 60_000);
    await db.update(applications).set({ filingLeaseUntil: until }).where(eq(applications.id, order.applicationId));
    expect(await refund(order.applicationId)).toMatchObject({ status: 409, error: { code: 'ALREADY_SUBMITTED' } });
  });
});

describe('410', () => {
  it('refuses after 7 days', async () => {
    const order = await paid();
    clock.advance(7 * 24 * 3600 + 1);
    expect(await refund(order.applicationIds[0])).toMatchObject({
      status: 410,
      error: { code: 'REFUND_WINDOW_EXPIRED' },
    });
    clock.advance(-7 * 24 * 3600 - 1);
  });
});

describe('422', () => {
  it('refuses an order that is not paid', async () => {
    const order = await seedOrder(running, { key });
    expect(await refund(order.applicationIds[0])).toMatchObject({ status: 422, error: { code: 'ORDER_NOT_PAID' } });
  });

  it('refuses an order without a payment on file', async () => {
    const order = await paid();
    await db.update(orders).set({ paymentIntentId: null }).where(eq(orders.id, order.orderId));
    expect(await refund(order.applicationIds[0])).toMatchObject({ status: 422, error: { code: 'NO_PAYMENT_INTENT' } });
  });
});

describe('502', () => {
  it('leaves the order unchanged when the provider refuses, and the same request succeeds later', async () => {
    const order = await live.paidOrder({ key: liveKey });
    await live.fake.endRefunds({ ends: ['refused'] });
    const call = () =>
      live.api.post(path(order.applicationIds[0]), undefined, { key: liveKey, idempotencyKey: 'again' });
    expect(await call()).toMatchObject({ status: 502, error: { code: 'REFUND_FAILED' } });
    const status = await live.api.get(`/status/${order.applicationIds[0]}`, { key: liveKey });
    expect(status.data).toMatchObject({ status: 'PAID', order: { payment_status: 'paid' } });
    const edited = await live.api.patch(
      `/applications/${order.applicationIds[0]}`,
      { form_data: {} },
      { key: liveKey },
    );
    expect(edited.status).toBe(200);
    expect(await call()).toMatchObject({ status: 200, data: { already_refunded: false, status: 'CANCELLED' } });
  });
});

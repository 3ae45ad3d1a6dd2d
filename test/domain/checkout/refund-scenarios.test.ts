import { describe, expect, it } from 'vitest';
import { applications } from '../../../src/domain/orders/application.table.ts';
import { ledgerEntries } from '../../../src/domain/partners/partner.table.ts';
import { startLiveService } from './live-service.ts';

const live = await startLiveService();
const { api, fake, rowOf } = live;
const { key } = await live.newLiveKey();
const { key: operator } = await live.newLiveKey('operator');
const { db } = live.service.services;

const refund = (applicationId: string, idempotencyKey?: string) =>
  api.post(`/applications/${applicationId}/refund`, undefined, { key, ...(idempotencyKey && { idempotencyKey }) });
const refundsOf = async (sessionId: string) => {
  const { sessions, refunds } = await fake.state({});
  const intent = sessions.find(({ id }) => id === sessionId)?.paymentIntentId;
  return refunds.filter(({ paymentIntentId }) => paymentIntentId === intent);
};
const problemsOf = async (orderId: string) => {
  const query = '{ paymentProblems { problems { orderId kind onHold disputes { state reason } } } }';
  const { data } = await api.graphql(query, {}, { key: operator });
  return data.paymentProblems.problems.filter((problem: { orderId: string }) => problem.orderId === orderId);
};
const statusOf = async (applicationId: string) => (await api.get(`/status/${applicationId}`, { key })).data.status;

describe('a refund', () => {
  it('16 that the bank carries out later is pending, then succeeded', async () => {
    const order = await live.paidOrder({ key });
    await fake.endRefunds({ ends: ['pending'] });
    const answer = await refund(order.applicationIds[0]!);
    expect(answer).toMatchObject({ status: 200, data: { refund: { state: 'pending' }, status: 'CANCELLED' } });
    const [made] = await refundsOf(order.sessionId);
    await fake.settleRefund({ refundId: made!.id, succeeded: true });
    await live.news();
    expect(await rowOf(order.orderId)).toMatchObject({ refundState: 'succeeded', checkDueAt: null });
  });

  it('17 that the bank takes and cannot carry out is made anew, and operators see it until it succeeds', async () => {
    const order = await live.paidOrder({ key });
    await fake.endRefunds({ ends: ['pending'] });
    await refund(order.applicationIds[0]!);
    const [made] = await refundsOf(order.sessionId);
    await fake.settleRefund({ refundId: made!.id, succeeded: false });
    await live.news();
    expect(await problemsOf(order.orderId)).toMatchObject([{ kind: 'refund_failed' }]);
    await live.advance(3600);
    await live.work();
    expect((await refundsOf(order.sessionId)).map(({ status }) => status)).toEqual(['failed', 'succeeded']);
    expect(await rowOf(order.orderId)).toMatchObject({ refundState: 'succeeded', paymentProblem: null });
    expect(await problemsOf(order.orderId)).toEqual([]);
  });

  it('18 made in the dashboard closes the order when its notice comes', async () => {
    const order = await live.paidOrder({ key, travelers: 2 });
    await fake.refund({ session: order.sessionId });
    await live.news();
    expect(await rowOf(order.orderId)).toMatchObject({ paymentStatus: 'refunded', refundState: 'succeeded' });
    for (const id of order.applicationIds) expect(await statusOf(id)).toBe('CANCELLED');
    expect(await refund(order.applicationIds[0]!)).toMatchObject({ status: 409, error: { code: 'ALREADY_REFUNDED' } });
  });

  it('of a part, made in the dashboard, closes nothing and is told to operators', async () => {
    const order = await live.paidOrder({ key });
    await fake.refund({ session: order.sessionId, amount: 500 });
    await live.news();
    expect(await rowOf(order.orderId)).toMatchObject({ paymentStatus: 'paid', refundState: null });
    expect(await problemsOf(order.orderId)).toMatchObject([{ kind: 'partly_refunded' }]);
    expect((await refund(order.applicationIds[0]!)).status).toBe(200);
    const total = (await refundsOf(order.sessionId)).reduce((sum, { amount }) => sum + amount, 0);
    expect(total).toBe((await rowOf(order.orderId)).totalMinor);
    expect(await problemsOf(order.orderId)).toEqual([]);
  });

  it('that we owe and the provider refuses is tried until it succeeds', async () => {
    const order = await live.order({ key });
    await api.delete(`/applications/${order.applicationIds[0]}`, { key });
    await fake.pay({ session: order.sessionId, method: 'card' });
    await fake.endRefunds({ ends: ['refused', 'refused'] });
    await live.news();
    expect(await rowOf(order.orderId)).toMatchObject({ paymentStatus: 'paid', refundState: 'failed' });
    for (const seconds of [61, 3600, 3600]) {
      await live.advance(seconds);
      await live.work();
    }
    expect(await rowOf(order.orderId)).toMatchObject({ paymentStatus: 'refunded', refundState: 'succeeded' });
    expect(await refundsOf(order.sessionId)).toHaveLength(1);
  });

  it('claimed by a call that was cut short is finished by the job', async () => {
    const order = await live.paidOrder({ key });
    await fake.fault({ on: 'POST /v1/refunds', kind: 'lost', times: 3 });
    expect((await refund(order.applicationIds[0]!)).status).toBe(502);
    await live.advance(61);
    await live.work();
    expect(await rowOf(order.orderId)).toMatchObject({ paymentStatus: 'refunded', refundState: 'succeeded' });
    expect(await refundsOf(order.sessionId)).toHaveLength(1);
  });
});

describe('a dispute', () => {
  const partner = async () => {
    const code = `DISPUTE${Math.round(performance.now())}`;
    const mutation = 'mutation ($input: CreatePartnerInput!) { createPartner(input: $input) { id } }';
    const { data } = await api.graphql(mutation, { input: { name: 'Partner', code } }, { key: operator });
    return { id: data.createPartner.id as string, code };
  };
  const ledgerOf = async (orderId: string) =>
    (await db.select().from(ledgerEntries)).filter((entry) => entry.orderId === orderId).map(({ kind }) => kind);

  it('19 holds what is not filed, takes the commission back, and lets both go on when it is won', async () => {
    const { code } = await partner();
    const order = await live.paidOrder({ key, checkout: { promo_code: code } });
    await order.submit();

    const { disputeId } = await fake.dispute({ session: order.sessionId });
    await live.news();
    expect((await rowOf(order.orderId)).disputedAt).not.toBeNull();
    expect(await problemsOf(order.orderId)).toMatchObject([{ onHold: true, disputes: [{ state: 'open' }] }]);
    expect(await ledgerOf(order.orderId)).toEqual(['earned', 'reversed']);
    expect(await refund(order.applicationIds[0]!)).toMatchObject({ status: 502, error: { code: 'REFUND_FAILED' } });
    expect(await statusOf(order.applicationIds[0]!)).toBe('PAID');

    await live.advance(3600);
    await fake.closeDispute({ disputeId, status: 'won' });
    await live.news();
    expect((await rowOf(order.orderId)).disputedAt).toBeNull();
    expect(await ledgerOf(order.orderId)).toEqual(['earned', 'reversed', 'reinstated']);
    const [application] = (await db.select().from(applications)).filter((row) => row.orderId === order.orderId);
    expect(application!.filingDueAt).toEqual(live.clock.now());
    expect(await problemsOf(order.orderId)).toEqual([]);
  });

  it('20 that is lost keeps the order on hold and the commission taken back', async () => {
    const { code } = await partner();
    const order = await live.paidOrder({ key, checkout: { promo_code: code } });
    const { disputeId } = await fake.dispute({ session: order.sessionId });
    await fake.closeDispute({ disputeId, status: 'lost' });
    await live.deliver('charge.dispute.closed', 'charge.dispute.created');
    await live.news();
    expect(await problemsOf(order.orderId)).toMatchObject([{ onHold: true, disputes: [{ state: 'lost' }] }]);
    expect(await ledgerOf(order.orderId)).toEqual(['earned', 'reversed']);
  });
});

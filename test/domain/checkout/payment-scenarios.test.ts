import { describe, expect, it } from 'vitest';
import { events } from '../../../src/domain/events/event.table.ts';
import { startLiveService } from './live-service.ts';

const live = await startLiveService();
const { api, fake, statusOf, rowOf } = live;
const day = 24 * 3600;
const cents = ({ amount }: { amount: number }) => Math.round(amount * 100);

const eventsOf = async (orderId: string) =>
  (await live.service.services.db.select().from(events)).filter((event) => event.orderId === orderId);
const pay = (session: string, method: 'card' | 'delayed' | 'declined' | 'three_d_secure') =>
  fake.pay({ session, method });
const refundsOf = async (orderId: string) =>
  (await fake.state({})).refunds.filter((refund) => refund.orderId === orderId);

describe('a payment that goes well', () => {
  it('01 is asked for in the charged currency, one line for each kind of fee and the promo taken off', async () => {
    const { key } = await live.newLiveKey('operator');
    const mutation = 'mutation ($input: CreatePartnerInput!) { createPartner(input: $input) { id } }';
    await api.graphql(mutation, { input: { name: 'Friend', code: 'FRIEND' } }, { key });
    const checkout = { currency: 'eur', processing_speed: 'rush', add_ons: ['photo_review'], promo_code: 'friend' };
    const order = await live.order({ travelers: 2, checkout });
    expect(order.sessionId).toMatch(/^cs_live_\w{32,}$/);
    const { pricing } = order.checkout.data;
    const made = (await fake.state({})).sessions.find(({ id }) => id === order.sessionId)!;
    expect(made).toMatchObject({ orderId: order.orderId, currency: 'eur', amount: cents(pricing.total) });
    expect(made.lines.map(({ name }) => name)).toEqual([
      'Service fee: US ESTA',
      'Government fee',
      'Rush processing',
      'Photo review',
    ]);
    expect(made.lines.map(({ amount }) => amount)).toEqual(
      [pricing.service_fee, pricing.official_fee, ...pricing.surcharges, ...pricing.add_ons].map(cents),
    );
    expect(made.discount).toBe(cents(pricing.discount));
    expect(order.checkout.data.checkout_url).toBe(made.url);
  });

  it('02 is confirmed by the notice, without anybody asking', async () => {
    const order = await live.order({ travelers: 2 });
    await pay(order.sessionId, 'card');
    expect(await rowOf(order.orderId)).toMatchObject({ paymentStatus: 'unpaid' });
    await live.news();
    expect(await rowOf(order.orderId)).toMatchObject({ paymentStatus: 'paid', checkDueAt: null, paymentProblem: null });
    const types = (await eventsOf(order.orderId)).map(({ type }) => type);
    expect(types.filter((type) => type === 'payment_confirmed')).toHaveLength(2);
  });

  it('03 is confirmed when asked, though no notice came', async () => {
    const order = await live.order();
    await pay(order.sessionId, 'card');
    expect(await statusOf(order.sessionId)).toMatchObject({
      paid: true,
      status: 'paid',
      live_key: { claimable: true },
    });
  });

  it('04 is confirmed by the job, though no notice came and nobody asked', async () => {
    const order = await live.order();
    await pay(order.sessionId, 'card');
    await live.advance(61);
    await live.work();
    expect(await rowOf(order.orderId)).toMatchObject({ paymentStatus: 'paid', checkDueAt: null });
    await live.news();
  });

  it('05 counts after the payer proved who they are (3-D Secure), not before', async () => {
    const order = await live.order();
    await pay(order.sessionId, 'three_d_secure');
    await live.news();
    expect(await statusOf(order.sessionId)).toMatchObject({ paid: false, status: 'unpaid' });
    await fake.settle({ session: order.sessionId, succeeded: true });
    await live.news();
    expect(await statusOf(order.sessionId)).toMatchObject({ paid: true });
  });

  it('06 can follow a declined card on the same page', async () => {
    const order = await live.order();
    await pay(order.sessionId, 'declined');
    await live.news();
    const declined = await statusOf(order.sessionId);
    expect(declined).toMatchObject({ paid: false, status: 'unpaid', checkout_url: order.checkout.data.checkout_url });
    await pay(order.sessionId, 'card');
    await live.news();
    expect(await statusOf(order.sessionId)).toMatchObject({ paid: true, checkout_url: null });
  });

  it('07 with a method that takes days is processing, then paid', async () => {
    const order = await live.order();
    await pay(order.sessionId, 'delayed');
    await live.news();
    expect(await statusOf(order.sessionId)).toMatchObject({
      paid: false,
      status: 'processing',
      next_step: { action: 'wait' },
    });
    await live.advance(3 * day);
    await live.work();
    expect(await statusOf(order.sessionId)).toMatchObject({ status: 'processing' });
    await fake.settle({ session: order.sessionId, succeeded: true });
    await live.news();
    expect(await statusOf(order.sessionId)).toMatchObject({ paid: true, status: 'paid' });
  });
});

describe('a payment that does not arrive', () => {
  it('08 with a method that takes days and fails is failed, and the way on is a new checkout', async () => {
    const order = await live.order();
    await pay(order.sessionId, 'delayed');
    await live.news();
    await fake.settle({ session: order.sessionId, succeeded: false });
    await live.news();
    expect(await statusOf(order.sessionId)).toMatchObject({
      paid: false,
      status: 'failed',
      checkout_url: null,
      next_step: { action: 'check_out' },
    });
  });

  it('09 leaves the order expired after a day, and the page closed', async () => {
    const order = await live.order();
    await live.advance(day + 1);
    await live.news();
    expect(await statusOf(order.sessionId)).toMatchObject({ status: 'expired', checkout_url: null });
    const session = (await fake.state({})).sessions.find(({ id }) => id === order.sessionId);
    expect(session).toMatchObject({ status: 'expired' });
    const status = await api.get(`/status/${order.applicationIds[0]}`, order.as);
    expect(status.data.status).toBe('EXPIRED');
  });
});

describe('notices', () => {
  it('10 that come twice, and twice at once, do once what they say', async () => {
    const order = await live.order();
    await pay(order.sessionId, 'card');
    const ids = (await fake.events({})).filter(({ about }) => about === order.sessionId).map(({ id }) => id);
    await Promise.all([fake.deliver({ ids }), fake.deliver({ ids }), fake.deliver({ ids: [...ids, ...ids] })]);
    await Promise.all([live.work(), live.work()]);
    await fake.deliver({ ids });
    await live.work();
    expect((await eventsOf(order.orderId)).map(({ type }) => type)).toEqual(['payment_confirmed', 'status_change']);
  });

  it('11 that come in the wrong order, and days late, change nothing that is newer', async () => {
    const { key } = await live.newLiveKey();
    const order = await live.order({ key });
    await pay(order.sessionId, 'delayed');
    await fake.settle({ session: order.sessionId, succeeded: true });
    expect(await statusOf(order.sessionId)).toMatchObject({ paid: true });
    await api.post(`/applications/${order.applicationIds[0]}/refund`, undefined, { key });
    await live.advance(2 * day);
    await live.deliver('charge.refunded', 'checkout.session.async_payment_succeeded', 'checkout.session.completed');
    await live.news();
    expect(await rowOf(order.orderId)).toMatchObject({ paymentStatus: 'refunded', refundState: 'succeeded' });
    expect(await refundsOf(order.orderId)).toHaveLength(1);
  });
});

describe('a payment that must not be taken', () => {
  it('12 for a draft that was cancelled is given back at once', async () => {
    const { key } = await live.newLiveKey();
    const order = await live.order({ key });
    await api.delete(`/applications/${order.applicationIds[0]}`, { key });
    await pay(order.sessionId, 'card');
    await live.news();
    expect(await refundsOf(order.orderId)).toMatchObject([{ status: 'succeeded' }]);
    expect(await statusOf(order.sessionId)).toMatchObject({ paid: false, status: 'refunded' });
    const status = await api.get(`/status/${order.applicationIds[0]}`, { key });
    expect(status.data.status).toBe('CANCELLED');
  });

  it.each([
    ['13 of another amount', { amount: 100 }, 'amount_mismatch'],
    ['14 in another currency', { currency: 'mxn' }, 'currency_mismatch'],
    ['15 in another mode', { livemode: false }, 'livemode_mismatch'],
  ])('%s is never marked paid, and operators are told', async (_what, change, kind) => {
    const order = await live.order();
    await fake.tamper({ session: order.sessionId, ...change });
    await pay(order.sessionId, 'card');
    await live.news();
    expect(await statusOf(order.sessionId)).toMatchObject({ paid: false, status: 'unpaid' });
    const { key } = await live.newLiveKey('operator');
    const query = '{ paymentProblems { problems { orderId kind paymentStatus paymentSessionId } } }';
    const told = await api.graphql(query, {}, { key });
    expect(told.data.paymentProblems.problems).toContainEqual({
      orderId: order.orderId,
      kind,
      paymentStatus: 'unpaid',
      paymentSessionId: order.sessionId,
    });
    const apply = await api.post('/apply', { visa_type: 'ESTA', payment_session_id: order.sessionId, form_data: {} });
    expect(apply.status).toBe(402);
  });
});

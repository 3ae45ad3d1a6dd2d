import { describe, expect, it } from 'vitest';
import { paymentNotices } from '../../src/domain/checkout/payment-notice.table.ts';
import { startLiveService, webhookSecret } from '../domain/checkout/live-service.ts';
import { signatureOf } from '../stripe-fake/deliveries.ts';
import { startService } from '../support/service.ts';

const live = await startLiveService();
const { api, fake, clock, service } = live;
const sandbox = await startService();
const seconds = () => Math.floor(clock.now().getTime() / 1000);

const event = (id: string, about: object = { id: 'cs_live_unknown', object: 'checkout.session' }) =>
  JSON.stringify({ id, object: 'event', type: 'checkout.session.completed', livemode: true, data: { object: about } });
const send = (body: string, signature: string | undefined, to = api) =>
  to.post('/stripe/webhook', body, { headers: signature === undefined ? {} : { 'stripe-signature': signature } });
const signed = (body: string, at = seconds(), secret = webhookSecret) => send(body, signatureOf(body, secret, at));
const known = async () => (await service.services.db.select().from(paymentNotices)).map(({ id }) => id);

describe('200', () => {
  it('takes a genuine notice in', async () => {
    const answer = await signed(event('evt_genuine'));
    expect(answer).toMatchObject({ status: 200, data: { received: true } });
    expect(await known()).toContain('evt_genuine');
  });

  it.each([
    ['signed 300 seconds ago', -300],
    ['signed by a clock that is a little ahead', 20],
  ])('takes one that was %s', async (_what, offset) => {
    expect((await signed(event(`evt_at_${offset}`), seconds() + offset)).status).toBe(200);
  });

  it('keeps a notice once, however often it comes', async () => {
    const body = event('evt_repeated');
    for (let turn = 0; turn < 3; turn += 1) expect((await signed(body)).status).toBe(200);
    expect((await known()).filter((id) => id === 'evt_repeated')).toHaveLength(1);
  });

  it('takes the bytes as they are signed, whatever their spacing', async () => {
    const body = JSON.stringify(JSON.parse(event('evt_spaced')), null, 7);
    expect((await signed(body)).status).toBe(200);
  });

  it('passes over what is about nothing of ours, and what is of the other mode', async () => {
    const before = await known();
    expect((await signed(event('evt_customer', { id: 'cus_1', object: 'customer' }))).status).toBe(200);
    const test = JSON.stringify({ ...JSON.parse(event('evt_test')), livemode: false });
    expect((await signed(test)).status).toBe(200);
    expect(await known()).toEqual(before);
  });

  it('answers before the work is done, in a moment', async () => {
    const order = await live.order();
    await fake.pay({ session: order.sessionId, method: 'card' });
    const deliveries = await fake.deliver({});
    expect(deliveries.every(({ status }) => status === 200)).toBe(true);
    expect(await live.rowOf(order.orderId)).toMatchObject({ paymentStatus: 'unpaid' });
    const sorted = deliveries.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(1000);
    await live.work();
    expect(await live.rowOf(order.orderId)).toMatchObject({ paymentStatus: 'paid' });
  });

  it('keeps a notice that cannot be worked on yet, and works on it later', async () => {
    const order = await live.order();
    await fake.pay({ session: order.sessionId, method: 'card' });
    await fake.fault({ on: 'GET /v1/checkout', kind: 'error', times: 1000 });
    await live.news();
    expect(await live.rowOf(order.orderId)).toMatchObject({ paymentStatus: 'unpaid' });
    await fake.calm({});
    await live.advance(31);
    await live.work();
    expect(await live.rowOf(order.orderId)).toMatchObject({ paymentStatus: 'paid' });
  });
});

describe('400', () => {
  const body = event('evt_forged');
  it.each<[string, () => string | undefined]>([
    ['no signature', () => undefined],
    ['a signature that is none', () => 'nonsense'],
    ['a signature without a time', () => signatureOf(body, webhookSecret, seconds()).replace(/^t=\d+,/, '')],
    ['another secret', () => signatureOf(body, 'whsec_other', seconds())],
    ['another body', () => signatureOf(`${body} `, webhookSecret, seconds())],
    ['a time 301 seconds ago', () => signatureOf(body, webhookSecret, seconds() - 301)],
    ['a time an hour ahead', () => signatureOf(body, webhookSecret, seconds() + 3600)],
    ['a time 31 seconds ahead', () => signatureOf(body, webhookSecret, seconds() + 31)],
  ])('refuses %s', async (_what, signature) => {
    expect(await send(body, signature())).toMatchObject({ status: 400, error: { code: 'INVALID_SIGNATURE' } });
    expect(await known()).not.toContain('evt_forged');
  });

  it('refuses a signed body that is no event', async () => {
    for (const text of ['not json', '[]', '{}', 'null']) {
      expect(await signed(text), text).toMatchObject({ status: 400, error: { code: 'INVALID_SIGNATURE' } });
    }
  });
});

describe('404', () => {
  it('does not exist where live payments are not configured', async () => {
    const body = event('evt_nobody');
    const answer = await send(body, signatureOf(body, webhookSecret, seconds()), sandbox.api);
    expect(answer).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
  });
});

describe('405', () => {
  it('is not for reading', async () => {
    expect((await api.get('/stripe/webhook')).status).toBe(405);
  });
});

describe('413', () => {
  it('refuses more than a notice ever is', async () => {
    expect((await signed(' '.repeat(1024 * 1024 + 1))).status).toBe(413);
  });
});

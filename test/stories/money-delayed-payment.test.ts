import { expect, it } from 'vitest';
import { startLiveService } from '../domain/checkout/live-service.ts';
import { seedOrder } from '../support/seed.ts';

const live = await startLiveService();
const { api, fake } = live;

it('a guest pays by direct debit, waits three days, applies, and gets the live key that the checkout earned', async () => {
  const quote = await api.post('/quote', { visa_type: 'CANADA_ETA', currency: 'eur' });
  const order = await seedOrder(live, {
    product: 'CANADA_ETA',
    checkout: { currency: 'eur', quote_token: quote.data.quote_token },
    payWith: (session) => fake.pay({ session, method: 'delayed' }),
  });
  expect(order.checkout.data.pricing.total).toEqual(quote.data.pricing.total);
  const paid = await order.pay();
  await live.news();

  const ask = async () => (await api.get('/payment-status', { query: { payment_session_id: order.sessionId } })).data;
  expect(await ask()).toMatchObject({ paid: false, status: 'processing', next_step: { action: 'wait' } });
  const page = await fetch(`${api.url}/checkout/success?session=${order.sessionId}`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('The payment is under way')]);
  const early = { visa_type: 'CANADA_ETA', payment_session_id: order.sessionId, form_data: {} };
  expect((await api.post('/apply', early)).status).toBe(402);
  const tooEarly = await api.post('/keys', { payment_session_id: order.sessionId });
  expect(tooEarly.error.code).toBe('PAYMENT_NOT_VERIFIED');

  await live.advance(3 * 24 * 3600);
  await live.work();
  expect((await ask()).status).toBe('processing');
  await fake.settle({ session: order.sessionId, succeeded: true });
  await live.news();
  expect(await ask()).toMatchObject({ paid: true, status: 'paid', live_key: { claimable: true } });
  const thanks = await fetch(`${api.url}/checkout/success?session=${order.sessionId}`);
  expect(await thanks.text()).toContain('Thank you, the payment arrived');

  const submitted = await paid.submit();
  const issued = await api.post('/keys', { payment_session_id: order.sessionId, name: 'Family trips' });
  expect(issued).toMatchObject({ status: 201, data: { mode: 'live', scopes: ['agent'] } });
  const key = issued.data.api_key as string;
  const again = await api.post('/keys', { payment_session_id: order.sessionId });
  expect(again).toMatchObject({ status: 409, error: { code: 'KEY_ALREADY_CLAIMED' } });
  expect((await ask()).live_key).toEqual({ claimable: false });

  for (const as of [{ key }, { guestToken: order.guestToken }]) {
    const status = await api.get(`/status/${submitted.applicationId}`, as);
    expect(status.data).toMatchObject({ status: 'PAID', order: { payment_status: 'paid' } });
  }
  const refund = await api.post(`/applications/${submitted.applicationId}/refund`, undefined, { key });
  expect(refund.data).toMatchObject({ status: 'CANCELLED', refund: { amount: quote.data.pricing.total } });
  const read = await api.get(`/status/${submitted.applicationId}`, { guestToken: order.guestToken });
  expect(read.data).toMatchObject({ status: 'CANCELLED', order: { payment_status: 'refunded' } });
}, 60_000);

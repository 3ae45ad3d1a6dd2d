import { describe, expect, it } from 'vitest';
import { linksOf, visitorOf } from '../../pages/browsing.ts';
import { startLiveService } from './live-service.ts';

const live = await startLiveService();
const { api, fake } = live;
const open = async (path: string) => {
  const response = await fetch(`${api.url}${path}`, { headers: { 'sec-fetch-mode': 'navigate' } });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const success = (session: string) => open(`/checkout/success?session=${encodeURIComponent(session)}`);

describe('the page to which a payer returns', () => {
  it('thanks for a payment of which no notice has come yet, and shows what was paid', async () => {
    const order = await live.order({ checkout: { currency: 'eur' } });
    await fake.pay({ session: order.sessionId, method: 'card' });
    const page = await success(order.sessionId);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Thank you, the payment arrived');
    expect(page.text).toContain(`€${order.checkout.data.pricing.total.amount}`);
    expect(await live.rowOf(order.orderId)).toMatchObject({ paymentStatus: 'paid' });
  });

  it.each([
    ['delayed', 'The payment is under way'],
    ['three_d_secure', 'The payment has not arrived'],
    ['declined', 'The payment has not arrived'],
  ] as const)('tells a payment that is %s', async (method, title) => {
    const order = await live.order();
    await fake.pay({ session: order.sessionId, method });
    expect((await success(order.sessionId)).text).toContain(title);
  });

  it('tells an outage as one, and that the payment is safe', async () => {
    const order = await live.order();
    await fake.fault({ on: 'GET /v1', kind: 'error', times: 3 });
    const page = await success(order.sessionId);
    expect(page.status).toBe(502);
    expect(page.text).toContain('Your payment is safe');
  });

  it('knows no session that does not exist, and repeats nothing of what it was sent', async () => {
    const page = await success('<script>alert(1)</script>');
    expect(page.status).toBe(404);
    expect(page.text).not.toContain('alert(1)');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('cache-control')).toBe('no-store');
  });

  it('says after a cancellation that nothing was charged', async () => {
    const page = await open('/checkout/cancel');
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Nothing was charged')]);
  });

  it('leads back to the order, by its session alone where the browser keeps no link to it', async () => {
    const order = await live.order();
    const page = await success(order.sessionId);
    expect(page.text).toContain(`<a href="/orders/${order.sessionId}">Back to your order</a>`);
    expect(page.text).not.toContain('gst_');
    expect((await open('/checkout/cancel')).text).not.toContain('Back to your order');
  });

  it('leads back by the link that the browser keeps', async () => {
    const order = await live.order();
    const kept = `/orders/${order.sessionId}?guest_token=${order.guestToken}`;
    const visitor = visitorOf(api.url);
    const cookie = (await visitor.open(kept)).headers.get('set-cookie')!;
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
    const back = async (path: string, sent = cookie.split(';')[0]!) =>
      linksOf(await visitor.open(path, { headers: { cookie: sent } })).get('Back to your order');
    expect(await back(`/checkout/success?session=${order.sessionId}`)).toBe(kept);
    expect(await back('/checkout/cancel', `other=1; ${cookie.split(';')[0]}`)).toBe(kept);
    expect(await back('/checkout/cancel', 'order=cs_"><script>.gst_"><script>')).toBeUndefined();
    const dashed = `/orders/cs_sandbox_a-b_c?guest_token=${order.guestToken}`;
    expect(await back('/checkout/cancel', `order=cs_sandbox_a-b_c.${order.guestToken}`)).toBe(dashed);
    const other = await live.order();
    expect(await back(`/checkout/success?session=${other.sessionId}`)).toBe(`/orders/${other.sessionId}`);
    expect((await visitor.open(`/orders/${order.sessionId}`)).headers.get('set-cookie')).toBeNull();
  });

  it('is where the page of the provider leads', async () => {
    const order = await live.order();
    const paid = await fetch(order.checkout.data.checkout_url, { redirect: 'manual' });
    expect(paid.headers.get('location')).toBe(`${api.url}/checkout/success?session=${order.sessionId}`);
  });
});

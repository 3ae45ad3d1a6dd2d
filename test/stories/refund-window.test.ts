import { describe, expect, it } from 'vitest';
import { seedOrder } from '../support/seed.ts';
import { startService } from '../support/service.ts';

const running = await startService();
const { api, newKey } = running;
const day = 24 * 3600;

const refund = (id: string, key: string) => api.post(`/applications/${id}/refund`, undefined, { key });

describe('an agency that wants its money back', () => {
  it('on day 7 gets all of it, to the last second', async () => {
    const key = await newKey();
    const order = await (await seedOrder(running, { key, travelers: 2 })).pay();
    const [id] = order.applicationIds as [string];
    const { refundable_until, paid_at } = (await api.get(`/status/${id}`, { key })).data.order;
    expect(Date.parse(refundable_until) - Date.parse(paid_at)).toBe(7 * day * 1000);

    const clock = await api.post('/sandbox/clock', { advance_seconds: 7 * day }, { key });
    expect(clock.data.now).toBe(refundable_until);
    const answer = await refund(id, key);
    expect(answer).toMatchObject({ status: 200, data: { refund: { amount: order.checkout.data.pricing.total } } });
    for (const application of order.applicationIds) {
      expect((await api.get(`/status/${application}`, { key })).data.status).toBe('CANCELLED');
    }
  });

  it('on day 8, one second later, gets none, and the order goes on', async () => {
    const key = await newKey();
    const order = await (await seedOrder(running, { key })).pay();
    const [id] = order.applicationIds as [string];
    await api.post('/sandbox/clock', { advance_seconds: 7 * day + 1 }, { key });
    expect(await refund(id, key)).toMatchObject({ status: 410, error: { code: 'REFUND_WINDOW_EXPIRED' } });
    const status = await api.get(`/status/${id}`, { key });
    expect(status.data).toMatchObject({ status: 'PAID', order: { payment_status: 'paid', refunded_at: null } });
    expect((await api.get('/payment-status', { query: { payment_session_id: order.sessionId } })).data.paid).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { seedOrder } from '../support/seed.ts';
import { startService } from '../support/service.ts';
import { withoutRandomness } from '../support/snapshot.ts';

const running = await startService();
const { api, clock, work, newKey } = running;

describe('200', () => {
  it('cancels a paid application, refunds nothing, and says until when the order can be refunded', async () => {
    const key = await newKey();
    const order = await (await seedOrder(running, { key })).pay();
    const answer = await api.delete(`/applications/${order.applicationIds[0]}`, { key });
    expect(answer.status).toBe(200);
    expect(withoutRandomness(answer.body)).toMatchSnapshot();
    const paid = await api.get('/payment-status', { query: { payment_session_id: order.sessionId } });
    expect(paid.data).toMatchObject({ paid: true, status: 'paid' });
  });

  it('answers a repetition the same', async () => {
    const key = await newKey();
    const order = await seedOrder(running, { key });
    const path = `/applications/${order.applicationIds[0]}`;
    const first = await api.delete(path, { key });
    const second = await api.delete(path, { key });
    expect(second.status).toBe(200);
    expect(second.data).toEqual(first.data);
    const status = await api.get(`/status/${order.applicationIds[0]}`, { key });
    expect(status.data.timeline.filter((entry: { status: string }) => entry.status === 'CANCELLED')).toHaveLength(1);
  });

  it('keeps a cancelled application from being filed when the hold is over', async () => {
    const key = await newKey();
    const order = await (await (await seedOrder(running, { key })).pay()).submit();
    await api.delete(`/applications/${order.applicationId}`, { key });
    clock.advance(3600);
    await work();
    expect((await api.get(`/status/${order.applicationId}`, { key })).data.status).toBe('CANCELLED');
  });
});

describe('401', () => {
  it('needs a key', async () => {
    const order = await seedOrder(running);
    expect((await api.delete(`/applications/${order.applicationIds[0]}`)).error.code).toBe('AUTHENTICATION_REQUIRED');
  });
});

describe('404', () => {
  it('does not find the application of another account', async () => {
    const order = await seedOrder(running, { key: await newKey() });
    expect((await api.delete(`/applications/${order.applicationIds[0]}`, { key: await newKey() })).status).toBe(404);
  });
});

describe('409', () => {
  it('refuses an application that the authority has', async () => {
    const key = await newKey();
    const order = await (await (await seedOrder(running, { key })).pay()).submit();
    for (const to of ['SUBMITTED', 'IN_REVIEW', 'APPROVED']) {
      await order.advance(to);
      const answer = await api.delete(`/applications/${order.applicationId}`, { key });
      expect(answer).toMatchObject({ status: 409, error: { code: 'ALREADY_SUBMITTED' } });
    }
  });
});

import { describe, expect, it } from 'vitest';
import { startReceiver } from '../domain/webhooks/receiver.ts';
import { seedOrder } from '../support/seed.ts';
import { startService } from '../support/service.ts';
import { withoutRandomness } from '../support/snapshot.ts';

const running = await startService();
const { api, newKey, work } = running;
const receiver = await startReceiver();

/** An application whose payment is to be told to a webhook. */
async function paidApplication(answer: Parameters<typeof receiver.answer>[0] = 204) {
  receiver.answer(answer);
  const key = await newKey();
  const order = await seedOrder(running, { key });
  const body = { application_id: order.applicationIds[0], callback_url: receiver.url };
  const { data } = await api.post('/webhook', body, { key });
  await order.pay();
  const list = (query = {}, as = key) => api.get(`/webhooks/${data.webhook_id}/deliveries`, { key: as, query });
  return { key, order, list, webhookId: data.webhook_id as string };
}

describe('200', () => {
  it('lists what was delivered, newest first, with what the receiver answered', async () => {
    const { list } = await paidApplication({ status: 200, body: 'thank you' });
    await work();
    const answer = await list();
    expect(answer.status).toBe(200);
    for (const delivery of answer.data.deliveries) delivery.duration_ms = typeof delivery.duration_ms;
    expect(withoutRandomness({ ...answer.body, _meta: Object.keys(answer.body._meta) })).toMatchSnapshot();
  });

  it('lists nothing where nothing happened', async () => {
    const key = await newKey();
    const order = await seedOrder(running, { key });
    const body = { application_id: order.applicationIds[0], callback_url: receiver.url };
    const { data } = await api.post('/webhook', body, { key });
    expect((await api.get(`/webhooks/${data.webhook_id}/deliveries`, { key })).data).toMatchObject({
      deliveries: [],
      next_cursor: null,
    });
  });

  it('tells what failed and when it is tried next, and what to do', async () => {
    const { list } = await paidApplication({ status: 500, body: 'no\u0000 luck' });
    await work();
    const { data } = await list({ status: 'failed' });
    expect(data.deliveries).toHaveLength(2);
    for (const delivery of data.deliveries) {
      expect(delivery).toMatchObject({
        status: 'failed',
        attempts: 1,
        response_status: 500,
        response_excerpt: 'no luck',
      });
      const wait = Date.parse(delivery.next_attempt_at) - Date.parse(delivery.last_attempt_at);
      expect(wait).toBeGreaterThanOrEqual(5_000);
      expect(wait).toBeLessThanOrEqual(5_500);
    }
    expect(data.next_step.action).toBe('mend_receiver');
  });

  it.each(['pending', 'success', 'failed', 'exhausted'] as const)(
    'shows only those that stand so: %s',
    async (status) => {
      const { list } = await paidApplication();
      await work();
      const { data } = await list({ status });
      expect(data.deliveries).toHaveLength(status === 'success' ? 2 : 0);
    },
  );

  it('comes a page at a time: every delivery once', async () => {
    const { list } = await paidApplication();
    await work();
    const first = await list({ limit: 1 });
    const second = await list({ limit: 1, after: first.data.next_cursor });
    expect([first, second].map(({ data }) => data.deliveries[0].event)).toEqual(['status_change', 'payment_confirmed']);
    expect(second.data.next_cursor).toBeNull();
  });
});

describe('400', () => {
  it.each([
    ['a status that does not exist', { status: 'lost' }, 'status'],
    ['a limit of 0', { limit: 0 }, 'limit'],
    ['a limit over 200', { limit: 201 }, 'limit'],
    ['a cursor of another list', { after: 'cHJmXzE' }, 'after'],
  ])('refuses %s, and names the field', async (_what, query, field) => {
    const { list } = await paidApplication();
    const { status, error } = await list(query);
    expect([status, error.code, Object.keys(error.details)]).toEqual([400, 'INVALID_REQUEST', [field]]);
  });
});

describe('401', () => {
  it('needs a key', async () => {
    const { webhookId } = await paidApplication();
    const { status, error } = await api.get(`/webhooks/${webhookId}/deliveries`);
    expect([status, error.code]).toEqual([401, 'AUTHENTICATION_REQUIRED']);
  });
});

describe('404', () => {
  it('for a webhook that does not exist, and the same for one of another account', async () => {
    const { list, key } = await paidApplication();
    const stranger = await list({}, await newKey());
    const missing = await api.get('/webhooks/whk_00000000000000000000000000/deliveries', { key });
    expect([stranger.status, stranger.error]).toEqual([404, missing.error]);
    expect(missing.error.code).toBe('NOT_FOUND');
  });
});

import { Webhook } from 'standardwebhooks';
import { expect, it, vi } from 'vitest';
import { type Received, startReceiver } from '../domain/webhooks/receiver.ts';
import { seedOrder } from '../support/seed.ts';
import { startService } from '../support/service.ts';

const running = await startService();
const { api, newKey, work } = running;

it('a webhook is retried until it is exhausted, and then replayed', async () => {
  const key = await newKey();
  const receiver = await startReceiver({ status: 503, body: 'closed for maintenance' });
  const order = await seedOrder(running, { key });
  const application_id = order.applicationIds[0]!;

  // An agency wants to hear of payments, and its receiver is down.
  const webhook = await api.post(
    '/webhook',
    { application_id, callback_url: receiver.url, events: ['payment_confirmed'] },
    { key },
  );
  expect(webhook.status).toBe(201);
  const { webhook_id, signing_secret } = webhook.data;
  await order.pay();
  const deliveries = async (query = {}) =>
    (await api.get(`/webhooks/${webhook_id}/deliveries`, { key, query })).data.deliveries;

  await work();
  const [first] = await deliveries();
  expect(first).toMatchObject({
    event: 'payment_confirmed',
    status: 'failed',
    attempts: 1,
    response_status: 503,
    response_excerpt: 'closed for maintenance',
  });

  // The sandbox clock brings every retry forward; the next one is shown by the same clock.
  let now = running.clock.now().getTime();
  for (const wait of [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]) {
    const [waiting] = await deliveries();
    const due = (Date.parse(waiting.next_attempt_at) - now) / 1000;
    expect(due).toBeGreaterThanOrEqual(wait);
    expect(due).toBeLessThanOrEqual(wait * 1.1 + 1);
    const advance_seconds = Math.ceil(due);
    const moved = await api.post('/sandbox/clock', { advance_seconds }, { key });
    expect(moved.status).toBe(200);
    now = Date.parse(moved.data.now);
    await work();
  }
  expect(receiver.received).toHaveLength(8);
  const [exhausted] = await deliveries({ status: 'exhausted' });
  expect(exhausted).toMatchObject({ delivery_id: first.delivery_id, attempts: 8, next_attempt_at: null });

  // The receiver is mended, and what it missed is replayed.
  receiver.answer(204);
  const replay = await api.graphql(
    `mutation ($webhookId: ID!, $since: DateTime!) { replayEvents(webhookId: $webhookId, since: $since) { scheduled continueAfter } }`,
    { webhookId: webhook_id, since: '2026-11-20T00:00:00Z' },
    { key },
  );
  expect(replay.data.replayEvents).toEqual({ scheduled: 1, continueAfter: null });
  await work();
  expect(await deliveries()).toMatchObject([
    { event_id: first.event_id, status: 'success', attempts: 1, response_status: 204 },
  ]);

  // Nine deliveries, one event: the receiver tells repeats apart by the id, and each is genuine.
  expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set([first.event_id]));
  expect(verify(receiver.received.at(-1)!, signing_secret, running.clock.now())).toMatchObject({
    id: first.event_id,
    type: 'payment_confirmed',
    livemode: false,
    data: { application_id, previous_status: 'DRAFT', status: 'PAID' },
  });
});

function verify({ body, headers }: Received, secret: string, now: Date): unknown {
  vi.useFakeTimers({ toFake: ['Date'], now });
  try {
    return new Webhook(secret).verify(body, headers);
  } finally {
    vi.useRealTimers();
  }
}

import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { deleteWebhook } from '../../../src/domain/webhooks/delete-webhook.ts';
import { webhookDeliveries } from '../../../src/domain/webhooks/delivery.table.ts';
import { getWebhook } from '../../../src/domain/webhooks/get-webhook.ts';
import { redeliver } from '../../../src/domain/webhooks/redeliver.ts';
import { replayEvents } from '../../../src/domain/webhooks/replay-events.ts';
import { sendTestEvent } from '../../../src/domain/webhooks/send-test-event.ts';
import { updateWebhook } from '../../../src/domain/webhooks/update-webhook.ts';
import { emptyTables } from '../../support/database.ts';
import { newWebhook, openHouse } from './house.ts';
import { startReceiver } from './receiver.ts';

const { db, deliveries, dueDeliveries, happen, newAccount, webhookHouse } = await openHouse();

const receiver = await startReceiver();
const day = 86_400;

beforeEach(async () => {
  await emptyTables(db);
  receiver.received.length = 0;
  receiver.answer(204);
});

async function oneEndpoint() {
  const house = webhookHouse();
  const caller = await newAccount();
  const webhook = await newWebhook(house.services, caller, receiver.url);
  const ctx = { ...house.services, caller };
  return { ...house, ctx, caller, webhook, look: () => getWebhook(ctx, webhook.id) };
}

describe('an endpoint that is deleted', () => {
  it('takes with it what was still to be tried, and leaves that of others', async () => {
    const one = await oneEndpoint();
    const other = await newWebhook(one.services, one.caller, `${receiver.url}/other`);
    receiver.answer(500);
    await happen(one.caller);
    await one.deliver();
    expect(await dueDeliveries()).toHaveLength(2);
    await deleteWebhook(one.ctx, one.webhook.id);
    expect(await deliveries()).toMatchObject([{ endpointId: other.id, status: 'failed' }]);
    expect(await dueDeliveries()).toMatchObject([{ endpointId: other.id, attempts: 1 }]);
  });
});

describe('a receiver that answers 410', () => {
  it('gets nothing more: its endpoint is disabled, and what waited is exhausted', async () => {
    const { caller, clock, deliver, look } = await oneEndpoint();
    receiver.answer(500);
    await happen(caller);
    await deliver();
    receiver.answer(410);
    await happen(caller);
    await deliver();
    expect(await look()).toMatchObject({ disabledReason: 'gone', disabledAt: clock.now() });
    expect(await deliveries()).toMatchObject([{ status: 'exhausted' }, { status: 'exhausted', responseStatus: 410 }]);
    receiver.answer(204);
    clock.advance(day);
    await happen(caller);
    await deliver();
    expect(receiver.received).toHaveLength(2);
    expect(await deliveries()).toHaveLength(2);
  });
});

describe('an endpoint to which nothing can be delivered', () => {
  /** Something happens every 12 hours. */
  const halfDays = async (count: number, { caller, clock, deliver }: Awaited<ReturnType<typeof oneEndpoint>>) => {
    for (let turn = 0; turn < count; turn += 1) {
      await happen(caller);
      await deliver();
      clock.advance(day / 2);
    }
  };

  it('is disabled after 5 days, not before', async () => {
    const endpoint = await oneEndpoint();
    receiver.answer(500);
    await halfDays(10, endpoint);
    expect(await endpoint.look()).toMatchObject({ disabledAt: null, failingSince: new Date('2026-11-20T12:00:00Z') });
    await halfDays(1, endpoint);
    expect(await endpoint.look()).toMatchObject({ disabledReason: 'failing' });
    expect((await deliveries()).every(({ status }) => status === 'exhausted')).toBe(true);
    expect(await dueDeliveries()).toEqual([]);
  });

  it('begins to count anew with every success', async () => {
    const endpoint = await oneEndpoint();
    receiver.answer(500);
    await halfDays(9, endpoint);
    receiver.answer(204);
    await halfDays(1, endpoint);
    expect(await endpoint.look()).toMatchObject({ failingSince: null });
    receiver.answer(500);
    await halfDays(9, endpoint);
    expect(await endpoint.look()).toMatchObject({ disabledAt: null });
  });

  it('counts what brings no answer as a failure', async () => {
    const endpoint = await oneEndpoint();
    receiver.answer((request) => request.socket.destroy());
    await halfDays(11, endpoint);
    expect(await endpoint.look()).toMatchObject({ disabledReason: 'failing' });
    expect((await deliveries())[0]).toMatchObject({ responseStatus: null, error: 'CONNECTION' });
  });
});

describe('a disabled endpoint', () => {
  it('refuses test events, redelivery and replay with WEBHOOK_DISABLED', async () => {
    const { ctx, caller, webhook, deliver } = await oneEndpoint();
    await happen(caller);
    await deliver();
    const [delivery] = await deliveries();
    await updateWebhook(ctx, webhook.id, { enabled: false });
    const refused = { code: 'WEBHOOK_DISABLED' };
    await expect(sendTestEvent(ctx, { webhookId: webhook.id })).rejects.toMatchObject(refused);
    await expect(redeliver(ctx, delivery!.id)).rejects.toMatchObject(refused);
    const since = new Date(0);
    await expect(replayEvents(ctx, { webhookId: webhook.id, since })).rejects.toMatchObject(refused);
  });

  it('that is enabled again gets what happens from then on, and what it missed by a replay', async () => {
    const { ctx, caller, webhook, deliver, look } = await oneEndpoint();
    await updateWebhook(ctx, webhook.id, { enabled: false });
    await happen(caller);
    await deliver();
    await updateWebhook(ctx, webhook.id, { enabled: true });
    expect(await look()).toMatchObject({ disabledAt: null, disabledReason: null });
    await happen(caller);
    await deliver();
    expect(receiver.received).toHaveLength(1);
    const replay = await replayEvents(ctx, { webhookId: webhook.id, since: new Date(0) });
    expect(replay).toEqual({ webhookId: webhook.id, scheduled: 1, continueAfter: null });
    await deliver();
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(2);
  });
});

describe('an event delivered again', () => {
  it('is one more attempt under the same id, with the whole schedule before it', async () => {
    const { ctx, caller, deliver } = await oneEndpoint();
    await happen(caller);
    await deliver();
    const [delivery] = await deliveries();
    expect(await redeliver(ctx, delivery!.id)).toMatchObject({ status: 'pending', attempts: 0 });
    receiver.answer(500);
    await deliver();
    const [first, second] = receiver.received;
    expect([second!.id, second!.body]).toEqual([first!.id, first!.body]);
    expect(await deliveries()).toMatchObject([{ id: delivery!.id, status: 'failed', attempts: 1 }]);
  });

  it('by a replay after an event: what followed and was not delivered, or all of it when asked', async () => {
    const { ctx, caller, webhook, deliver } = await oneEndpoint();
    for (let count = 0; count < 4; count += 1) await happen(caller);
    await deliver();
    const all = await deliveries();
    await db.update(webhookDeliveries).set({ status: 'exhausted' }).where(eq(webhookDeliveries.id, all[0]!.id));
    await db.update(webhookDeliveries).set({ status: 'exhausted' }).where(eq(webhookDeliveries.id, all[2]!.id));
    const request = { webhookId: webhook.id, afterEventId: all[0]!.eventId };
    expect(await replayEvents(ctx, request)).toMatchObject({ scheduled: 1 });
    await deliver();
    expect(receiver.received.slice(4).map(({ id }) => id)).toEqual([all[2]!.eventId]);
    expect(await replayEvents(ctx, { ...request, includeDelivered: true })).toMatchObject({ scheduled: 3 });
    await deliver();
    expect(receiver.received.slice(5).map(({ id }) => id)).toEqual(all.slice(1).map(({ eventId }) => eventId));
  });

  it('by a replay needs one beginning, and an event of the account', async () => {
    const { ctx, webhook } = await oneEndpoint();
    const other = await newAccount();
    await newWebhook(ctx, other, receiver.url);
    await happen(other);
    await webhookHouse().deliver();
    const [strange] = await deliveries();
    const webhookId = webhook.id;
    await expect(replayEvents(ctx, { webhookId })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await expect(replayEvents(ctx, { webhookId, afterEventId: strange!.eventId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('a test event', () => {
  it('has the shape of a real one, names no application, and goes to its endpoint alone', async () => {
    const { ctx, caller, webhook, deliver } = await oneEndpoint();
    await newWebhook(ctx, caller, `${receiver.url}/other`);
    const sent = await sendTestEvent(ctx, { webhookId: webhook.id, type: 'visa_approved' });
    await happen(caller);
    await deliver();
    const [test, ...real] = receiver.received
      .filter(({ path }) => path === '/hook')
      .map(({ body }) => JSON.parse(body));
    expect(test).toMatchObject({
      id: sent.eventId,
      type: 'visa_approved',
      livemode: false,
      data: { status: 'APPROVED' },
    });
    expect(test.data.application_id).toMatch(/^app_0{26}$/);
    expect(Object.keys(test.data)).toEqual(Object.keys(real[0].data));
    expect(receiver.received.filter(({ path }) => path === '/hook/other')).toHaveLength(1);
  });
});

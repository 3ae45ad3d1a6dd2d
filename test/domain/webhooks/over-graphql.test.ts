import { describe, expect, it } from 'vitest';
import { seedOrder } from '../../support/seed.ts';
import { startService } from '../../support/service.ts';
import { withoutRandomness } from '../../support/snapshot.ts';
import { startReceiver } from './receiver.ts';

const running = await startService();
const { api, newKey, work } = running;
const receiver = await startReceiver();

/** Asks over GraphQL and returns the one field that was asked for. */
const askAs =
  (key?: string) =>
  async (query: string, variables: Record<string, unknown> = {}) => {
    const { body } = await api.graphql(query, variables, { key });
    if (body.errors) throw Object.assign(new Error(body.errors[0].message), body.errors[0].extensions);
    return (Object.values(body.data) as Record<string, never>[])[0]!;
  };

const create = `mutation ($url: String!, $events: [EventType!]) {
  createWebhook(input: { callbackUrl: $url, events: $events, description: "Dashboard" }) {
    webhookId applicationId callbackUrl events signingSecret createdAt
    webhook { id enabled disabledReason failing description } nextStep { action rest { path } }
  }
}`;

async function newEndpoint() {
  const key = await newKey();
  const ask = askAs(key);
  const created: Record<string, unknown> = await ask(create, { url: receiver.url });
  return { key, ask, created, id: created.webhookId as string };
}

describe('an endpoint for all of an account', () => {
  it('is made, and gets the events of every application of the account, present and future', async () => {
    const { key, created } = await newEndpoint();
    expect(withoutRandomness({ ...created, callbackUrl: null })).toMatchSnapshot();
    receiver.received.length = 0;
    for (let count = 0; count < 2; count += 1) await (await seedOrder(running, { key })).pay();
    await (await seedOrder(running, { key: await newKey() })).pay();
    await work();
    expect(receiver.received.map(({ body }) => JSON.parse(body).type).sort()).toEqual([
      'payment_confirmed',
      'payment_confirmed',
      'status_change',
      'status_change',
    ]);
  });

  it('is listed with those for one application, newest first, a page at a time', async () => {
    const { key, ask, id } = await newEndpoint();
    const order = await seedOrder(running, { key });
    const body = { application_id: order.applicationIds[0], callback_url: receiver.url };
    const registered = await api.post('/webhook', body, { key });
    const list = `query ($after: String) { webhooks(limit: 1, after: $after) { webhooks { id applicationId } nextCursor } }`;
    const first = await ask(list);
    expect(first.webhooks).toEqual([{ id: registered.data.webhook_id, applicationId: order.applicationIds[0] }]);
    expect(await ask(list, { after: first.nextCursor })).toEqual({
      webhooks: [{ id, applicationId: null }],
      nextCursor: null,
    });
  });

  it('is changed in what is given, and only that', async () => {
    const { ask, id } = await newEndpoint();
    const update = `mutation ($id: ID!, $input: UpdateWebhookInput!) {
      updateWebhook(id: $id, input: $input) { callbackUrl events description enabled disabledReason } }`;
    const other = `${receiver.url}/other`;
    expect(await ask(update, { id, input: { callbackUrl: other, events: ['visa_denied'] } })).toEqual({
      callbackUrl: other,
      events: ['visa_denied'],
      description: 'Dashboard',
      enabled: true,
      disabledReason: null,
    });
    expect(await ask(update, { id, input: { description: null, enabled: false } })).toEqual({
      callbackUrl: other,
      events: ['visa_denied'],
      description: null,
      enabled: false,
      disabledReason: 'owner',
    });
    await expect(ask(update, { id, input: { callbackUrl: 'https://10.0.0.1/' } })).rejects.toMatchObject({
      code: 'INVALID_CALLBACK_URL',
    });
  });

  it('is deleted with its deliveries', async () => {
    const { key, ask, id } = await newEndpoint();
    await ask('mutation ($id: ID!) { sendTestEvent(webhookId: $id) { deliveryId } }', { id });
    expect(await ask('mutation ($id: ID!) { deleteWebhook(id: $id) { id } }', { id })).toEqual({ id });
    expect((await api.get(`/webhooks/${id}/deliveries`, { key })).status).toBe(404);
    await expect(ask('mutation ($id: ID!) { deleteWebhook(id: $id) { id } }', { id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('is sent a test event, which is delivered and delivered again', async () => {
    const { ask, id } = await newEndpoint();
    receiver.received.length = 0;
    const test = await ask(
      'mutation ($id: ID!) { sendTestEvent(webhookId: $id, type: visa_denied) { deliveryId status event payload } }',
      { id },
    );
    expect(test).toMatchObject({ status: 'pending', event: 'visa_denied', payload: { type: 'visa_denied' } });
    await work();
    const again = 'mutation ($id: ID!) { redeliver(deliveryId: $id) { status attempts payload } }';
    expect(await ask(again, { id: test.deliveryId })).toMatchObject({ status: 'pending', attempts: 0 });
    await work();
    expect(receiver.received.map(({ body }) => JSON.parse(body))).toEqual([test.payload, test.payload]);
    const listed = await ask(
      'query ($id: ID!) { listDeliveries(webhookId: $id) { deliveries { status error payload } } }',
      { id },
    );
    expect(listed.deliveries).toEqual([{ status: 'success', error: null, payload: test.payload }]);
  });

  it('gets a new secret, shown once', async () => {
    const { ask, id, created } = await newEndpoint();
    const rotate =
      'mutation ($id: ID!, $s: Int) { rotateWebhookSecret(id: $id, overlapSeconds: $s) { signingSecret } }';
    const rotated = await ask(rotate, { id, s: 0 });
    expect(rotated.signingSecret).toMatch(/^whsec_/);
    expect(rotated.signingSecret).not.toBe(created.signingSecret);
    await expect(ask(rotate, { id, s: 604_801 })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('refuses a callback URL that may not be called', async () => {
    const ask = askAs(await newKey());
    await expect(ask(create, { url: 'https://192.168.1.1/' })).rejects.toMatchObject({ code: 'INVALID_CALLBACK_URL' });
  });

  it('refuses the 51st endpoint', async () => {
    const { ask } = await newEndpoint();
    for (let count = 1; count < 50; count += 1) await ask(create, { url: receiver.url });
    await expect(ask(create, { url: receiver.url })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

describe('somebody else', () => {
  const calls: [string, string][] = [
    ['reads it', 'query ($id: ID!) { webhook(id: $id) { id } }'],
    ['lists its deliveries', 'query ($id: ID!) { listDeliveries(webhookId: $id) { nextCursor } }'],
    ['changes it', 'mutation ($id: ID!) { updateWebhook(id: $id, input: { enabled: false }) { id } }'],
    ['deletes it', 'mutation ($id: ID!) { deleteWebhook(id: $id) { id } }'],
    ['rotates its secret', 'mutation ($id: ID!) { rotateWebhookSecret(id: $id) { signingSecret } }'],
    ['sends it a test event', 'mutation ($id: ID!) { sendTestEvent(webhookId: $id) { deliveryId } }'],
    [
      'replays events to it',
      'mutation ($id: ID!) { replayEvents(webhookId: $id, since: "2026-01-01T00:00:00Z") { scheduled } }',
    ],
  ];
  it.each(calls)('who %s finds nothing', async (_what, query) => {
    const { id } = await newEndpoint();
    await expect(askAs(await newKey())(query, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(askAs()(query, { id })).rejects.toMatchObject({ code: 'AUTHENTICATION_REQUIRED' });
  });

  it('who delivers one of its events again finds nothing', async () => {
    const { ask, id } = await newEndpoint();
    const { deliveryId } = await ask('mutation ($id: ID!) { sendTestEvent(webhookId: $id) { deliveryId } }', { id });
    const again = 'mutation ($id: ID!) { redeliver(deliveryId: $id) { status } }';
    await expect(askAs(await newKey())(again, { id: deliveryId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

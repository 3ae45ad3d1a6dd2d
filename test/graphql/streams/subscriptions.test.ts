import { describe, expect, it } from 'vitest';
import { seedOrder } from '../../support/seed.ts';
import { startService } from '../../support/service.ts';
import { happen, keepHappening } from './happen.ts';
import { streamClient, watch } from './watch.ts';

const service = await startService({ config: { filingHoldSeconds: { live: 0, sandbox: 0 } } });
const { api } = service;
const { db } = service.service.services;

const all =
  'subscription ($types: [EventType!], $after: String) { accountEvents(types: $types, after: $after) { id type data { note } } }';
const one =
  'subscription ($id: String!, $token: String, $after: String) { applicationEvents(applicationId: $id, guestToken: $token, after: $after) { id type timestamp livemode data { applicationId status } } }';

interface All {
  accountEvents: { id: string; type: string; data: { note: string } };
}
interface One {
  applicationEvents: { id: string; type: string; data: { applicationId: string; status: string } };
}

async function newAccount() {
  const { data } = await api.post('/keys', {});
  return { key: data.api_key as string, accountId: data.account_id as string };
}

describe.each([
  ['a connection for each subscription', false],
  ['one connection for all subscriptions', true],
])('over %s', (_says, singleConnection) => {
  it('an account sees what happens to its applications, as it happens', async () => {
    const { key } = await newAccount();
    const client = streamClient(api.url, { key, singleConnection });
    const order = await seedOrder(service, { key });
    const seen = watch<All>(client, all);
    await seen.live;
    const submitted = await (await order.pay()).submit();
    await submitted.advance('APPROVED');
    const events = (await seen.until(5)).map(({ accountEvents }) => accountEvents);
    expect(events.map(({ type }) => type)).toEqual([
      'payment_confirmed',
      'status_change',
      'status_change',
      'visa_approved',
      'status_change',
    ]);
    const listed = (await api.get('/events', { key })).data.events;
    expect(events.map(({ id }) => id)).toEqual(listed.map(({ id }: { id: string }) => id));
    client.dispose();
  });

  it('a guest follows an application with the token of its order', async () => {
    const client = streamClient(api.url, { singleConnection });
    const order = await seedOrder(service);
    const seen = watch<One>(client, one, { id: order.applicationIds[0], token: order.guestToken });
    await seen.live;
    await order.pay();
    const [event] = await seen.until(1);
    expect(event!.applicationEvents).toMatchObject({
      type: 'payment_confirmed',
      livemode: false,
      data: { applicationId: order.applicationIds[0], status: 'PAID' },
    });
    client.dispose();
  });

  it('what was missed comes first and then what happens, while events go on: each once, in order', async () => {
    const { key, accountId } = await newAccount();
    const client = streamClient(api.url, { key, singleConnection });
    const before = await happen(db, accountId, 120);
    const [first] = (await api.get('/events', { key, query: { limit: 1 } })).data.events;
    const stop = keepHappening(db, accountId, 100);
    const seen = watch<All>(client, all, { after: first.id });
    await seen.until(150);
    const expected = [...before.slice(1), ...(await stop())];
    const notes = (await seen.until(expected.length)).map(({ accountEvents }) => accountEvents.data.note);
    expect(notes).toEqual(expected);
    client.dispose();
  });

  it('only the kinds that were asked for come, missed and live', async () => {
    const { key } = await newAccount();
    const client = streamClient(api.url, { key, singleConnection });
    const first = await (await seedOrder(service, { key })).pay();
    const { events } = (await api.get('/events', { key })).data;
    await (await first.submit()).advance('APPROVED');
    const seen = watch<All>(client, all, { types: ['visa_approved', 'visa_denied'], after: events[0].id });
    await seen.until(1);
    await (await (await (await seedOrder(service, { key })).pay()).submit()).advance('DENIED');
    expect((await seen.until(2)).map(({ accountEvents }) => accountEvents.type)).toEqual([
      'visa_approved',
      'visa_denied',
    ]);
    client.dispose();
  });

  it('stopping one subscription leaves the others going', async () => {
    const { key, accountId } = await newAccount();
    const client = streamClient(api.url, { key, singleConnection });
    const [left, stays] = [watch<All>(client, all), watch<All>(client, all)];
    await Promise.all([left.live, stays.live]);
    await happen(db, accountId, 1);
    await Promise.all([left.until(1), stays.until(1)]);
    left.stop();
    await left.ended;
    await happen(db, accountId, 2);
    await stays.until(3);
    expect(left.results).toHaveLength(1);
    client.dispose();
  });

  it.each([
    ['an event that does not exist', `evt_${'0'.repeat(26)}`],
    ['something that is no event', 'latest'],
  ])('resuming after %s is refused', async (_what, after) => {
    const { key } = await newAccount();
    const client = streamClient(api.url, { key, singleConnection });
    const seen = watch<All>(client, all, { after });
    await seen.until(1);
    await seen.ended;
    expect(seen.results[0]!.errors![0]!.extensions).toMatchObject({
      code: 'INVALID_REQUEST',
      details: { after: expect.anything() },
    });
    client.dispose();
  });
});

describe('access', () => {
  const refusal = async (options: { key?: string }, query: string, variables: Record<string, unknown> = {}) => {
    const client = streamClient(api.url, options);
    const seen = watch(client, query, variables);
    await seen.until(1);
    await seen.ended;
    client.dispose();
    return seen.results[0]!.errors![0]!.extensions!.code;
  };

  it('to the events of an account needs a key', async () => {
    expect(await refusal({}, all)).toBe('AUTHENTICATION_REQUIRED');
  });

  it('to an application is the owner\u2019s: somebody else\u2019s and one that does not exist are the same', async () => {
    const mine = await newAccount();
    const other = await newAccount();
    const order = await seedOrder(service, { key: other.key });
    const guest = await seedOrder(service);
    const missing = `app_${'0'.repeat(26)}`;
    for (const id of [order.applicationIds[0], guest.applicationIds[0], missing]) {
      expect(await refusal({ key: mine.key }, one, { id })).toBe('NOT_FOUND');
    }
    expect(await refusal({}, one, { id: order.applicationIds[0], token: guest.guestToken })).toBe('NOT_FOUND');
    expect(await refusal({}, one, { id: guest.applicationIds[0] })).toBe('GUEST_TOKEN_REQUIRED');
    expect(await refusal({}, one, { id: guest.applicationIds[0], token: 'gst_x' })).toBe('GUEST_TOKEN_REQUIRED');
  });

  it('after another account\u2019s event is refused like after none', async () => {
    const mine = await newAccount();
    const other = await newAccount();
    await happen(db, other.accountId, 1);
    const [foreign] = (await api.get('/events', { key: other.key })).data.events;
    expect(await refusal({ key: mine.key }, all, { after: foreign.id })).toBe('INVALID_REQUEST');
  });

  it('ends with the key: nothing is delivered after it was revoked', async () => {
    const { key, accountId } = await newAccount();
    const client = streamClient(api.url, { key });
    const seen = watch<All>(client, all);
    await seen.live;
    await happen(db, accountId, 1);
    await seen.until(1);
    const me = await api.get('/me', { key });
    const revoked = await api.graphql(
      'mutation ($id: ID!) { revokeApiKey(keyId: $id) { id } }',
      { id: me.data.key.id },
      { key },
    );
    expect(revoked.body.errors).toBeUndefined();
    await happen(db, accountId, 1);
    await seen.ended;
    expect(seen.results).toHaveLength(2);
    expect(seen.results[1]!.errors![0]!.extensions!.code).toBe('INVALID_API_KEY');
    client.dispose();
  });

  it('ends with the guest token', async () => {
    const order = await seedOrder(service);
    const client = streamClient(api.url);
    const seen = watch<One>(client, one, { id: order.applicationIds[0], token: order.guestToken });
    await seen.live;
    service.clock.advance(30 * 24 * 3600);
    await api.post(`/sandbox/payments/${order.sessionId}`, { outcome: 'paid' });
    await service.work();
    await seen.ended;
    expect(seen.results.at(-1)!.errors![0]!.extensions!.code).toBe('GUEST_SESSION_EXPIRED');
    client.dispose();
  });
});

import type { GraphQLObjectType } from 'graphql';
import { describe, expect, it, vi } from 'vitest';
import { getSchema } from '../../../src/graphql/schema.ts';
import { startService } from '../../support/service.ts';
import { happen } from './happen.ts';
import { openReader } from './reader.ts';
import { streamClient, watch } from './watch.ts';

const service = await startService();
const { api } = service;
const { db } = service.service.services;
const follow = 'subscription { accountEvents { id data { note } } }';

async function newAccount(from = service) {
  const { data } = await from.api.post('/keys', {});
  return { key: data.api_key as string, accountId: data.account_id as string };
}

const errorOf = async (query: string, key?: string) => {
  const reader = await openReader(api.url, { query, key });
  await reader.ended;
  return reader.results[0].errors[0];
};

describe('the stream refuses', () => {
  const { promise: account, resolve } = Promise.withResolvers<{ key: string }>();
  void newAccount().then(resolve);

  it.each([
    ['a query', '{ __typename }', /one subscription/],
    ['a change', 'mutation { createKey(input: {}) { apiKey } }', /one subscription/],
    ['two subscriptions in one', 'subscription { a: accountEvents { id } b: accountEvents { id } }', /one/],
    ['a field that does not exist', 'subscription { accountEvents { passport } }', /Cannot query field/],
    ['what is no GraphQL', 'subscription {', /Syntax Error/],
    ['depth', `subscription { accountEvents { data ${'{ data '.repeat(40)} { note } ${'}'.repeat(40)} } }`, /depth/i],
    [
      'aliases',
      `subscription { accountEvents { ${Array.from({ length: 90 }, (_, at) => `a${at}: id`).join(' ')} } }`,
      /alias/i,
    ],
    ['directives', `subscription { accountEvents { id ${'@skip(if: false) '.repeat(20)} } }`, /directive/i],
    ['tokens', `subscription { accountEvents { ${'id '.repeat(3_000)} } }`, /token/i],
    ['an anonymous introspection in disguise', '{ __schema { types { name } } }', /one subscription/],
  ])('%s, in the stream, with a reason and no stack', async (_what, query, message) => {
    const { key } = await account;
    const error = await errorOf(query, key);
    expect(error.message).toMatch(message);
    expect(error.extensions).toEqual({ code: 'INVALID_REQUEST', hint: expect.stringMatching(/\w+ \w+/) });
    expect(JSON.stringify(error)).not.toMatch(/\bat .*\(|node_modules|\.ts:/);
  });

  it('a wrong key with 401, before any stream', async () => {
    const reader = await openReader(api.url, { query: follow, key: `svc_agent_${'0'.repeat(64)}` });
    await reader.ended;
    expect(reader.status).toBe(401);
    expect(JSON.parse(reader.text()).errors[0].extensions.code).toBe('INVALID_API_KEY');
  });

  it('a body of 3 MB with 413', async () => {
    const answer = await api.send('POST', '/graphql/stream', JSON.stringify({ query: 'x'.repeat(3_000_000) }), {
      headers: { accept: 'text/event-stream' },
    });
    expect(answer.status).toBe(413);
  });

  it('what is no request of its protocol with the status, a code and a hint', async () => {
    const ask = async (method: string, body?: unknown, headers?: Record<string, string>) => {
      const answer = await api.send(method, '/graphql/stream', body, headers && { headers });
      return [answer.status, answer.body.errors[0].extensions.code, answer.body.errors[0].extensions.hint.length > 20];
    };
    const stream = { accept: 'text/event-stream' };
    expect(await ask('POST', {}, stream)).toEqual([400, 'INVALID_REQUEST', true]);
    expect(await ask('POST', '{', stream)).toEqual([400, 'INVALID_REQUEST', true]);
    expect(await ask('POST', '{}', { ...stream, 'content-type': 'text/plain' })).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      true,
    ]);
    expect(await ask('POST', { query: '{ __typename }' })).toEqual([404, 'NOT_FOUND', true]);
  });

  it('operations on a connection that was never reserved', async () => {
    const headers = { 'x-graphql-event-stream-token': 'str_guessed' };
    const answer = await api.send(
      'POST',
      '/graphql/stream',
      { query: follow, extensions: { operationId: '1' } },
      { headers },
    );
    expect(answer.status).toBe(404);
    expect((await api.send('DELETE', '/graphql/stream?operationId=1', undefined, { headers })).status).toBe(404);
  });

  it('subscriptions at /graphql, and says where they are served', async () => {
    const { key } = await account;
    const { body } = await api.graphql(follow, {}, { key });
    expect(body.errors[0].message).toContain('/graphql/stream');
  });
});

describe('the stream', () => {
  it('counts a subscription as one call, and refuses what is too much with 429', async () => {
    const limited = await startService({
      config: { limits: { publicPerMinute: 30, guestPerMinute: 30, keyPerMinute: 2 } },
    });
    const { key } = await newAccount(limited);
    const readers = [];
    for (let call = 0; call < 3; call += 1) readers.push(await openReader(limited.api.url, { query: follow, key }));
    expect(readers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(readers[1]!.headers).toMatchObject({ ratelimit: expect.stringContaining('r=0') });
    expect(readers[2]!.headers['retry-after']).toMatch(/^\d+$/);
  });

  it('can be opened by GET, as the EventSource of browsers does', async () => {
    const { key, accountId } = await newAccount();
    const reader = await openReader(api.url, { query: follow, key, method: 'GET' });
    const [note] = await happen(db, accountId, 1);
    await reader.until(1);
    expect(reader.results[0].data.accountEvents.data.note).toBe(note);
    reader.destroy();
  });

  it('says that nothing of it may be kept or held up on the way', async () => {
    const { key } = await newAccount();
    const reader = await openReader(api.url, { query: follow, key });
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': expect.stringMatching(/^req_/),
    });
    reader.destroy();
  });

  it('executes an event once for all who asked the same, and writes the same bytes to them', async () => {
    const { key, accountId } = await newAccount();
    const type = getSchema().getType('Event') as GraphQLObjectType;
    const livemode = type.getFields().livemode as unknown as { resolve: () => unknown };
    const resolve = vi.spyOn(livemode, 'resolve');
    const first = 'subscription ($after: String) { accountEvents(after: $after) { id livemode } }';
    const other = 'subscription { accountEvents { livemode } }';
    const same = await Promise.all(Array.from({ length: 20 }, () => openReader(api.url, { query: first, key })));
    const apart = await Promise.all(Array.from({ length: 5 }, () => openReader(api.url, { query: other, key })));
    await happen(db, accountId, 3);
    await Promise.all([...same, ...apart].map((reader) => reader.until(3)));
    expect(resolve).toHaveBeenCalledTimes(6);
    // Whoever resumes asks the same: what is at hand is not executed again.
    const after = same[0]!.results[0].data.accountEvents.id;
    const late = await openReader(api.url, { query: first, variables: { after }, key });
    await late.until(2);
    expect(resolve).toHaveBeenCalledTimes(6);
    const bytes = same.map((reader) => reader.text().slice(reader.text().indexOf('event:')));
    expect(new Set(bytes).size).toBe(1);
    expect(apart[0]!.results[0]).toEqual({ data: { accountEvents: { livemode: false } } });
    for (const reader of [...same, ...apart, late]) reader.destroy();
  });

  it('tells callers apart by what they asked within the event, not by what they follow', async () => {
    const { key, accountId } = await newAccount();
    const query = 'subscription ($notes: Boolean!) { accountEvents { id data { note @include(if: $notes) status } } }';
    const [withNotes, without] = await Promise.all(
      [true, false].map((notes) => openReader(api.url, { query, variables: { notes }, key })),
    );
    await happen(db, accountId, 1);
    await Promise.all([withNotes!.until(1), without!.until(1)]);
    expect(withNotes!.results[0].data.accountEvents.data).toHaveProperty('note');
    expect(without!.results[0].data.accountEvents.data).not.toHaveProperty('note');
    withNotes!.destroy();
    without!.destroy();
  });

  it('beats every 15 seconds, so that a dead connection is noticed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const beating = await startService();
    const { key } = await newAccount(beating);
    const reader = await openReader(beating.api.url, { query: follow, key });
    const beats = () => reader.text().split(':\n\n').length - 1;
    await expect.poll(beats).toBe(1);
    vi.advanceTimersByTime(15_000);
    await expect.poll(beats).toBe(2);
    vi.advanceTimersByTime(14_999);
    vi.advanceTimersByTime(1);
    await expect.poll(beats).toBe(3);
    vi.useRealTimers();
  });

  it('ends with a reason when the service stops', async () => {
    const stopping = await startService();
    const { key } = await newAccount(stopping);
    const reader = await openReader(stopping.api.url, { query: follow, key });
    await stopping.service.close();
    await reader.ended;
    expect(reader.results.at(-1).errors[0].extensions.code).toBe('SERVICE_UNAVAILABLE');
    expect(reader.text()).toMatch(/event: complete\ndata:\n\n$/);
  });

  it('ends with a reason on shared connections too, and does not keep the service from stopping', async () => {
    const stopping = await startService();
    const { key } = await newAccount(stopping);
    const client = streamClient(stopping.api.url, { key, singleConnection: true });
    const seen = watch(client, follow);
    await seen.live;
    await stopping.service.close();
    await seen.ended;
    expect(seen.results.at(-1)!.errors![0]!.extensions!.code).toBe('SERVICE_UNAVAILABLE');
    client.dispose();
  });
});

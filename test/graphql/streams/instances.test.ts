import { describe, expect, it } from 'vitest';
import { openStore } from '../../../src/store/open.ts';
import { onPostgres, testDatabaseUrl } from '../../support/database.ts';
import { seedOrder } from '../../support/seed.ts';
import { startService } from '../../support/service.ts';
import { tcpProxy } from '../../support/tcp-proxy.ts';
import { happen, keepHappening } from './happen.ts';
import { openReader } from './reader.ts';

const query = 'subscription ($after: String) { accountEvents(after: $after) { id data { note } } }';

describe.runIf(onPostgres)('two instances on one database', () => {
  const start = async (url: string) => {
    const store = await openStore({ kind: 'postgres', url });
    return startService({ overrides: { store } });
  };
  const newAccount = async ({ api }: Awaited<ReturnType<typeof start>>) => {
    const { data } = await api.post('/keys', {});
    return { key: data.api_key as string, accountId: data.account_id as string };
  };

  it('share their events: what happens at one reaches the subscribers of both', async () => {
    const url = await testDatabaseUrl();
    const [one, two] = [await start(url), await start(url)];
    const { key } = await newAccount(one);
    const readers = await Promise.all([one, two].map(({ api }) => openReader(api.url, { query, key })));
    await (await seedOrder(one, { key })).pay();
    await (await seedOrder(two, { key })).pay();
    await Promise.all(readers.map((reader) => reader.until(4)));
    const [ids, others] = readers.map(({ results }) => results.map(({ data }) => data.accountEvents.id));
    expect(ids).toEqual(others);
    expect(new Set(ids).size).toBe(4);
    for (const reader of readers) reader.destroy();
  });

  it('give every subscriber the same order while both write', async () => {
    const url = await testDatabaseUrl();
    const [one, two] = [await start(url), await start(url)];
    const { key, accountId } = await newAccount(one);
    const readers = await Promise.all([one, one, two, two].map(({ api }) => openReader(api.url, { query, key })));
    await Promise.all([one, two, one, two].map(({ service }) => happen(service.services.db, accountId, 50)));
    await Promise.all(readers.map((reader) => reader.until(200)));
    const orders = readers.map(({ results }) => results.map(({ data }) => data.accountEvents.id));
    for (const order of orders) expect(order).toEqual(orders[0]);
    expect(new Set(orders[0]).size).toBe(200);
    for (const reader of readers) reader.destroy();
  });

  it('let a subscriber go on at the other one when its own has gone', async () => {
    const url = await testDatabaseUrl();
    const [one, two] = [await start(url), await start(url)];
    const { key, accountId } = await newAccount(two);
    const reader = await openReader(one.api.url, { query, key });
    const stop = keepHappening(two.service.services.db, accountId, 200);
    await reader.until(20);
    await one.service.close();
    await reader.ended;
    const had = reader.results.flatMap(({ data }) => (data ? [data.accountEvents] : []));
    const again = await openReader(two.api.url, { query, variables: { after: had.at(-1).id }, key });
    const all = await stop();
    await again.until(all.length - had.length);
    const rest = again.results.map(({ data }) => data.accountEvents);
    expect([...had, ...rest].map(({ data }) => data.note)).toEqual(all);
    again.destroy();
  });

  it('lose nothing when the connection that hears notifications is cut', async () => {
    const url = await testDatabaseUrl();
    const { hostname, port } = new URL(url);
    const proxy = await tcpProxy(hostname, Number(port || 5432));
    const through = new URL(url);
    through.host = `127.0.0.1:${proxy.port}`;
    const [far, near] = [await start(through.href), await start(url)];
    const { key, accountId } = await newAccount(near);
    const reader = await openReader(far.api.url, { query, key });
    const before = await happen(near.service.services.db, accountId, 3);
    await reader.until(3);
    proxy.cut();
    const after = await happen(near.service.services.db, accountId, 3);
    await reader.until(6);
    expect(reader.results.map(({ data }) => data.accountEvents.data.note)).toEqual([...before, ...after]);
    reader.destroy();
    await far.close();
    await proxy.close();
  });
});

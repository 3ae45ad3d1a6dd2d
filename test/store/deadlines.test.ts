import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accounts } from '../../src/domain/keys/account.table.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { onPostgres, testDatabase, testDatabaseUrl } from '../support/database.ts';
import { type TcpProxy, tcpProxy } from '../support/tcp-proxy.ts';

const deadlines = { connectSeconds: 1, acquireSeconds: 1, statementSeconds: 1, answerSeconds: 1.5 };
const slowest = (deadlines.acquireSeconds + 2 * deadlines.answerSeconds + 1) * 1000;
const nothingChanged = { code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('Nothing was changed') };
const notKnown = { code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('may or may not') };
const account = (id: string) => ({ id, mode: 'sandbox' as const, createdAt: new Date() });

describe.runIf(onPostgres)('a PostgreSQL out of reach', () => {
  let url: string;
  let proxy: TcpProxy;
  let store: Store;
  let startedAt: number;

  beforeEach(async () => {
    url = await testDatabaseUrl();
    const { hostname, port } = new URL(url);
    proxy = await tcpProxy(hostname, Number(port || 5432));
    const through = new URL(url);
    through.host = `127.0.0.1:${proxy.port}`;
    store = await openStore({ kind: 'postgres', url: through.href, deadlines });
    await store.db.insert(accounts).values(account('acc_before'));
    startedAt = performance.now();
  });

  afterEach(async () => {
    expect(performance.now() - startedAt).toBeLessThan(3 * slowest);
    proxy.heal();
    await store.close();
    await proxy.close();
  });

  const read = (id: string) => store.db.select().from(accounts).where(eq(accounts.id, id));
  const add = (id: string) => store.db.transaction(async (tx) => tx.insert(accounts).values(account(id)));
  const inReality = async (id: string): Promise<number> => {
    const direct = await openStore({ kind: 'postgres', url });
    const rows = await direct.db.select().from(accounts).where(eq(accounts.id, id));
    await direct.close();
    return rows.length;
  };

  it('is told within seconds when it falls silent, also to fifty callers at once', async () => {
    proxy.stall();
    const calls = Array.from({ length: 50 }, (_, number) => (number % 2 ? read('acc_before') : add(`acc_${number}`)));
    for (const result of await Promise.allSettled(calls)) {
      expect(result).toMatchObject({ status: 'rejected', reason: nothingChanged });
    }
    expect(performance.now() - startedAt).toBeLessThan(slowest);
  });

  it('is told while it stays silent, and works again as soon as it is back', async () => {
    proxy.stall();
    await expect(read('acc_before')).rejects.toMatchObject(nothingChanged);
    await expect(add('acc_silent')).rejects.toMatchObject(nothingChanged);
    expect(await store.health()).toEqual({ ok: false, reason: expect.any(String) });
    proxy.heal();
    await expect.poll(() => read('acc_before'), { timeout: slowest }).toHaveLength(1);
    await add('acc_back');
    expect(await store.health()).toEqual({ ok: true });
    expect(await inReality('acc_silent')).toBe(0);
  });

  it('is told at once when it refuses connections', async () => {
    const { port } = proxy;
    await proxy.close();
    await expect(read('acc_before')).rejects.toMatchObject(nothingChanged);
    await expect(add('acc_refused')).rejects.toMatchObject(nothingChanged);
    expect(port).toBeGreaterThan(0);
    const { hostname, port: real } = new URL(url);
    proxy = await tcpProxy(hostname, Number(real || 5432));
  });

  it('says nothing was changed when it falls silent in the middle of a transaction', async () => {
    const call = store.db.transaction(async (tx) => {
      await tx.insert(accounts).values(account('acc_middle'));
      proxy.stall();
      await tx.insert(accounts).values(account('acc_middle_2'));
    });
    await expect(call).rejects.toMatchObject(nothingChanged);
    proxy.heal();
    expect(await inReality('acc_middle')).toBe(0);
  });

  it('never claims that nothing was changed when the answer to the commit is lost', async () => {
    proxy.swallowAnswersAfter('commit');
    await expect(add('acc_unheard')).rejects.toMatchObject(notKnown);
    expect(await inReality('acc_unheard')).toBe(1);
  });

  it('never claims that nothing was changed when the connection breaks at the commit', async () => {
    proxy.breakAfter('commit');
    await expect(add('acc_broken')).rejects.toMatchObject(notKnown);
    await expect.poll(() => inReality('acc_broken'), { timeout: slowest }).toBe(1);
  });

  it('says the same of a single statement that changes something, and not of one that reads', async () => {
    proxy.swallowAnswersAfter('insert into');
    const insert = store.db.insert(accounts).values(account('acc_single'));
    await expect(insert).rejects.toMatchObject(notKnown);
    proxy.heal();
    await expect.poll(() => read('acc_before'), { timeout: slowest }).toHaveLength(1);
    proxy.swallowAnswersAfter('select');
    await expect(read('acc_before')).rejects.toMatchObject(nothingChanged);
  });

  it('ends a statement that takes too long, and keeps the connections of others', async () => {
    const slow = store.db.execute(sql`select pg_sleep(20)`);
    const fast = Array.from({ length: 20 }, () => read('acc_before'));
    await expect(slow).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    for (const rows of await Promise.all(fast)) expect(rows).toHaveLength(1);
  });

  it('does not carry out later what it refused while all connections were taken', async () => {
    const holding = Array.from({ length: 10 }, () =>
      store.db.transaction(async (tx) => {
        for (let number = 0; number < 3; number += 1) await tx.execute(sql`select pg_sleep(0.8)`);
      }),
    );
    await expect(add('acc_late')).rejects.toMatchObject(nothingChanged);
    await Promise.all(holding);
    await add('acc_next');
    expect(await inReality('acc_late')).toBe(0);
  });

  it('passes on what a transaction throws itself', async () => {
    const call = store.db.transaction(async () => {
      throw new Error('our own');
    });
    await expect(call).rejects.toThrow('our own');
  });
});

describe('the errors of statements', () => {
  it('never quote parameters', async () => {
    const { db } = await testDatabase();
    await db.insert(accounts).values(account('acc_secret'));
    const error = await db
      .insert(accounts)
      .values(account('acc_secret'))
      .then(
        () => undefined,
        (caught) => caught as Error,
      );
    expect(error?.message).toContain('insert into "accounts"');
    expect(error?.message).not.toContain('acc_secret');
  });
});

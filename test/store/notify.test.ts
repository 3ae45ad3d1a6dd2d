import { describe, expect, it } from 'vitest';
import { createListener, notify } from '../../src/store/notify.ts';
import { openStore } from '../../src/store/open.ts';
import { onPostgres, testDatabase, testDatabaseUrl } from '../support/database.ts';
import { tcpProxy } from '../support/tcp-proxy.ts';

const settled = { timeout: 10_000, interval: 20 };

describe('notifications', () => {
  it('reach every listener of the channel after the commit, in order, and nobody else', async () => {
    const { db, listen } = await testDatabase();
    const heard: string[] = [];
    const other: string[] = [];
    await listen('orders', (payload) => heard.push(`1:${payload}`));
    await listen('orders', (payload) => heard.push(`2:${payload}`));
    await listen('files', (payload) => other.push(String(payload)));
    await db.transaction(async (tx) => {
      await notify(tx, 'orders', 'a');
      await notify(tx, 'orders', 'b');
      expect(heard).toEqual([]);
    });
    await notify(db, 'orders', 'c');
    await expect.poll(() => heard.toSorted(), settled).toEqual(['1:a', '1:b', '1:c', '2:a', '2:b', '2:c']);
    expect(heard.filter((line) => line.startsWith('1'))).toEqual(['1:a', '1:b', '1:c']);
    expect(other).toEqual([]);
  });

  it('are never sent by a transaction that was rolled back', async () => {
    const { db, listen } = await testDatabase();
    const heard: (string | undefined)[] = [];
    await listen('orders', (payload) => heard.push(payload));
    const failing = db.transaction(async (tx) => {
      await notify(tx, 'orders', 'undone');
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    await notify(db, 'orders', 'done');
    await expect.poll(() => heard, settled).toEqual(['done']);
  });

  it('no longer reach who has stopped listening', async () => {
    const { db, listen } = await testDatabase();
    const heard: (string | undefined)[] = [];
    const still: (string | undefined)[] = [];
    const stop = await listen('orders', (payload) => heard.push(payload));
    await listen('orders', (payload) => still.push(payload));
    await stop();
    await notify(db, 'orders', 'later');
    await expect.poll(() => still, settled).toEqual(['later']);
    expect(heard).toEqual([]);
  });

  it.runIf(onPostgres)('reach the other processes that share the database', async () => {
    const url = await testDatabaseUrl();
    const [one, two] = [await openStore({ kind: 'postgres', url }), await openStore({ kind: 'postgres', url })];
    const heard: (string | undefined)[] = [];
    await two.listen('orders', (payload) => heard.push(payload));
    await notify(one.db, 'orders', 'hello');
    await expect.poll(() => heard, settled).toEqual(['hello']);
    await Promise.all([one.close(), two.close()]);
  });

  it.runIf(onPostgres)('go on after a lost connection, and the listener is told that some may be missing', async () => {
    const url = await testDatabaseUrl();
    const { hostname, port } = new URL(url);
    const proxy = await tcpProxy(hostname, Number(port || 5432));
    const through = new URL(url);
    through.host = `127.0.0.1:${proxy.port}`;
    const [far, near] = [
      await openStore({ kind: 'postgres', url: through.href }),
      await openStore({ kind: 'postgres', url }),
    ];
    const heard: (string | undefined)[] = [];
    await far.listen('orders', (payload) => heard.push(payload));
    proxy.cut();
    await expect.poll(() => heard, settled).toEqual([undefined]);
    await notify(near.db, 'orders', 'after');
    await expect.poll(() => heard, settled).toEqual([undefined, 'after']);
    await Promise.all([far.close(), near.close()]);
    await proxy.close();
  });

  it.runIf(onPostgres)('go on after a connection that fell silent without closing', async () => {
    const url = await testDatabaseUrl();
    const near = await openStore({ kind: 'postgres', url });
    const { hostname, port } = new URL(url);
    const proxy = await tcpProxy(hostname, Number(port || 5432));
    const through = new URL(url);
    through.host = `127.0.0.1:${proxy.port}`;
    let beats = 0;
    const beat = async (channel: string) => {
      beats += 1;
      await notify(near.db, channel, '');
    };
    const listener = createListener(through.href, beat, 0.1);
    const heard: (string | undefined)[] = [];
    await listener.listen('orders', (payload) => heard.push(payload));
    await expect.poll(() => beats, settled).toBeGreaterThan(2);
    expect(heard).toEqual([]);
    proxy.silence();
    await expect.poll(() => heard, settled).toContain(undefined);
    await notify(near.db, 'orders', 'after');
    await expect.poll(() => heard, settled).toContain('after');
    await Promise.all([listener.close(), near.close()]);
    await proxy.close();
  });
});

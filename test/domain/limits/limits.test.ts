import { randomUUID } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LimitStore } from '../../../src/domain/limits/limiter-store.ts';
import { purgeCounters } from '../../../src/domain/limits/purge-counters.ts';
import { rateLimits } from '../../../src/domain/limits/rate-limit.table.ts';
import { type Budget, rateLimitHeaders, refusal, subjectOf } from '../../../src/domain/limits/rate-limit.ts';
import { type Limits, openLimits, spendLimit } from '../../../src/domain/limits/spend-limit.ts';
import type { AccountCaller, GuestCaller } from '../../../src/kernel/caller.ts';
import { systemClock } from '../../../src/kernel/clock.ts';
import { testDatabase } from '../../support/database.ts';

const log = { debug() {}, info() {}, warn: vi.fn(), error() {} };
const services = { clock: systemClock, log };
const settings = { public: 30, guest: 30, key: 60 };
const open = (store: LimitStore = { kind: 'memory' }, changed = {}) =>
  openLimits({ ...settings, ...changed }, store, services);

const account: AccountCaller = {
  kind: 'account',
  accountId: 'acc_1',
  keyId: 'key_1',
  mode: 'sandbox',
  scopes: ['agent'],
  clockOffsetSeconds: 0,
};
const guest: GuestCaller = { kind: 'guest', mode: 'sandbox', address: '192.0.2.1', browserShaped: false };

/** Spends as many calls at once and returns how many were let through. */
async function passed(limits: Limits[], calls: number, subject: string): Promise<number> {
  const budgets = await Promise.all(
    Array.from({ length: calls }, (_, index) => limits[index % limits.length]!.spend('key', subject)),
  );
  return budgets.filter((budget) => budget?.exceeded === false).length;
}

const freeTime = () => vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: 1_795_000_000_000 });
afterEach(() => {
  vi.useRealTimers();
});

describe('who is counted', () => {
  it.each([
    [
      'a key, whatever it calls',
      { caller: account, address: 'a', isPublic: true },
      { policy: 'key', subject: 'key_1' },
    ],
    [
      'a guest’s address on public fields',
      { caller: guest, address: 'a', isPublic: true },
      { policy: 'public', subject: 'a' },
    ],
    [
      'a guest’s address elsewhere, apart',
      { caller: guest, address: 'a', isPublic: false },
      { policy: 'guest', subject: 'a' },
    ],
  ])('is %s', (_, call, subject) => {
    expect(subjectOf(call)).toEqual(subject);
  });
});

describe('a budget', () => {
  it('lets exactly its calls through, and the next window all of them again', async () => {
    freeTime();
    const limits = await open();
    expect(await passed([limits], 100, 'k')).toBe(60);
    vi.advanceTimersByTime(59_999);
    expect((await limits.spend('key', 'k'))?.exceeded).toBe(true);
    vi.advanceTimersByTime(1);
    expect(await passed([limits], 100, 'k')).toBe(60);
  });

  it('is told after every call, with the whole seconds until it is new', async () => {
    freeTime();
    const limits = await open();
    expect(await limits.spend('guest', 'a')).toEqual({
      policy: 'guest',
      limit: 30,
      remaining: 29,
      resetsInSeconds: 60,
      exceeded: false,
    });
    vi.advanceTimersByTime(59_500);
    expect(await limits.spend('guest', 'a')).toMatchObject({ remaining: 28, resetsInSeconds: 1 });
  });

  it('of one subject or policy is no other’s', async () => {
    const limits = await open();
    for (let call = 0; call < 31; call += 1) await limits.spend('guest', 'a');
    expect(await limits.spend('guest', 'b')).toMatchObject({ remaining: 29 });
    expect(await limits.spend('public', 'a')).toMatchObject({ remaining: 29 });
    expect(await spendLimit(limits, { caller: account, address: 'a', isPublic: false })).toMatchObject({
      remaining: 59,
    });
  });

  it('is looked at without being spent', async () => {
    const limits = await open();
    expect(await limits.peek('key', 'k')).toMatchObject({ limit: 60, remaining: 60, resetsInSeconds: 60 });
    await limits.spend('key', 'k');
    await limits.peek('key', 'k');
    expect(await limits.peek('key', 'k')).toMatchObject({ remaining: 59 });
    await passed([limits], 100, 'k');
    expect(await limits.peek('key', 'k')).toMatchObject({ remaining: 0, exceeded: false });
  });

  it('of 0 is no limit', async () => {
    const limits = await open(undefined, { public: 0, key: 0 });
    expect([await limits.spend('key', 'k'), await limits.peek('public', 'a')]).toEqual([undefined, undefined]);
    for (let count = 0; count < 20; count += 1) await limits.spendKey('a');
  });

  it('of keys is 10 an hour for an address', async () => {
    const limits = await open();
    for (let count = 0; count < 10; count += 1) await limits.spendKey('a');
    await expect(limits.spendKey('a')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 3600,
      details: { policy: 'keys', limit: 10, window_seconds: 3600 },
    });
    await limits.spendKey('b');
  });
});

describe('what a limited answer says', () => {
  const budget: Budget = { policy: 'guest', limit: 30, remaining: 12, resetsInSeconds: 34, exceeded: false };

  it('is the budget and the policy, as the draft of the IETF writes them', () => {
    expect(rateLimitHeaders(budget)).toEqual({
      RateLimit: '"guest";r=12;t=34',
      'RateLimit-Policy': '"guest";q=30;w=60',
    });
  });

  it('is when to come again, once the budget is used up', () => {
    expect(refusal({ ...budget, remaining: 0, exceeded: true })).toMatchObject({
      code: 'RATE_LIMITED',
      status: 429,
      retryAfterSeconds: 34,
    });
  });
});

describe('instances that share PostgreSQL', () => {
  it('count together, exactly, under concurrency', async () => {
    const { db } = await testDatabase();
    const limits = [await open({ kind: 'postgres', db }), await open({ kind: 'postgres', db })];
    expect(await passed(limits, 200, 'k')).toBe(60);
    expect(await limits[0]!.peek('key', 'k')).toMatchObject({ remaining: 0 });
    expect(limits[0]!.health()).toEqual({ store: 'postgres', shared: true });
  });

  it('leave no counters behind whose window is over', async () => {
    const { db } = await testDatabase();
    const limits = await open({ kind: 'postgres', db });
    await limits.spend('key', 'k');
    await purgeCounters({ db, realClock: systemClock });
    expect(await db.select().from(rateLimits)).toHaveLength(1);
    await purgeCounters({ db, realClock: { now: () => new Date(Date.now() + 61_000) } });
    expect(await db.select().from(rateLimits)).toHaveLength(0);
  });
});

/** Redis of this machine, where there is one; elsewhere these tests are left out, as those for several connections are. */
const redisUrl = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';
const hasRedis = await (async () => {
  const probe = new Redis(redisUrl, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 500 });
  probe.on('error', () => {});
  try {
    await probe.connect();
    return true;
  } catch {
    return false;
  } finally {
    probe.disconnect();
  }
})();

describe.runIf(hasRedis)('instances that share Redis', () => {
  it('count together, exactly, under concurrency', async () => {
    const subject = randomUUID();
    const limits = [await open({ kind: 'redis', url: redisUrl }), await open({ kind: 'redis', url: redisUrl })];
    expect(await passed(limits, 200, subject)).toBe(60);
    expect(await limits[1]!.peek('key', subject)).toMatchObject({ remaining: 0 });
    expect(limits[0]!.health()).toEqual({ store: 'redis', shared: true });
    await Promise.all(limits.map((one) => one.close()));
  });

  it('count alone while it is gone, say so, and together again once it is back', async () => {
    const gate = await redisGate(redisUrl);
    const limits = await open({ kind: 'redis', url: gate.url });
    const subject = randomUUID();
    await limits.spend('key', subject);
    gate.shut();
    await vi.waitFor(() => expect(limits.health().shared).toBe(false));
    expect(await passed([limits], 100, subject)).toBe(60);
    expect(log.warn).toHaveBeenCalledWith('limits.counting_alone', { reason: 'redis' });

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 });
    gate.open();
    await vi.waitFor(() => expect(limits.health()).toEqual({ store: 'redis', shared: true }), 5_000);
    expect(await limits.spend('key', subject)).toMatchObject({ remaining: 58 });
    await limits.close();
    await gate.close();
  });

  it('start without it', async () => {
    const limits = await open({ kind: 'redis', url: 'redis://127.0.0.1:1' });
    expect(limits.health()).toEqual({ store: 'redis', shared: false });
    expect(await passed([limits], 100, 'k')).toBe(60);
    await limits.close();
  });
});

/** A way to Redis that can be shut. */
async function redisGate(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const { connect } = await import('node:net');
  let isOpen = true;
  const server: Server = createServer((socket) => {
    if (!isOpen) return socket.destroy();
    const behind = connect(Number(port), hostname);
    for (const end of [socket, behind]) {
      sockets.add(end);
      end.on('error', () => {});
      end.on('close', () => {
        sockets.delete(end);
        socket.destroy();
        behind.destroy();
      });
    }
    socket.pipe(behind).pipe(socket);
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `redis://127.0.0.1:${(server.address() as { port: number }).port}`,
    shut: () => {
      isOpen = false;
      drop();
    },
    open: () => {
      isOpen = true;
    },
    close: async () => {
      drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { idempotentCalls } from '../../../src/domain/idempotency/idempotent-call.table.ts';
import type { IdempotentCall, Outcome } from '../../../src/domain/idempotency/idempotent-call.ts';
import { purgeCalls } from '../../../src/domain/idempotency/purge-calls.ts';
import { runOnce } from '../../../src/domain/idempotency/run-once.ts';
import type { AccountCaller, GuestCaller } from '../../../src/kernel/caller.ts';
import { type FailureCode, failureKinds } from '../../../src/kernel/failure.ts';
import type { Once } from '../../../src/kernel/once.ts';
import { createVault } from '../../../src/store/vault.ts';
import { testClock } from '../../support/clock.ts';
import { emptyTables, onPostgres, testDatabase } from '../../support/database.ts';

const { db } = await testDatabase();
const realClock = testClock();
const services = {
  db,
  vault: createVault([randomBytes(32)]),
  realClock,
  log: { debug() {}, info() {}, warn() {}, error() {} },
};

const account: AccountCaller = {
  kind: 'account',
  accountId: 'acc_1',
  keyId: 'key_1',
  mode: 'sandbox',
  scopes: ['agent'],
  clockOffsetSeconds: 0,
};
const guest: GuestCaller = { kind: 'guest', mode: 'sandbox', address: '192.0.2.1', browserShaped: false };
const call: IdempotentCall = { caller: account, operation: 'CreateThing', key: 'k-1', request: { a: 1, b: [2] } };

type Answer = Outcome & { data?: unknown };
const made = (data: unknown): Answer => ({ status: 201, data });
/** Counts how often it acts, and answers with the count. */
const counting = () => {
  let count = 0;
  return vi.fn(async (_once: Once): Promise<Answer> => made({ count: ++count }));
};

/** A run that never comes back, as if its process had been killed: nothing of it happens after `until`. */
async function killed(one: IdempotentCall, until: (once: Once) => Promise<unknown> = async () => {}): Promise<void> {
  await new Promise<void>((resolve) => {
    void runOnce<Answer>(services, one, async (once) => {
      await until(once);
      resolve();
      return new Promise<Answer>(() => {});
    });
  });
}

beforeEach(async () => {
  await emptyTables(db);
  realClock.set('2026-11-20T12:00:00.000Z');
});

describe('a repetition', () => {
  it('gets the first answer without acting again, dates and all', async () => {
    const act = vi.fn(async () => made({ at: new Date('2026-01-02T03:04:05.678Z'), text: 'ä' }));
    const first = await runOnce(services, call, act);
    const second = await runOnce(services, call, act);
    expect(act).toHaveBeenCalledTimes(1);
    expect(first.replayed).toBe(false);
    expect(second).toEqual({ answer: first.answer, replayed: true });
  });

  it('is recognized by its canonical request: the order of keys does not matter', async () => {
    const act = counting();
    await runOnce(services, call, act);
    expect((await runOnce(services, { ...call, request: { b: [2], a: 1 } }, act)).replayed).toBe(true);
  });

  it('with another request is refused, also after a failure that was kept', async () => {
    await runOnce(services, call, async () => ({ status: 422, error: { code: 'VALIDATION_FAILED' as const } }));
    await expect(runOnce(services, { ...call, request: { a: 2 } }, counting())).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });

  it('while the first is running is refused, with the time to wait', async () => {
    let finish = () => {};
    const running = runOnce(services, call, async () => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return made(1);
    });
    await vi.waitFor(async () => expect(await db.select().from(idempotentCalls)).toHaveLength(1));
    await expect(runOnce(services, call, counting())).rejects.toMatchObject({
      code: 'IDEMPOTENCY_IN_PROGRESS',
      retryAfterSeconds: 1,
    });
    finish();
    await running;
    expect((await runOnce(services, call, counting())).replayed).toBe(true);
  });

  it('of an account is the same call with another of its keys', async () => {
    const act = counting();
    await runOnce(services, call, act);
    expect((await runOnce(services, { ...call, caller: { ...account, keyId: 'key_2' } }, act)).replayed).toBe(true);
  });

  it.each<[string, Partial<IdempotentCall>]>([
    ['another account', { caller: { ...account, accountId: 'acc_2' } }],
    ['a guest', { caller: guest }],
    ['another operation', { operation: 'DeleteThing' }],
    ['another key', { key: 'k-2' }],
  ])('is none from %s', async (_, other) => {
    const act = counting();
    await runOnce(services, call, act);
    expect(await runOnce(services, { ...call, ...other }, act)).toEqual({
      answer: made({ count: 2 }),
      replayed: false,
    });
  });

  it('of a guest is none from another address or in another mode', async () => {
    const act = counting();
    for (const caller of [guest, { ...guest, address: '192.0.2.2' }, { ...guest, mode: 'live' as const }]) {
      expect((await runOnce(services, { ...call, caller }, act)).replayed).toBe(false);
    }
    expect((await runOnce(services, { ...call, caller: guest }, act)).replayed).toBe(true);
  });

  it.each(['', ' ', 'x'.repeat(256), 'ä', 'a\tb', '\u007f'])('with the key %j is refused', async (key) => {
    await expect(runOnce(services, { ...call, key }, counting())).rejects.toMatchObject({
      code: 'INVALID_IDEMPOTENCY_KEY',
    });
  });

  it.each(['x', 'x'.repeat(255), 'a b~!"#'])('may have the key %j', async (key) => {
    await runOnce(services, { ...call, key }, counting());
    expect((await runOnce(services, { ...call, key }, counting())).replayed).toBe(true);
  });
});

describe('what is kept', () => {
  const codes = Object.keys(failureKinds) as FailureCode[];
  it.each(codes)('of %s is the answer, unless waiting may cure it', async (code) => {
    const { status, retryable } = failureKinds[code];
    const act = vi.fn(async () => ({ status, error: { code } }));
    await runOnce(services, call, act);
    await runOnce(services, call, act);
    expect(act).toHaveBeenCalledTimes(retryable || status >= 500 ? 2 : 1);
  });

  it('is nothing of what was thrown', async () => {
    const crash = async (): Promise<Answer> => {
      throw new Error('out of order');
    };
    await expect(runOnce(services, call, crash)).rejects.toThrow('out of order');
    expect((await runOnce(services, call, counting())).replayed).toBe(false);
  });

  it('is encrypted, and names neither the key nor the caller', async () => {
    await runOnce(services, { ...call, key: 'canary-key' }, async (once) => {
      await db.transaction((tx) => once.settle(tx, { secret: 'canary-result' }));
      return made({ secret: 'canary-answer' });
    });
    await killed({ ...call, key: 'canary-killed' }, (once) =>
      db.transaction((tx) => once.settle(tx, { secret: 'canary-result' })),
    );
    const rows = await db.select().from(idempotentCalls);
    expect(rows).toHaveLength(2);
    const text = rows.map((row) =>
      Object.values(row)
        .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
        .join(' '),
    );
    expect(text.join(' ')).not.toMatch(/canary|acc_1/);
  });

  it('is kept for 24 hours to the millisecond, and then the key is free, also for another request', async () => {
    await runOnce(services, call, counting());
    realClock.advance(24 * 3600 - 0.001);
    expect((await runOnce(services, call, counting())).replayed).toBe(true);
    realClock.advance(0.001);
    expect((await runOnce(services, { ...call, request: { other: true } }, counting())).replayed).toBe(false);
  });

  it('is purged after 24 hours, and not before', async () => {
    await runOnce(services, call, counting());
    realClock.advance(12 * 3600);
    await runOnce(services, { ...call, key: 'k-2' }, counting());
    realClock.advance(12 * 3600);
    expect(await purgeCalls(services)).toBe(1);
    expect(await db.select().from(idempotentCalls)).toHaveLength(1);
  });
});

describe('after a crash', () => {
  it('the retry waits for the lease, then acts anew when nothing had been settled', async () => {
    await killed(call);
    realClock.advance(29.999);
    await expect(runOnce(services, call, counting())).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
    realClock.advance(0.001);
    const act = counting();
    expect(await runOnce(services, call, act)).toEqual({ answer: made({ count: 1 }), replayed: false });
  });

  it('the retry finds what had been settled in the transaction, and the same id towards the outside', async () => {
    let firstId = '';
    const result = { id: 'ord_1', at: new Date(), big: 10n ** 20n };
    await killed(call, (once) => {
      firstId = once.id;
      return db.transaction((tx) => once.settle(tx, result));
    });
    realClock.advance(30);
    await runOnce(services, call, async (once) => {
      expect(once.id).toBe(firstId);
      expect(once.recalled).toEqual({ result });
      return made('recalled');
    });
    expect(await runOnce(services, call, counting())).toEqual({ answer: made('recalled'), replayed: true });
  });

  it('the retry finds nothing when the transaction had been undone', async () => {
    await killed(call, (once) =>
      db
        .transaction(async (tx) => {
          await once.settle(tx, 'never happened');
          throw new Error('undone');
        })
        .catch(() => {}),
    );
    realClock.advance(30);
    await runOnce(services, call, async (once) => {
      expect(once.recalled).toBeUndefined();
      return made('anew');
    });
  });

  it('each root field finds its own result, and one that failed finds none', async () => {
    await killed(call, async (once) => {
      const [first, failed, second] = [once.field!('first'), once.field!('failed'), once.field!('second')];
      expect(new Set([first.id, failed.id, second.id]).size).toBe(3);
      await db.transaction((tx) => first.settle(tx, 1));
      await db
        .transaction(async (tx) => {
          await failed.settle(tx, 'x');
          throw new Error('undone');
        })
        .catch(() => failed.abandon!());
      await db.transaction((tx) => second.settle(tx, 2));
    });
    realClock.advance(30);
    await runOnce(services, call, async (once) => {
      const recalled = ['first', 'failed', 'second', 'third'].map((name) => once.field!(name).recalled?.result);
      expect(recalled).toEqual([1, undefined, 2, undefined]);
      return made(1);
    });
  });

  it('a failure after the operation was settled leaves its result for the retry', async () => {
    const broken = async (once: Once): Promise<Answer> => {
      await db.transaction((tx) => once.settle(tx, 'done'));
      return { status: 500, error: { code: 'INTERNAL' } };
    };
    await runOnce(services, call, broken);
    await runOnce(services, call, async (once) => {
      expect(once.recalled).toEqual({ result: 'done' });
      return made('done');
    });
  });

  it('a transaction that was committed although its connection broke is found by the retry', async () => {
    const broken = async (once: Once): Promise<Answer> => {
      await db.transaction((tx) => once.settle(tx, 'done'));
      once.abandon!();
      return { status: 503, error: { code: 'SERVICE_UNAVAILABLE' } };
    };
    await runOnce(services, call, broken);
    await runOnce(services, call, async (once) => {
      expect(once.recalled).toEqual({ result: 'done' });
      return made('done');
    });
  });

  it('a run that was overtaken can settle nothing: its transaction is undone', async () => {
    const overtaken = runOnce(services, call, async (once) => {
      realClock.advance(30);
      await runOnce(services, call, async () => made('the other'));
      await db.transaction((tx) => once.settle(tx, 'too late'));
      return made('the first');
    });
    await expect(overtaken).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
    expect(await runOnce(services, call, counting())).toEqual({ answer: made('the other'), replayed: true });
  });

  it('a run that goes on keeps its lease', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      await killed(call);
      for (let round = 0; round < 10; round += 1) {
        realClock.advance(10);
        await vi.advanceTimersByTimeAsync(10_000);
        await vi.waitFor(async () =>
          expect((await db.select().from(idempotentCalls))[0]!.leaseUntil.getTime()).toBe(
            realClock.now().getTime() + 30_000,
          ),
        );
      }
      await expect(runOnce(services, call, counting())).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe(`a thousand calls at once with one key, on ${onPostgres ? 'several connections' : 'one connection'}`, () => {
  it('act once; the others are refused or get the one answer', async () => {
    const act = counting();
    const outcomes = await Promise.allSettled(Array.from({ length: 1_000 }, () => runOnce(services, call, act)));
    expect(act).toHaveBeenCalledTimes(1);
    let answered = 0;
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') {
        answered += 1;
        expect(outcome.value.answer).toEqual(made({ count: 1 }));
      } else expect(outcome.reason).toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
    }
    expect(answered).toBeGreaterThan(0);
  });

  it('after a crash act once more, not more', async () => {
    await killed(call);
    realClock.advance(30);
    const act = counting();
    const outcomes = await Promise.allSettled(Array.from({ length: 1_000 }, () => runOnce(services, call, act)));
    expect(act).toHaveBeenCalledTimes(1);
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
  });
});

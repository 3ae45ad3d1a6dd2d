import { beforeEach, describe, expect, it, vi } from 'vitest';
import { idempotentCalls } from '../../../src/domain/idempotency/idempotent-call.table.ts';
import { releaseCalls } from '../../../src/domain/idempotency/release-calls.ts';
import { runOnce } from '../../../src/domain/idempotency/run-once.ts';
import type { Once } from '../../../src/kernel/once.ts';
import { onPostgres } from '../../support/database.ts';
import { type Answer, call, counting, made, openRuns } from './runs.ts';

const { db, killed, realClock, services, startAnew } = await openRuns();

beforeEach(startAnew);

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
  }, 60_000);

  it('after a crash act once more, not more', async () => {
    await killed(call);
    realClock.advance(30);
    const act = counting();
    const outcomes = await Promise.allSettled(Array.from({ length: 1_000 }, () => runOnce(services, call, act)));
    expect(act).toHaveBeenCalledTimes(1);
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
  }, 60_000);
});

describe('at the start of the only process', () => {
  it('a call that broke off is released at once, and an answered one stays answered', async () => {
    await killed(call);
    const answered = { ...call, key: 'k-2' };
    await runOnce(services, answered, counting());
    expect(await releaseCalls(services)).toBe(1);
    expect(await runOnce(services, call, counting())).toEqual({ answer: made({ count: 1 }), replayed: false });
    expect((await runOnce(services, answered, counting())).replayed).toBe(true);
  });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { idempotentCalls } from '../../../src/domain/idempotency/idempotent-call.table.ts';
import type { IdempotentCall } from '../../../src/domain/idempotency/idempotent-call.ts';
import { purgeCalls } from '../../../src/domain/idempotency/purge-calls.ts';
import { runOnce } from '../../../src/domain/idempotency/run-once.ts';
import type { GuestCaller } from '../../../src/kernel/caller.ts';
import { type FailureCode, failureKinds } from '../../../src/kernel/failure.ts';
import { type Answer, account, call, counting, made, openRuns } from './runs.ts';

const { db, killed, realClock, services, startAnew } = await openRuns();

const guest: GuestCaller = { kind: 'guest', mode: 'sandbox', address: '192.0.2.1', browserShaped: false };

beforeEach(startAnew);

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

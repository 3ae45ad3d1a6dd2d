import type { Caller } from '../../kernel/caller.ts';
import { type Clock, shiftedClock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Once } from '../../kernel/once.ts';
import type { Db } from '../../store/db.ts';
import { hastenFilings } from '../filing/hasten-filings.ts';
import { advanceOwnerClock } from '../keys/advance-owner-clock.ts';
import type { KeyRing } from '../keys/authenticate.ts';
import { requireOwner } from '../keys/require-guest.ts';
import { hastenDeliveries } from '../webhooks/hasten-deliveries.ts';

/** A sandbox clock as it stands. */
export interface SandboxClock {
  now: Date;
  /** How far it runs ahead of the real time. */
  offsetSeconds: number;
}

/**
 * Moves the clock of a sandbox account, or of the guest of a token, on. What is due by it becomes due at once: holds, retries, windows and
 * expiries. Live callers get NOT_FOUND.
 */
export async function advanceClock(
  ctx: {
    caller: Caller;
    db: Db;
    clock: Clock;
    realClock: Clock;
    keyRing: KeyRing;
    wake(queue: 'filing' | 'webhooks'): void;
    once?: Once | undefined;
  },
  request: { advanceSeconds: number; guestToken?: string | null | undefined },
): Promise<SandboxClock> {
  if (ctx.caller.mode !== 'sandbox') throw new Failure('NOT_FOUND');
  const { owner } = await requireOwner(ctx, request.guestToken);
  const clock = await ctx.db.transaction(async (tx) => {
    const offsetSeconds = await advanceOwnerClock(tx, owner, request.advanceSeconds);
    await hastenFilings(tx, owner, request.advanceSeconds);
    await hastenDeliveries(tx, owner, request.advanceSeconds);
    const result: SandboxClock = { now: shiftedClock(ctx.realClock, offsetSeconds).now(), offsetSeconds };
    await ctx.once?.settle(tx, result);
    return result;
  });
  if (owner.kind === 'account') ctx.keyRing.forget(owner.accountId);
  ctx.wake('filing');
  ctx.wake('webhooks');
  return clock;
}

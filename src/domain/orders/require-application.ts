import { createHash } from 'node:crypto';
import type { Caller } from '../../kernel/caller.ts';
import { type Clock, shiftedClock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Db } from '../../store/db.ts';
import { findGuestByToken } from '../keys/require-guest.ts';
import { type ApplicationInContext, findApplicationInContext } from './order.store.ts';

/** An application that the caller may see, and the time as it is for its owner. */
export interface VisibleApplication extends ApplicationInContext {
  clock: Clock;
}

/**
 * Returns an application of the caller: an account's own, or the one that a guest token covers. Somebody else's and one that does not
 * exist are the same NOT_FOUND. Throws GUEST_TOKEN_REQUIRED without key and token or with an unknown token, and
 * GUEST_SESSION_EXPIRED when the token has run out.
 */
export async function requireApplication(
  ctx: { db: Db; caller: Caller; clock: Clock },
  applicationId: string,
  guestToken?: string | null,
): Promise<VisibleApplication> {
  const { caller } = ctx;
  if (caller.kind === 'account') {
    const found = await findApplicationInContext(ctx.db, applicationId);
    if (!found || found.order.accountId !== caller.accountId || found.order.mode !== caller.mode)
      throw new Failure('NOT_FOUND');
    return { ...found, clock: ctx.clock };
  }
  if (caller.kind !== 'guest' || !guestToken) throw new Failure('GUEST_TOKEN_REQUIRED');
  const tokenHash = createHash('sha256').update(guestToken).digest('hex');
  const found = await findApplicationInContext(ctx.db, applicationId);
  if (!found?.guest || found.guest.tokenHash !== tokenHash) {
    // An unknown token is the caller's mistake to mend; a known one must not learn what else exists.
    if (!(await findGuestByToken(ctx.db, guestToken))) throw new Failure('GUEST_TOKEN_REQUIRED');
    throw new Failure('NOT_FOUND');
  }
  const clock = shiftedClock(ctx.clock, found.guest.clockOffsetSeconds);
  if (found.guest.expiresAt <= clock.now()) throw new Failure('GUEST_SESSION_EXPIRED');
  return { ...found, clock };
}

import { hash } from 'node:crypto';
import type { Caller } from '../../kernel/caller.ts';
import { addSeconds, type Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Db } from '../../store/db.ts';
import { findGuestByToken, guestClock } from '../keys/require-guest.ts';
import { type ApplicationInContext, findApplicationInContext } from './order.store.ts';

/** An application that the caller may see, and the time as it is for its owner. */
export interface VisibleApplication extends ApplicationInContext {
  clock: Clock;
  /** When the caller stops seeing it, by the real time: the end of the guest token that shows it; null where the account owns it. */
  visibleUntil: Date | null;
}

/**
 * Returns an application of the caller: the account's own, or else the one that the guest token covers. Somebody else's, one of the
 * other mode than the key's and one that does not exist are the same NOT_FOUND. Throws GUEST_TOKEN_REQUIRED without key and token, or without
 * key and with an unknown token, and GUEST_SESSION_EXPIRED when the token has run out.
 */
export async function requireApplication(
  ctx: { db: Db; caller: Caller; clock: Clock },
  applicationId: string,
  guestToken?: string | null,
): Promise<VisibleApplication> {
  const { caller } = ctx;
  const account = caller.kind === 'account' ? caller : undefined;
  if (!account && (caller.kind !== 'guest' || !guestToken)) throw new Failure('GUEST_TOKEN_REQUIRED');
  const found = await findApplicationInContext(ctx.db, applicationId, { guest: Boolean(guestToken) });
  if (account && found?.order.mode !== account.mode) throw new Failure('NOT_FOUND');
  if (account && found?.order.accountId === account.accountId) {
    return { ...found, clock: ctx.clock, visibleUntil: null };
  }
  if (!found?.guest || !guestToken || found.guest.tokenHash !== hash('sha256', guestToken)) {
    // Without a key, an unknown token is the caller's mistake to mend; a known one must not learn what else exists.
    if (!account && !(await findGuestByToken(ctx.db, guestToken!))) throw new Failure('GUEST_TOKEN_REQUIRED');
    throw new Failure('NOT_FOUND');
  }
  const { expiresAt, clockOffsetSeconds } = found.guest;
  const clock = guestClock(ctx, found.guest);
  if (expiresAt <= clock.now()) throw new Failure('GUEST_SESSION_EXPIRED');
  return { ...found, clock, visibleUntil: addSeconds(expiresAt, -clockOffsetSeconds) };
}

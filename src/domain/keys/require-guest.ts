import { hash } from 'node:crypto';
import type { Caller, Owner } from '../../kernel/caller.ts';
import { type Clock, shiftedClock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Db } from '../../store/db.ts';
import { findGuestByTokenHash, type GuestSession } from './guest-session.store.ts';

/** Tokens are shorter; hashing anything longer would be a favour to whoever sends it. */
const longestToken = 200;

/** Finds the guest session that a token belongs to, expired or not. */
export async function findGuestByToken(db: Db, token: string): Promise<GuestSession | undefined> {
  if (token.length > longestToken) return undefined;
  return findGuestByTokenHash(db, hash('sha256', token));
}

/** A guest session that is open, and the time as it is for it. */
export interface Guest {
  guestId: string;
  session: GuestSession;
  /** The guest's own clock: the sandbox may have moved it ahead. */
  clock: Clock;
}

/**
 * Returns the guest session of a token. Throws GUEST_TOKEN_REQUIRED without a token or with an unknown one, and
 * GUEST_SESSION_EXPIRED once it has run out by the guest's own clock.
 */
export async function requireGuest(ctx: { db: Db; clock: Clock }, token: string | null | undefined): Promise<Guest> {
  const session = token ? await findGuestByToken(ctx.db, token) : undefined;
  if (!session) throw new Failure('GUEST_TOKEN_REQUIRED');
  const clock = shiftedClock(ctx.clock, session.clockOffsetSeconds);
  if (session.expiresAt <= clock.now()) throw new Failure('GUEST_SESSION_EXPIRED');
  return { guestId: session.id, session, clock };
}

/**
 * Tells whom a call acts for: the account of its key, or the guest session of its token; a key goes before a token. Throws as
 * `requireGuest` does.
 */
export async function requireOwner(
  ctx: { db: Db; caller: Caller; clock: Clock },
  guestToken: string | null | undefined,
): Promise<{ owner: Owner; clock: Clock }> {
  if (ctx.caller.kind === 'account') {
    return { owner: { kind: 'account', accountId: ctx.caller.accountId }, clock: ctx.clock };
  }
  const { guestId, clock } = await requireGuest(ctx, guestToken);
  return { owner: { kind: 'guest', guestId }, clock };
}

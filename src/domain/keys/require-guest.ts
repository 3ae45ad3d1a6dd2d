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

interface Needs {
  db: Db;
  caller: Caller;
  /** The caller's own time. */
  clock: Clock;
}

/** Returns the time as it is for a guest, whoever is calling: each sandbox clock runs ahead by itself. */
export function guestClock(
  { caller, clock }: { caller: Caller; clock: Clock },
  { clockOffsetSeconds }: Pick<GuestSession, 'clockOffsetSeconds'>,
): Clock {
  return shiftedClock(clock, clockOffsetSeconds - (caller.kind === 'account' ? caller.clockOffsetSeconds : 0));
}

/**
 * Finds the open guest session of a token. Without a token there is none, nor for an unknown one, nor beside a key of the other mode.
 * Throws GUEST_SESSION_EXPIRED once it has run out by the guest's own clock.
 */
export async function findGuest(ctx: Needs, token: string | null | undefined): Promise<Guest | undefined> {
  const session = token ? await findGuestByToken(ctx.db, token) : undefined;
  if (!session || (ctx.caller.kind === 'account' && ctx.caller.mode !== session.mode)) return undefined;
  const clock = guestClock(ctx, session);
  if (session.expiresAt <= clock.now()) throw new Failure('GUEST_SESSION_EXPIRED');
  return { guestId: session.id, session, clock };
}

/**
 * Tells whom a call acts for: the account of its key or, without a key or where what is called for `isTheirs` says is not the account's,
 * the guest of its token. Throws GUEST_TOKEN_REQUIRED without a key and a known token, and as `findGuest` does.
 */
export async function requireOwner(
  ctx: Needs,
  guestToken: string | null | undefined,
  isTheirs: (owner: Owner) => Promise<boolean> = async () => true,
): Promise<{ owner: Owner; clock: Clock }> {
  const { caller } = ctx;
  const account: Owner | undefined =
    caller.kind === 'account' ? { kind: 'account', accountId: caller.accountId } : undefined;
  if (account && (!guestToken || (await isTheirs(account)))) return { owner: account, clock: ctx.clock };
  const guest = await findGuest(ctx, guestToken);
  if (guest) return { owner: { kind: 'guest', guestId: guest.guestId }, clock: guest.clock };
  if (account) return { owner: account, clock: ctx.clock };
  throw new Failure('GUEST_TOKEN_REQUIRED');
}

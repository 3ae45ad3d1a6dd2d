import { type Caller, requireAccount } from '../../kernel/caller.ts';
import { addSeconds, type Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Once } from '../../kernel/once.ts';
import type { Db } from '../../store/db.ts';
import { type IssuedKey, isUsable, longestOverlapSeconds, usualOverlapSeconds } from './api-key.ts';
import type { KeyRing } from './authenticate.ts';
import { addKey } from './issue-key.ts';
import { lockKey, updateKey } from './key.store.ts';

/** Which key to replace, and how long it goes on working. */
export interface RollKeyRequest {
  /** The key that makes the call when absent. */
  keyId?: string | null | undefined;
  /** 0 ends the old key at once. */
  overlapSeconds?: number | null | undefined;
}

/**
 * Replaces a key of the caller's account by a new one with the same name and scopes. The old one works until the overlap
 * is over. A key cannot be rolled by one with lesser scopes, nor twice.
 */
export async function rollKey(
  ctx: { caller: Caller; db: Db; realClock: Clock; keyRing: KeyRing; once?: Once | undefined },
  request: RollKeyRequest,
): Promise<IssuedKey> {
  const caller = requireAccount(ctx.caller);
  const overlapSeconds = request.overlapSeconds ?? usualOverlapSeconds;
  if (overlapSeconds < 0 || overlapSeconds > longestOverlapSeconds) {
    throw new Failure('INVALID_REQUEST', {
      message: `The overlap is between 0 and ${longestOverlapSeconds} seconds.`,
      argument: 'overlapSeconds',
    });
  }
  const now = ctx.realClock.now();
  const issued = await ctx.db.transaction(async (tx) => {
    const old = await lockKey(tx, request.keyId ?? caller.keyId, caller.accountId);
    if (!old) throw new Failure('NOT_FOUND');
    const lacking = old.scopes.find((scope) => !caller.scopes.includes(scope));
    if (lacking) throw new Failure('INSUFFICIENT_SCOPE', { details: { required_scope: lacking } });
    if (!isUsable(old, now) || old.replacedBy !== null) {
      throw new Failure('INVALID_REQUEST', {
        message: 'The key was already rolled, or it has expired or been revoked.',
        hint: 'Roll the key that replaced it, or get a new one with POST /keys.',
        argument: 'keyId',
      });
    }
    // The successor of a key that ends by itself ends with it: rolling never prolongs what was granted.
    const { accountId, mode, scopes, name, expiresAt } = old;
    const made = await addKey(tx, { accountId, mode, scopes, name, createdAt: now, expiresAt });
    const overlapEnd = addSeconds(now, overlapSeconds);
    await updateKey(tx, old.id, {
      expiresAt: expiresAt !== null && expiresAt < overlapEnd ? expiresAt : overlapEnd,
      replacedBy: made.key.id,
    });
    await ctx.once?.settle(tx, made);
    return made;
  });
  ctx.keyRing.forget(caller.accountId);
  return issued;
}

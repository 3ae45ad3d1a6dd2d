import { type Caller, requireAccount } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Once } from '../../kernel/once.ts';
import type { Db } from '../../store/db.ts';
import type { ApiKey } from './api-key.ts';
import type { KeyRing } from './authenticate.ts';
import { lockKey, updateKey } from './key.store.ts';

/**
 * Ends a key for good: at once in this process, within a second everywhere. An account revokes its own keys, the one in use
 * among them; operators and the command line revoke any. Repeating it changes nothing.
 */
export async function revokeKey(
  ctx: { caller: Caller; db: Db; realClock: Clock; keyRing: Pick<KeyRing, 'forget'>; once?: Once | undefined },
  keyId: string,
): Promise<ApiKey> {
  const { caller } = ctx;
  const anyKey = caller.kind === 'system' || requireAccount(caller).scopes.includes('operator');
  const revoked = await ctx.db.transaction(async (tx) => {
    const key = await lockKey(tx, keyId, anyKey ? undefined : requireAccount(caller).accountId);
    if (!key) throw new Failure('NOT_FOUND');
    const revokedAt = key.revokedAt ?? ctx.realClock.now();
    if (key.revokedAt === null) await updateKey(tx, keyId, { revokedAt });
    const result = { ...key, revokedAt };
    await ctx.once?.settle(tx, result);
    return result;
  });
  ctx.keyRing.forget(revoked.accountId);
  return revoked;
}

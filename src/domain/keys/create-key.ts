import type { Clock } from '../../kernel/clock.ts';
import type { Once } from '../../kernel/once.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import type { IssuedKey } from './api-key.ts';
import { addAccount, addKey } from './issue-key.ts';
import type { KeyAllowance } from './key-allowance.port.ts';
import type { LiveClaims } from './live-claims.port.ts';

/** What a caller may say of the key it wants. */
export interface CreateKeyRequest {
  name?: string | null | undefined;
  email?: string | null | undefined;
  /** A paid live guest checkout, whose live key is wanted; a sandbox key when absent. */
  paymentSessionId?: string | null | undefined;
}

/**
 * Issues a key to whoever asks: a sandbox key with an account of its own, or, for a paid live guest checkout, the live
 * key that it earned, once, together with its order. Counts against the allowance of the client's address.
 */
export async function createKey(
  ctx: {
    address: string;
    db: Db;
    vault: Vault;
    realClock: Clock;
    limits: KeyAllowance;
    liveClaims: LiveClaims;
    once?: Once | undefined;
  },
  request: CreateKeyRequest,
): Promise<IssuedKey> {
  await ctx.limits.spendKey(ctx.address);
  const createdAt = ctx.realClock.now();
  const { name = null, email = null, paymentSessionId } = request;
  const mode = paymentSessionId ? 'live' : 'sandbox';
  return ctx.db.transaction(async (tx) => {
    const accountId = await addAccount(ctx, tx, { mode, name, email, createdAt });
    if (paymentSessionId) await ctx.liveClaims.claim(tx, paymentSessionId, accountId, email);
    const issued = await addKey(tx, { accountId, mode, scopes: ['agent'], name, createdAt, expiresAt: null });
    await ctx.once?.settle(tx, issued);
    return issued;
  });
}

import { type Caller, requireAccount } from '../../kernel/caller.ts';
import { addSeconds, type Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Once } from '../../kernel/once.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { newSigningSecret } from './signature.ts';
import { lockWebhook, updateWebhookRow } from './webhook.store.ts';
import {
  type IssuedWebhook,
  longestOverlapSeconds,
  previousSecretPlace,
  secretPlace,
  usualOverlapSeconds,
} from './webhook.ts';

/**
 * Gives an endpoint a new secret. Until the overlap is over deliveries carry two signatures, of the new secret and of the one
 * before; an even older one stops at once. The new secret is returned here and never again.
 */
export async function rotateWebhookSecret(
  ctx: { caller: Caller; db: Db; vault: Vault; clock: Clock; realClock: Clock; once?: Once | undefined },
  request: { id: string; overlapSeconds?: number | null | undefined },
): Promise<IssuedWebhook> {
  const caller = requireAccount(ctx.caller);
  const overlapSeconds = request.overlapSeconds ?? usualOverlapSeconds;
  if (overlapSeconds < 0 || overlapSeconds > longestOverlapSeconds) {
    throw new Failure('INVALID_REQUEST', {
      message: `The overlap is between 0 and ${longestOverlapSeconds} seconds.`,
      argument: 'overlapSeconds',
    });
  }
  const signingSecret = newSigningSecret();
  return ctx.db.transaction(async (tx) => {
    const present = await lockWebhook(tx, caller, request.id);
    if (!present) throw new Failure('NOT_FOUND');
    const { id } = present;
    const old = ctx.vault.open(present.secret, secretPlace(id));
    const webhook = await updateWebhookRow(tx, id, {
      secret: ctx.vault.seal(Buffer.from(signingSecret), secretPlace(id)),
      previousSecret: overlapSeconds === 0 ? null : ctx.vault.seal(old, previousSecretPlace(id)),
      previousSecretUntil: overlapSeconds === 0 ? null : addSeconds(ctx.realClock.now(), overlapSeconds),
      updatedAt: ctx.clock.now(),
    });
    const issued = { ...webhook, signingSecret };
    await ctx.once?.settle(tx, issued);
    return issued;
  });
}

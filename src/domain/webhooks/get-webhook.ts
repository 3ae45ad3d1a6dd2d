import { type Caller, requireAccount } from '../../kernel/caller.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Db } from '../../store/db.ts';
import { findWebhook } from './webhook.store.ts';
import type { Webhook } from './webhook.ts';

/** Returns an endpoint of the caller's account; throws NOT_FOUND for any other. */
export async function getWebhook(ctx: { caller: Caller; db: Db }, id: string): Promise<Webhook> {
  const webhook = await findWebhook(ctx.db, requireAccount(ctx.caller), id);
  if (!webhook) throw new Failure('NOT_FOUND');
  return webhook;
}

import { type Caller, requireAccount } from '../../kernel/caller.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Once } from '../../kernel/once.ts';
import type { Db } from '../../store/db.ts';
import { deleteWebhookRow } from './webhook.store.ts';

/** Deletes an endpoint of the caller's account with its deliveries, for good; throws NOT_FOUND for any other. */
export async function deleteWebhook(
  ctx: { caller: Caller; db: Db; once?: Once | undefined },
  id: string,
): Promise<{ id: string }> {
  const caller = requireAccount(ctx.caller);
  return ctx.db.transaction(async (tx) => {
    if (!(await deleteWebhookRow(tx, caller, id))) throw new Failure('NOT_FOUND');
    await ctx.once?.settle(tx, { id });
    return { id };
  });
}

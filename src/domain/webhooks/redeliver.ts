import { type Caller, requireAccount } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Once } from '../../kernel/once.ts';
import type { Db } from '../../store/db.ts';
import { findDelivery, restartDelivery } from './delivery.store.ts';
import type { Delivery } from './delivery.ts';
import { inOwnersTime } from './owners-time.ts';

/**
 * Delivers one event again, at once and then by the whole schedule, under the same event id. Throws NOT_FOUND for a delivery of
 * somebody else, and WEBHOOK_DISABLED when the endpoint gets nothing.
 */
export async function redeliver(
  ctx: { caller: Caller; db: Db; realClock: Clock; wake(queue: 'webhooks'): void; once?: Once | undefined },
  deliveryId: string,
): Promise<Delivery> {
  const caller = requireAccount(ctx.caller);
  const delivery = await ctx.db.transaction(async (tx) => {
    const found = await findDelivery(tx, caller, deliveryId);
    if (!found) throw new Failure('NOT_FOUND');
    if (found.disabledAt) throw new Failure('WEBHOOK_DISABLED');
    const [told] = inOwnersTime([await restartDelivery(tx, found.id, ctx.realClock.now())], caller);
    await ctx.once?.settle(tx, told);
    return told!;
  });
  ctx.wake('webhooks');
  return delivery;
}

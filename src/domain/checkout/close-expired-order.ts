import { type Clock, shiftedClock } from '../../kernel/clock.ts';
import type { Db } from '../../store/db.ts';
import { moveApplication } from '../orders/move-applications.ts';
import { type OrderAtHand, updateOrder } from '../orders/order.store.ts';

/** Closes an order whose session ran out unpaid, in the given transaction: its drafts move to EXPIRED. */
export async function closeExpiredOrder(
  ctx: { realClock: Clock },
  tx: Db,
  { order, applications, clockOffsetSeconds }: OrderAtHand,
): Promise<void> {
  const set = { paymentStatus: 'expired', checkoutUrl: null, checkDueAt: null } as const;
  await updateOrder(tx, order.id, set);
  const at = shiftedClock(ctx.realClock, clockOffsetSeconds).now();
  for (const application of applications) {
    if (application.status !== 'DRAFT') continue;
    const note = 'The payment session ran out.';
    await moveApplication(tx, { application, order: { ...order, ...set }, trigger: 'expire', at, note });
  }
}

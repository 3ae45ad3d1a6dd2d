import { type Clock, shiftedClock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Db } from '../../store/db.ts';
import { moveApplication } from '../orders/move-applications.ts';
import { type OrderAtHand, updateOrder } from '../orders/order.store.ts';
import type { Order } from '../orders/order.ts';
import { allows } from '../orders/state.ts';
import { reverseCommission } from '../partners/reverse-commission.ts';
import { soonChecked } from './payment-check.ts';

/**
 * Notes, in the given transaction, that the money of an order went back or is on its way: cancels every application that the
 * authority does not have and takes the commission back. A repeat changes nothing but how far the refund is.
 */
export async function closeRefundedOrder(
  ctx: { realClock: Clock; log: Log },
  tx: Db,
  { order, applications, clockOffsetSeconds }: OrderAtHand,
  refund: { refundId: string | null; refundState: 'pending' | 'succeeded' },
): Promise<Order> {
  const now = shiftedClock(ctx.realClock, clockOffsetSeconds).now();
  const set = {
    ...refund,
    refundedAt: order.refundedAt ?? now,
    paymentStatus: 'refunded',
    paymentProblem: null,
    ...(refund.refundState === 'pending' ? soonChecked(ctx.realClock.now()) : { checkDueAt: null }),
  } as const;
  await updateOrder(tx, order.id, set);
  const refunded: Order = { ...order, ...set };
  for (const application of applications) {
    if (!allows(application.status, 'refund')) continue;
    await moveApplication(tx, {
      application,
      order: refunded,
      trigger: 'refund',
      at: now,
      note: 'The order was refunded in full.',
      set: { filingDueAt: null },
    });
  }
  await reverseCommission(tx, order.id, 'REFUND', now);
  ctx.log.info('order.refunded', { order_id: order.id, mode: order.mode, code: refund.refundState });
  return refunded;
}

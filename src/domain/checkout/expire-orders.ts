import { type Clock, shiftedClock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Log } from '../../kernel/log.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { listExpiredOrders, lockOrder } from '../orders/order.store.ts';
import { closeExpiredOrder } from './close-expired-order.ts';
import type { PaymentsByMode } from './payments.port.ts';
import { PaymentsUnavailable } from './payments.port.ts';
import { reconcilePayment } from './reconcile-payment.ts';

/**
 * Closes orders whose session ran out unpaid: the provider is asked one last time and told to close the session, then the drafts
 * move to EXPIRED. Returns how many were closed. Run by a worker; safe to repeat and to run in several places.
 */
export async function expireOrders(ctx: {
  db: Db;
  vault: Vault;
  /** An order expires by its owner's sandbox clock. */
  realClock: Clock;
  log: Log;
  payments: PaymentsByMode;
}): Promise<number> {
  let closed = 0;
  for (const { id, mode, paymentSessionId } of await listExpiredOrders(ctx.db, ctx.realClock.now(), 50)) {
    if (paymentSessionId) {
      try {
        await ctx.payments(mode).expireSession(paymentSessionId);
        const order = await reconcilePayment(ctx, paymentSessionId);
        if (order?.paymentStatus === 'expired') {
          closed += 1;
          continue;
        }
      } catch (error) {
        // Whether it was paid is not known: it is not closed before that is.
        const isOutage = error instanceof PaymentsUnavailable || error instanceof Failure;
        if (!isOutage) ctx.log.warn('order.expiry_delayed', { order_id: id, error });
        continue;
      }
    }
    closed += await ctx.db.transaction(async (tx) => {
      const atHand = (await lockOrder(tx, id))!;
      const { order, clockOffsetSeconds } = atHand;
      const at = shiftedClock(ctx.realClock, clockOffsetSeconds).now();
      if (!['unpaid', 'failed'].includes(order.paymentStatus) || order.expiresAt > at) return 0;
      await closeExpiredOrder(ctx, tx, atHand);
      return 1;
    });
  }
  return closed;
}

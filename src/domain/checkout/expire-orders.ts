import { type Clock, shiftedClock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Log } from '../../kernel/log.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { moveApplication } from '../orders/move-applications.ts';
import { listExpiredOrders, lockOrder, updateOrder } from '../orders/order.store.ts';
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
        await reconcilePayment(ctx, paymentSessionId);
      } catch (error) {
        // Whether it was paid is not known: it is not closed before that is.
        const isOutage = error instanceof PaymentsUnavailable || error instanceof Failure;
        if (!isOutage) ctx.log.warn('order.expiry_delayed', { order_id: id, error });
        continue;
      }
    }
    closed += await ctx.db.transaction(async (tx) => {
      const { order, applications, clockOffsetSeconds } = (await lockOrder(tx, id))!;
      const at = shiftedClock(ctx.realClock, clockOffsetSeconds).now();
      if (!['unpaid', 'failed'].includes(order.paymentStatus) || order.expiresAt > at) return 0;
      const expired = { ...order, paymentStatus: 'expired' as const };
      await updateOrder(tx, id, { paymentStatus: 'expired', checkoutUrl: null, checkDueAt: null });
      for (const application of applications) {
        if (application.status !== 'DRAFT') continue;
        const note = 'The payment session ran out.';
        await moveApplication(tx, { application, order: expired, trigger: 'expire', at, note });
      }
      return 1;
    });
  }
  return closed;
}

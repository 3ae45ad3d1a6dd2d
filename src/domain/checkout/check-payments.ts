import { addSeconds } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import { findOrderById, lockOrder } from '../orders/order.store.ts';
import type { Order } from '../orders/order.ts';
import { openSession, recordSession } from './open-session.ts';
import { claimDueChecks, endChecks } from './payment-check.store.ts';
import { hangingOf } from './payment-check.ts';
import { PaymentsUnavailable } from './payments.port.ts';
import { type ReconcileNeeds, reconcilePayment } from './reconcile-payment.ts';
import { refundOrder } from './refund-order.ts';

/** How old an order may be for its session to be made: providers forget keys after a day, and would make a second one. */
const latestSessionSeconds = 23 * 60 * 60;

/**
 * Finishes what hangs about payments: sessions whose making was cut short, payments of which no news came, refunds that a crash or an outage left
 * half done. What does not come to an end is looked at again, in growing intervals. Returns how many orders were looked at. Run by a
 * worker; safe to repeat and to run in several places.
 */
export async function checkPayments(ctx: ReconcileNeeds & { baseUrl: string }): Promise<number> {
  const due = await claimDueChecks(ctx.db, ctx.realClock.now(), 20);
  for (const order of due) {
    try {
      await finish(ctx, order);
    } catch (error) {
      const isOutage = error instanceof PaymentsUnavailable || error instanceof Failure;
      if (!isOutage) ctx.log.error('payment.check_failed', { order_id: order.id, error });
      continue;
    }
    const now = await findOrderById(ctx.db, order.id);
    if (now && hangingOf(now) === null) await endChecks(ctx.db, { id: order.id, checks: order.checks + 1 });
  }
  return due.length;
}

async function finish(ctx: ReconcileNeeds & { baseUrl: string }, order: Order): Promise<void> {
  switch (hangingOf(order)) {
    case 'session':
      return finishSession(ctx, order);
    case 'refund':
      await refundOrder(ctx, order.id);
      return;
    case 'payment':
    case 'refund_outcome':
      await reconcilePayment(ctx, order.paymentSessionId!, { thoroughly: true });
      return;
    case null:
  }
}

async function finishSession(ctx: ReconcileNeeds & { baseUrl: string }, order: Order): Promise<void> {
  if (addSeconds(order.createdAt, latestSessionSeconds) <= ctx.realClock.now()) return;
  const session = await openSession(ctx, order);
  await ctx.db.transaction(async (tx) => {
    const atHand = await lockOrder(tx, order.id);
    if (atHand?.order.paymentSessionId === null) await recordSession(ctx, tx, atHand.order, session);
  });
}

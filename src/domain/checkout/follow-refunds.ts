import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Db } from '../../store/db.ts';
import { type OrderAtHand, updateOrder } from '../orders/order.store.ts';
import { closeRefundedOrder } from './close-refunded-order.ts';
import type { RefundTruth, SessionState } from './payments.port.ts';
import { failRefund } from './refund-order.ts';

/**
 * Takes over what became of the refunds of a paid order, in the given transaction: one of ours that was under way, and those that
 * somebody made elsewhere. A whole refund closes the order; a part is told to operators and closes nothing.
 */
export async function followRefunds(
  ctx: { realClock: Clock; log: Log },
  tx: Db,
  atHand: OrderAtHand,
  { refunds }: SessionState,
): Promise<void> {
  const { order } = atHand;
  const given = refunds.filter(({ state }) => state !== 'failed');
  const total = given.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  if (total >= order.totalMinor) {
    const refundState = given.every(({ state }) => state === 'succeeded') ? 'succeeded' : 'pending';
    if (order.paymentStatus === 'refunded' && order.refundState === refundState) return;
    await closeRefundedOrder(ctx, tx, atHand, { refundId: latest(given)?.refundId ?? null, refundState });
    return;
  }
  if (order.paymentStatus === 'refunded') {
    const failed = refunds.find(({ refundId, state }) => refundId === order.refundId && state === 'failed');
    if (failed && order.refundState !== 'failed') await failRefund(ctx, tx, order, failed.refundId);
    return;
  }
  if (total > 0 && order.paymentProblem !== 'partly_refunded') {
    ctx.log.error('payment.partly_refunded', { order_id: order.id, mode: order.mode });
    await updateOrder(tx, order.id, { paymentProblem: 'partly_refunded' });
  }
}

const latest = (refunds: readonly RefundTruth[]) => refunds.find(({ ours }) => ours) ?? refunds[0];

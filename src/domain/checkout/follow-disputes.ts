import { type Clock, shiftedClock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Db } from '../../store/db.ts';
import { type OrderAtHand, updateApplication, updateOrder } from '../orders/order.store.ts';
import { reinstateCommission, reverseCommission } from '../partners/reverse-commission.ts';
import { listDisputes, upsertDispute } from './payment-dispute.store.ts';
import type { SessionState } from './payments.port.ts';

/**
 * Takes over the disputes of a payment, in the given transaction. While one is open or lost, nothing of the order is filed and its partner
 * earns nothing; when all are won, both go on as before. Operators find the order among the payment problems.
 */
export async function followDisputes(
  ctx: { realClock: Clock; log: Log },
  tx: Db,
  { order, applications, clockOffsetSeconds }: OrderAtHand,
  { disputes }: SessionState,
): Promise<void> {
  if (disputes.length === 0) return;
  const now = ctx.realClock.now();
  const known = new Map((await listDisputes(tx, order.id)).map((dispute) => [dispute.id, dispute]));
  for (const { disputeId, state, reason, amount, openedAt } of disputes) {
    const before = known.get(disputeId);
    if (before?.state === state) continue;
    await upsertDispute(tx, {
      id: disputeId,
      orderId: order.id,
      state,
      reason,
      amountMinor: amount.minor,
      currency: amount.currency,
      openedAt,
      closedAt: state === 'open' ? null : (before?.closedAt ?? now),
    });
    ctx.log.warn('payment.dispute', { order_id: order.id, code: state, mode: order.mode });
  }
  const disputed = disputes.some(({ state }) => state !== 'won');
  if (disputed === (order.disputedAt !== null)) return;
  await updateOrder(tx, order.id, { disputedAt: disputed ? now : null });
  const at = shiftedClock(ctx.realClock, clockOffsetSeconds).now();
  if (disputed) return reverseCommission(tx, order.id, 'DISPUTE', at);
  await reinstateCommission(tx, order.id, at);
  for (const { id, status, filingDueAt } of applications) {
    if (status === 'PAID' && filingDueAt !== null) await updateApplication(tx, id, { filingDueAt: now });
  }
}

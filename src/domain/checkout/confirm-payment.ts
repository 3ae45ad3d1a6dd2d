import type { Mode } from '../../kernel/caller.ts';
import { addSeconds, type Clock, shiftedClock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { moveApplication } from '../orders/move-applications.ts';
import { type OrderAtHand, updateOrder } from '../orders/order.store.ts';
import { emailPlace, type Order, type PaymentProblem, paidAfterClose, refundWindowSeconds } from '../orders/order.ts';
import { earnCommission, type PaidOrder } from '../partners/earn-commission.ts';
import { closeExpiredOrder } from './close-expired-order.ts';
import type { SessionState } from './payments.port.ts';
import { claimOrderRefund } from './refund-order.ts';

interface Needs {
  vault: Vault;
  realClock: Clock;
  log: Log;
}

/** Tells whether an order was paid already: the provider has nothing more to say about its payment. */
export function isConfirmed({ paymentStatus }: Pick<Order, 'paymentStatus'>): boolean {
  return paymentStatus === 'paid' || paymentStatus === 'refunded';
}

/**
 * Takes over how the payment of an order stands, in the given transaction. A payment of another amount, currency or mode is never taken as paid:
 * operators are told. A payment for drafts that are all closed claims its refund.
 */
export async function confirmPayment(ctx: Needs, tx: Db, atHand: OrderAtHand, state: SessionState): Promise<void> {
  const { order } = atHand;
  if (isConfirmed(order)) return;
  if (state.status === 'paid') return takePayment(ctx, tx, atHand, state);
  if (order.paymentStatus === 'expired') return;
  if (state.status === 'expired') return closeExpiredOrder(ctx, tx, atHand);
  const changed = state.status !== order.paymentStatus || state.url !== order.checkoutUrl;
  if (changed) await updateOrder(tx, order.id, { paymentStatus: state.status, checkoutUrl: state.url });
}

async function takePayment(ctx: Needs, tx: Db, atHand: OrderAtHand, state: SessionState): Promise<void> {
  const { order, applications, clockOffsetSeconds } = atHand;
  const problem = contradiction(order, state);
  if (problem) {
    if (order.paymentProblem === problem) return;
    ctx.log.error('payment.contradicts_order', { order_id: order.id, reason: problem, mode: order.mode });
    return updateOrder(tx, order.id, { paymentProblem: problem, paymentIntentId: state.paymentIntentId });
  }
  const now = shiftedClock(ctx.realClock, clockOffsetSeconds).now();
  const paid = {
    paymentStatus: 'paid',
    paymentIntentId: state.paymentIntentId,
    checkoutUrl: null,
    paidAt: now,
    paymentProblem: null,
    checkDueAt: null,
  } as const;
  const drafts = applications.filter((application) => application.status === 'DRAFT');
  if (drafts.length === 0) {
    ctx.log.warn('payment.after_close', { order_id: order.id, mode: order.mode });
    // Without a payment on file nothing can be given back here: somebody has to.
    if (state.paymentIntentId === null) return updateOrder(tx, order.id, { ...paid, paymentProblem: 'refund_failed' });
    await updateOrder(tx, order.id, paid);
    return claimOrderRefund(tx, order.id, paidAfterClose, ctx.realClock.now());
  }
  await updateOrder(tx, order.id, paid);
  const changed: Order = { ...order, ...paid };
  for (const application of drafts) {
    await moveApplication(tx, { application, order: changed, trigger: 'pay', at: now, note: 'The payment arrived.' });
  }
  await earnCommission(ctx, tx, paidOrder(ctx, changed, now));
  ctx.log.info('order.paid', { order_id: order.id, mode: order.mode, product: order.product });
}

function paidOrder({ vault }: Needs, order: Order, paidAt: Date): PaidOrder {
  return {
    orderId: order.id,
    mode: order.mode,
    partnerId: order.partnerId,
    serviceFeeUsd: order.price.serviceFeeUsd,
    paidAt,
    refundableUntil: addSeconds(paidAt, refundWindowSeconds),
    accountId: order.accountId,
    // An account's own code reaches its order only by a partner key: checkout refuses it otherwise as a self-referral.
    byPartnerKey: order.accountId !== null,
    email: order.email ? vault.open(order.email, emailPlace(order.id)).toString() : null,
  };
}

/** Names what in a paid session contradicts the order, or returns null. */
function contradiction(
  order: { mode: Mode; currency: string; totalMinor: number },
  state: SessionState,
): PaymentProblem | null {
  if (state.live !== (order.mode === 'live')) return 'livemode_mismatch';
  if (state.amount.currency !== order.currency) return 'currency_mismatch';
  if (state.amount.minor !== order.totalMinor) return 'amount_mismatch';
  return null;
}

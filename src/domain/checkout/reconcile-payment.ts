import type { Mode } from '../../kernel/caller.ts';
import { addSeconds, type Clock, shiftedClock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { moveApplication } from '../orders/move-applications.ts';
import { findOrderBySession, lockOrder, updateOrder } from '../orders/order.store.ts';
import { emailPlace, type Order, refundWindowSeconds } from '../orders/order.ts';
import { earnCommission, type PaidOrder } from '../partners/earn-commission.ts';
import { askProvider } from './ask-provider.ts';
import type { PaymentsByMode, SessionState } from './payments.port.ts';
import { refundOrder } from './refund-order.ts';

interface Needs {
  db: Db;
  vault: Vault;
  realClock: Clock;
  log: Log;
  payments: PaymentsByMode;
}

/**
 * Brings an order in line with the provider's truth about its session: paid, processing, failed or expired. Safe to repeat, in whatever
 * order news arrives. A payment of another amount, currency or mode is never taken as paid: operators are told. One that arrives
 * for drafts that are cancelled or expired is given back at once. Returns undefined for a session that no order has.
 */
export async function reconcilePayment(ctx: Needs, sessionId: string): Promise<Order | undefined> {
  const found = await findOrderBySession(ctx.db, sessionId);
  if (!found || isSettled(found.order)) return found?.order;
  const { mode } = found.order;
  const state = await askProvider(() => ctx.payments(mode).findSession(sessionId));
  if (!state) return found.order;
  const order = await ctx.db.transaction((tx) => applyState(ctx, tx, found.order.id, state));
  if (order.refundState === 'requested') await refundOrder(ctx, order.id);
  return order;
}

/** Tells whether the provider has nothing more to say about an order that would change it here. */
const isSettled = (order: Order) => order.paymentStatus === 'paid' || order.paymentStatus === 'refunded';

async function applyState(ctx: Needs, tx: Db, orderId: string, state: SessionState): Promise<Order> {
  const { order, applications, clockOffsetSeconds } = (await lockOrder(tx, orderId))!;
  if (isSettled(order)) return order;
  const change = async (set: Partial<Order>): Promise<Order> => {
    await updateOrder(tx, order.id, set);
    return { ...order, ...set };
  };
  if (state.status !== 'paid') {
    // A session that expired is closed by the job that also moves the drafts; until then it reads as unpaid.
    if (state.status === 'expired' || state.status === order.paymentStatus || order.paymentStatus === 'expired')
      return order;
    return change({ paymentStatus: state.status });
  }
  const problem = contradiction(order, state);
  if (problem) {
    ctx.log.error('payment.contradicts_order', { order_id: order.id, reason: problem, mode: order.mode });
    return change({ paymentProblem: problem, paymentIntentId: state.paymentIntentId });
  }
  const now = shiftedClock(ctx.realClock, clockOffsetSeconds).now();
  const paid = {
    paymentStatus: 'paid',
    paymentIntentId: state.paymentIntentId,
    paidAt: now,
    paymentProblem: null,
  } as const;
  const drafts = applications.filter((application) => application.status === 'DRAFT');
  if (drafts.length === 0) {
    return change({
      ...paid,
      refundState: 'requested',
      refundReason: 'paid_after_close',
      refundRequestedAt: ctx.realClock.now(),
    });
  }
  const changed = await change(paid);
  for (const application of drafts) {
    await moveApplication(tx, { application, order: changed, trigger: 'pay', at: now, note: 'The payment arrived.' });
  }
  await earnCommission(ctx, tx, paidOrder(ctx, changed, now));
  ctx.log.info('order.paid', { order_id: order.id, mode: order.mode, product: order.product });
  return changed;
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
): string | null {
  if (state.live !== (order.mode === 'live')) return 'livemode_mismatch';
  if (state.amount.currency !== order.currency) return 'currency_mismatch';
  if (state.amount.minor !== order.totalMinor) return 'amount_mismatch';
  return null;
}

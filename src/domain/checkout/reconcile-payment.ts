import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Log } from '../../kernel/log.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { findOrderBySession, lockOrder } from '../orders/order.store.ts';
import { type Order, paidAfterClose } from '../orders/order.ts';
import { askProvider } from './ask-provider.ts';
import { confirmPayment, isConfirmed } from './confirm-payment.ts';
import { followDisputes } from './follow-disputes.ts';
import { followRefunds } from './follow-refunds.ts';
import type { PaymentsByMode, SessionState } from './payments.port.ts';
import { refundOrder } from './refund-order.ts';

/** What bringing an order in line needs. */
export interface ReconcileNeeds {
  db: Db;
  vault: Vault;
  realClock: Clock;
  log: Log;
  payments: PaymentsByMode;
}

/**
 * Brings an order in line with the provider's truth about its session: the payment and, where `thoroughly` is asked for or the payment is news,
 * its refunds and disputes. Safe to repeat, in whatever order news arrives. A payment that arrives for drafts that are cancelled or expired
 * is given back at once. Returns undefined for a session that no order has.
 */
export async function reconcilePayment(
  ctx: ReconcileNeeds,
  sessionId: string,
  { thoroughly = false }: { thoroughly?: boolean } = {},
): Promise<Order | undefined> {
  const found = await findOrderBySession(ctx.db, sessionId);
  if (!found || (!thoroughly && isConfirmed(found.order))) return found?.order;
  const { id, mode } = found.order;
  const state = await askProvider(() => ctx.payments(mode).findSession(sessionId));
  if (!state || saysNothingNew(found.order, state)) return found.order;
  const order = await ctx.db.transaction((tx) => takeOver(ctx, tx, id, state));
  return order.refundState === 'requested' && order.refundReason === paidAfterClose ? giveBack(ctx, order) : order;
}

/** Most answers while a payer is on the page: they take no lock. */
function saysNothingNew(order: Order, state: SessionState): boolean {
  return !isConfirmed(order) && state.status === order.paymentStatus && state.url === order.checkoutUrl;
}

async function takeOver(ctx: ReconcileNeeds, tx: Db, orderId: string, state: SessionState): Promise<Order> {
  await confirmPayment(ctx, tx, (await lockOrder(tx, orderId))!, state);
  const confirmed = (await lockOrder(tx, orderId))!;
  if (!isConfirmed(confirmed.order)) return confirmed.order;
  await followDisputes(ctx, tx, confirmed, state);
  await followRefunds(ctx, tx, (await lockOrder(tx, orderId))!, state);
  return (await lockOrder(tx, orderId))!.order;
}

/** Nobody asked for this refund, so nobody is told when it fails: the job that looks at what hangs tries again. */
async function giveBack(ctx: ReconcileNeeds, order: Order): Promise<Order> {
  try {
    return (await refundOrder(ctx, order.id)).order;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    ctx.log.warn('payment.refund_delayed', { order_id: order.id, code: error.code });
    return order;
  }
}

import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Log } from '../../kernel/log.ts';
import type { Db } from '../../store/db.ts';
import { findOrderById, lockOrder, type OrderAtHand, updateOrder } from '../orders/order.store.ts';
import { type Order, paidAfterClose } from '../orders/order.ts';
import { closeRefundedOrder } from './close-refunded-order.ts';
import { soonChecked } from './payment-check.ts';
import { type PaymentsByMode, PaymentsUnavailable, type RefundResult } from './payments.port.ts';

/** What giving money back needs. */
export interface RefundNeeds {
  db: Db;
  realClock: Clock;
  log: Log;
  payments: PaymentsByMode;
}

/** A refund as it stands after the provider was asked. */
export interface RefundedOrder {
  order: Order;
  alreadyRefunded: boolean;
}

/** Claims the refund of an order that was read under lock: from here on it is carried through, whatever crashes. */
export async function claimOrderRefund(tx: Db, orderId: string, reason: string, now: Date): Promise<void> {
  const claim = { refundState: 'requested', refundReason: reason, refundRequestedAt: now } as const;
  await updateOrder(tx, orderId, { ...claim, ...soonChecked(now) });
}

/**
 * Gives back the whole payment of an order whose refund was claimed, then cancels its applications and reverses the commission. The
 * provider is asked outside of any transaction, with a key made from the order: a crash between claim, call and record repeats
 * the call and never gives the money back twice. When the provider refuses, the order stays as it was; when it cannot be reached, the
 * claim stays and a job asks again. Both answer REFUND_FAILED.
 */
export async function refundOrder(ctx: RefundNeeds, orderId: string): Promise<RefundedOrder> {
  const order = await findOrderById(ctx.db, orderId);
  if (!order?.paymentIntentId) throw new Failure('NO_PAYMENT_INTENT');
  if (order.refundState === 'succeeded' || order.refundState === 'pending') return { order, alreadyRefunded: false };
  let result: RefundResult;
  try {
    result = await ctx.payments(order.mode).refund({
      orderId,
      paymentIntentId: order.paymentIntentId,
      // A refusal is final under its key: the next try has another one.
      idempotencyKey: `refund:${orderId}:${order.refundRefusals}`,
    });
  } catch (cause) {
    if (!(cause instanceof PaymentsUnavailable)) throw cause;
    throw new Failure('REFUND_FAILED', { cause, retryAfterSeconds: cause.retryAfterSeconds });
  }
  const recorded = await ctx.db.transaction(async (tx) => {
    const atHand = (await lockOrder(tx, orderId))!;
    return recordRefund(ctx, tx, atHand, order.refundRefusals, result);
  });
  if (recorded.refundState === 'failed') throw new Failure('REFUND_FAILED', { retryAfterSeconds: 5 });
  return { order: recorded, alreadyRefunded: result.alreadyRefunded };
}

async function recordRefund(
  ctx: RefundNeeds,
  tx: Db,
  atHand: OrderAtHand,
  tried: number,
  result: RefundResult,
): Promise<Order> {
  const { order } = atHand;
  // Somebody else recorded it meanwhile: a retry, the job, or news from the provider.
  if (order.refundState === 'succeeded' || order.refundRefusals > tried) return order;
  const { state, refundId } = result;
  if (state !== 'failed') return closeRefundedOrder(ctx, tx, atHand, { refundId, refundState: state });
  return failRefund(ctx, tx, order, refundId);
}

/**
 * Notes that the provider did not carry a refund out. What a customer asked for is as if it had not been asked for; what is owed (the order
 * is closed already) is tried again with a new key, and operators are told.
 */
export async function failRefund(
  ctx: Pick<RefundNeeds, 'realClock' | 'log'>,
  tx: Db,
  order: Order,
  refundId: string | null,
): Promise<Order> {
  const owed = order.paymentStatus === 'refunded' || order.refundReason === paidAfterClose;
  const set: Partial<Order> = {
    refundState: 'failed',
    refundId,
    refundRefusals: order.refundRefusals + 1,
    ...(owed
      ? {
          paymentProblem: 'refund_failed',
          ...(order.checkDueAt === null ? soonChecked(ctx.realClock.now()) : {}),
        }
      : { checkDueAt: null }),
  };
  await updateOrder(tx, order.id, set);
  ctx.log[owed ? 'error' : 'warn']('order.refund_failed', { order_id: order.id, mode: order.mode });
  return { ...order, ...set };
}

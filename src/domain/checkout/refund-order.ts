import { type Clock, shiftedClock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Log } from '../../kernel/log.ts';
import type { Db } from '../../store/db.ts';
import { moveApplication } from '../orders/move-applications.ts';
import { findOrderById, lockOrder, updateOrder } from '../orders/order.store.ts';
import type { Order } from '../orders/order.ts';
import { allows } from '../orders/state.ts';
import { reverseCommission } from '../partners/reverse-commission.ts';
import { type PaymentsByMode, PaymentsUnavailable, type RefundResult } from './payments.port.ts';

interface Needs {
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

/**
 * Gives back the whole payment of an order whose refund was claimed (`refundState` requested or pending), then cancels its applications and
 * reverses the commission. The provider is asked outside of any transaction, with a key made from the order: a crash between claim,
 * call and record repeats the call and never gives the money back twice. When the provider refuses or cannot be reached: the order
 * stays as it was and the answer is REFUND_FAILED; what was claimed for a closed draft stays claimed and is tried again.
 */
export async function refundOrder(ctx: Needs, orderId: string): Promise<RefundedOrder> {
  const order = await findOrderById(ctx.db, orderId);
  if (!order?.paymentIntentId) throw new Failure('NO_PAYMENT_INTENT');
  const { paymentIntentId } = order;
  let result: RefundResult;
  try {
    result = await ctx.payments(order.mode).refund({
      orderId,
      paymentIntentId,
      amount: { minor: order.totalMinor, currency: order.currency },
      idempotencyKey: `refund:${orderId}:${order.refundRefusals}`,
    });
  } catch (cause) {
    if (!(cause instanceof PaymentsUnavailable)) throw cause;
    // Whether the money moved is not known: the claim stays, and the reconciliation job asks again with the same key.
    throw new Failure('REFUND_FAILED', { cause });
  }
  return recordRefund(ctx, orderId, result);
}

/** Records what the provider did about a refund, once. */
export async function recordRefund(ctx: Needs, orderId: string, result: RefundResult): Promise<RefundedOrder> {
  const recorded = await ctx.db.transaction(async (tx) => {
    const { order, applications, clockOffsetSeconds } = (await lockOrder(tx, orderId))!;
    if (order.refundState === 'succeeded') return { order, alreadyRefunded: result.alreadyRefunded };
    if (result.state === 'failed') {
      const set = {
        refundState: 'failed',
        refundId: result.refundId,
        refundRefusals: order.refundRefusals + 1,
      } as const;
      await updateOrder(tx, orderId, set);
      return { order: { ...order, ...set }, alreadyRefunded: false };
    }
    const now = shiftedClock(ctx.realClock, clockOffsetSeconds).now();
    const set = {
      refundState: result.state,
      refundId: result.refundId,
      refundedAt: order.refundedAt ?? now,
      paymentStatus: 'refunded',
    } as const;
    await updateOrder(tx, orderId, set);
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
    await reverseCommission(tx, orderId, 'REFUND', now);
    ctx.log.info('order.refunded', { order_id: orderId, mode: order.mode });
    return { order: refunded, alreadyRefunded: result.alreadyRefunded };
  });
  if (recorded.order.refundState === 'failed') throw new Failure('REFUND_FAILED');
  return recorded;
}

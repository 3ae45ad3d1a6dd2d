import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Log } from '../../kernel/log.ts';
import type { Money } from '../../kernel/money.ts';
import type { NextStep } from '../../kernel/next-step.ts';
import type { Once } from '../../kernel/once.ts';
import type { Db } from '../../store/db.ts';
import type { PaymentsByMode } from '../checkout/payments.port.ts';
import { claimOrderRefund, refundOrder } from '../checkout/refund-order.ts';
import { refundableUntil } from '../orders/order.ts';
import { submittedStatuses } from '../orders/state.ts';
import { lockOwnApplication, requireStill } from './lock-own-application.ts';

/** An order after its refund. */
export interface RefundedApplication {
  applicationId: string;
  orderId: string;
  status: 'CANCELLED';
  refund: { refundId: string | null; amount: Money; state: string; refundedAt: Date | null };
  /** The provider had given the money back before, elsewhere. */
  alreadyRefunded: boolean;
  nextStep: NextStep;
}

interface Needs {
  caller: Caller;
  db: Db;
  /** The caller's own time, by which the window runs. */
  clock: Clock;
  realClock: Clock;
  log: Log;
  payments: PaymentsByMode;
  once?: Once | undefined;
}

/**
 * Returns the whole payment of the order to which an application belongs and cancels all its applications, within 7 days of the payment and
 * before any of them is submitted. Throws NOT_FOUND, ALREADY_REFUNDED, ORDER_NOT_PAID, NO_PAYMENT_INTENT, ALREADY_SUBMITTED,
 * REFUND_WINDOW_EXPIRED, and REFUND_FAILED with the order unchanged.
 */
export async function refundApplication(ctx: Needs, applicationId: string): Promise<RefundedApplication> {
  ctx.once?.begun?.();
  const orderId = await ctx.db.transaction((tx) => claimRefund(ctx, tx, applicationId));
  const { order, alreadyRefunded } = await refundOrder(ctx, orderId);
  const result: RefundedApplication = {
    applicationId,
    orderId,
    status: 'CANCELLED',
    refund: {
      refundId: order.refundId,
      amount: { minor: order.totalMinor, currency: order.currency },
      state: order.refundState ?? 'succeeded',
      refundedAt: order.refundedAt,
    },
    alreadyRefunded,
    nextStep: {
      action: 'done',
      why: 'The full amount is on its way back to the payer; banks take some days.',
      operation: null,
      arguments: {},
    },
  };
  if (ctx.once) await ctx.db.transaction((tx) => ctx.once!.settle(tx, result));
  return result;
}

/** Checks every condition under lock and claims the refund: from here on it is carried through, whatever crashes. */
async function claimRefund(ctx: Needs, tx: Db, applicationId: string): Promise<string> {
  const { order, applications } = await lockOwnApplication(ctx, tx, applicationId);
  const reason = ctx.once ? `once:${ctx.once.id}` : 'requested_by_customer';
  // The same idempotent call after a crash carries on where it was cut short.
  const resumes = ctx.once !== undefined && order.refundReason === reason;
  if (resumes && order.refundState !== null && order.refundState !== 'failed') return order.id;
  if (order.paymentStatus === 'refunded') throw new Failure('ALREADY_REFUNDED');
  if (order.paymentStatus !== 'paid' || !order.paidAt) throw new Failure('ORDER_NOT_PAID');
  if (!order.paymentIntentId) throw new Failure('NO_PAYMENT_INTENT');
  // Claimed before and still without an outcome: asking again is what helps, and the window was open then.
  if (order.refundState === 'requested') return order.id;
  if (applications.some(({ status }) => submittedStatuses.includes(status))) throw new Failure('ALREADY_SUBMITTED');
  if (refundableUntil(order)! < ctx.clock.now()) throw new Failure('REFUND_WINDOW_EXPIRED');
  for (const each of applications) requireStill(each, order, ctx.realClock);
  await claimOrderRefund(tx, order.id, reason, ctx.realClock.now());
  return order.id;
}

import { addSeconds } from '../../kernel/clock.ts';
import { type Order, paidAfterClose } from '../orders/order.ts';

/** How long to wait before each look at what hangs; the last one repeats. */
const delaysSeconds = [60, 120, 300, 900, 1800, 3600, 3 * 3600, 6 * 3600] as const;

/** Returns when something that hangs should be looked at after so many looks. */
export function nextCheckAt(now: Date, checks: number): Date {
  return addSeconds(now, delaysSeconds[Math.min(checks, delaysSeconds.length - 1)]!);
}

/** The change that has an order looked at soon. */
export function soonChecked(now: Date): { checkDueAt: Date; checks: number } {
  return { checkDueAt: nextCheckAt(now, 0), checks: 0 };
}

/** What hangs about an order, and what finishes it; null when nothing does. */
export type Hanging = 'session' | 'payment' | 'refund' | 'refund_outcome' | null;

/**
 * Names what hangs: a session whose making was cut short, a payment of which no news came, a refund that was claimed or has to be tried
 * anew, or one that the provider has taken and not finished.
 */
export function hangingOf(
  order: Pick<Order, 'paymentStatus' | 'paymentSessionId' | 'refundState' | 'refundReason'>,
): Hanging {
  const { paymentStatus, refundState } = order;
  if (refundState === 'requested') return 'refund';
  if (refundState === 'pending') return 'refund_outcome';
  // What we owe is tried until it succeeds; what a customer asked for and the provider refused is the customer's to repeat.
  if (refundState === 'failed' && (paymentStatus === 'refunded' || order.refundReason === paidAfterClose)) {
    return 'refund';
  }
  if (paymentStatus === 'paid' || paymentStatus === 'refunded' || paymentStatus === 'expired') return null;
  return order.paymentSessionId === null ? 'session' : 'payment';
}

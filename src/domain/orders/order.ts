import type { orders } from './order.table.ts';

/** One checkout, as stored. */
export type Order = typeof orders.$inferSelect;

/** A change to an order. */
export type OrderChange = Partial<Omit<Order, 'id'>>;

/** How the payment of an order stands. */
export const paymentStatuses = ['unpaid', 'processing', 'paid', 'expired', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** How a refund stands: claimed by us, taken by the provider, done, or refused by the provider. */
export type RefundState = 'requested' | 'pending' | 'succeeded' | 'failed';

/**
 * What about the money of an order an operator has to look at: a payment that is not what was asked for, a part that was given back
 * elsewhere, a refund that the provider took and then could not carry out.
 */
export const paymentProblems = [
  'amount_mismatch',
  'currency_mismatch',
  'livemode_mismatch',
  'partly_refunded',
  'refund_failed',
] as const;
export type PaymentProblem = (typeof paymentProblems)[number];

/** Why a refund was claimed by the service itself: the payment arrived when everything it was for had been closed. */
export const paidAfterClose = 'paid_after_close';

/** How long a payment session can be paid. */
export const sessionLifetimeSeconds = 24 * 60 * 60;

/** How long after the payment an order can be refunded. */
export const refundWindowSeconds = 7 * 24 * 60 * 60;

/** How long a guest token reads its order. */
export const guestLifetimeSeconds = 30 * 24 * 60 * 60;

/** The place of the email address in the vault. */
export const emailPlace = (orderId: string) => `orders.email:${orderId}`;

/** Returns the last moment at which the order can be refunded, or null while it is not paid. */
export function refundableUntil(order: Pick<Order, 'paidAt' | 'refundedAt'>): Date | null {
  if (!order.paidAt || order.refundedAt) return null;
  return new Date(order.paidAt.getTime() + refundWindowSeconds * 1000);
}

/** Tells whether nothing of an order may be handed to an authority now: its money is disputed, or about to go back. */
export function isOnHold(order: Pick<Order, 'refundState' | 'disputedAt'>): boolean {
  return order.disputedAt !== null || order.refundState === 'requested';
}

import type { Application } from '../orders/application.ts';
import type { Order } from '../orders/order.ts';

/**
 * Where an application stands for operators: its hold is over and it wants to be filed, it was filed, the traveler owes an answer, or
 * the traveler's answer is there.
 */
export const filingStates = ['to_file', 'with_authority', 'with_traveler', 'answered'] as const;
export type FilingState = (typeof filingStates)[number];

/** An application as the queue shows it: nothing of its form. */
export type QueuedFiling = Pick<
  Application,
  | 'id'
  | 'orderId'
  | 'position'
  | 'product'
  | 'status'
  | 'appliedAt'
  | 'filingDueAt'
  | 'submittedAt'
  | 'decidedAt'
  | 'authorityReference'
  | 'actionRequired'
  | 'claimedBy'
  | 'claimedAt'
> &
  Pick<Order, 'speed' | 'paidAt' | 'disputedAt' | 'refundState' | 'paymentStatus'>;

/** Tells where an application stands for operators; null when nothing is left or nothing is yet to be done with it. */
export function filingStateOf(filing: QueuedFiling, now: Date): FilingState | null {
  switch (filing.status) {
    case 'PAID':
      return filing.appliedAt && filing.filingDueAt && filing.filingDueAt <= now ? 'to_file' : null;
    case 'SUBMITTED':
      return 'with_authority';
    case 'IN_REVIEW':
      return filing.filingDueAt ? 'answered' : 'with_authority';
    case 'ACTION_REQUIRED':
      return 'with_traveler';
    default:
      return null;
  }
}

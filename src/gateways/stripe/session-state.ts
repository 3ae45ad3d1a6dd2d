import type Stripe from 'stripe';
import type { DisputeTruth, RefundTruth, SessionState } from '../../domain/checkout/payments.port.ts';
import { fromStripeAmount } from './minor-units.ts';

/** How deep a session is read: with its payment, the charge of that, and what was given back of it. */
export const wholeSession = ['payment_intent.latest_charge.refunds'];

/** Metadata by which everything that we make at Stripe names its order. */
export const orderKey = 'order_id';

/** Returns the id of what Stripe gives either as an id or whole. */
export function idOf(thing: string | { id: string } | null | undefined): string | null {
  return typeof thing === 'string' ? thing : (thing?.id ?? null);
}

const expanded = <Thing extends object>(thing: string | Thing | null | undefined): Thing | undefined =>
  typeof thing === 'object' && thing !== null ? thing : undefined;

/** Returns the charge of a session that was read whole, if there is one. */
export function chargeOf(session: Stripe.Checkout.Session): Stripe.Charge | undefined {
  return expanded(expanded(session.payment_intent)?.latest_charge);
}

/** Translates a session that was read whole; `livemode` is the mode that our key is of. */
export function readSession(
  session: Stripe.Checkout.Session,
  disputes: readonly Stripe.Dispute[],
  livemode: boolean,
): SessionState {
  const intent = expanded(session.payment_intent);
  const paid = session.payment_status === 'paid';
  const currency = (paid && intent?.currency) || session.currency || '';
  const amount = (paid && intent?.amount_received) || session.amount_total || 0;
  return {
    sessionId: session.id,
    url: session.url,
    status: statusOf(session, intent),
    paymentIntentId: idOf(session.payment_intent),
    amount: fromStripeAmount(amount, currency),
    live: session.livemode === livemode,
    refunds: (chargeOf(session)?.refunds?.data ?? []).map((refund) =>
      readRefund(refund, session.client_reference_id ?? undefined),
    ),
    disputes: disputes.map(readDispute),
  };
}

function statusOf(session: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | undefined): SessionState['status'] {
  if (session.payment_status !== 'unpaid') return 'paid';
  if (session.status === 'expired') return 'expired';
  if (session.status === 'open') return 'unpaid';
  // Complete and unpaid is a method that takes its time, or took it and failed.
  return intent?.status === 'requires_payment_method' || intent?.status === 'canceled' ? 'failed' : 'processing';
}

/** Translates a refund; it is ours when it names the order. */
export function readRefund(refund: Stripe.Refund, orderId: string | undefined): RefundTruth {
  return {
    refundId: refund.id,
    state: refundStateOf(refund.status),
    amountMinor: fromStripeAmount(refund.amount, refund.currency).minor,
    ours: orderId !== undefined && refund.metadata?.[orderKey] === orderId,
  };
}

function refundStateOf(status: string | null): RefundTruth['state'] {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}

const closedDisputes: Readonly<Record<string, DisputeTruth['state']>> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
};

function readDispute(dispute: Stripe.Dispute): DisputeTruth {
  return {
    disputeId: dispute.id,
    state: closedDisputes[dispute.status] ?? 'open',
    reason: dispute.reason,
    amount: fromStripeAmount(dispute.amount, dispute.currency),
    openedAt: new Date(dispute.created * 1000),
  };
}

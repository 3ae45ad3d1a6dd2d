import Stripe from 'stripe';
import type { PaymentNotice, PaymentNotices } from '../../domain/checkout/payment-notices.port.ts';
import { idOf } from './session-state.ts';
import { isLiveKey } from './stripe-payments.ts';

/** How old a signature may be, and how far our clock may be behind. */
const oldestSeconds = 300;
const clockToleranceSeconds = 30;

/** Reads Stripe's webhook events. */
export function createStripeNotices({
  secretKey,
  webhookSecret,
}: Record<'secretKey' | 'webhookSecret', string>): PaymentNotices {
  const livemode = isLiveKey(secretKey);
  return {
    read(body, signature, now) {
      const event = genuineEvent(body, signature, webhookSecret, now);
      if (!event) return undefined;
      return { id: event.id, type: event.type, live: event.livemode === livemode, ...subjectOf(event) };
    },
  };
}

function genuineEvent(
  body: Uint8Array,
  signature: string | undefined,
  secret: string,
  now: Date,
): Stripe.Event | undefined {
  // The library refuses old signatures, and lets those from the future pass.
  const signedAt = Number(/(?:^|,)t=(\d+)(?:,|$)/.exec(signature ?? '')?.[1] ?? Number.NaN);
  if (!(signedAt - clockToleranceSeconds <= now.getTime() / 1000)) return undefined;
  try {
    const event = Stripe.webhooks.constructEvent(
      Buffer.from(body),
      signature ?? '',
      secret,
      oldestSeconds,
      undefined,
      now.getTime(),
    );
    return typeof event?.id === 'string' && typeof event.type === 'string' ? event : undefined;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError)
      return undefined;
    throw error;
  }
}

/** Says what an event is about: a session, or the payment that a charge, refund or dispute belongs to. */
function subjectOf(event: Stripe.Event): Pick<PaymentNotice, 'sessionId' | 'paymentIntentId'> {
  const subject = event.data?.object as { id?: string; object?: string; payment_intent?: string | { id: string } };
  switch (subject?.object) {
    case 'checkout.session':
      return { sessionId: subject.id ?? null, paymentIntentId: null };
    case 'payment_intent':
      return { sessionId: null, paymentIntentId: subject.id ?? null };
    case 'charge':
    case 'refund':
    case 'dispute':
      return { sessionId: null, paymentIntentId: idOf(subject.payment_intent) };
    default:
      return { sessionId: null, paymentIntentId: null };
  }
}

import type Stripe from 'stripe';
import {
  type FakeCharge,
  type FakeCoupon,
  type FakeDispute,
  type FakeEvent,
  type FakeIntent,
  type FakeRefund,
  type FakeSession,
  newCharge,
  newDispute,
  newEvent,
  newIntent,
  newRefund,
} from './objects.ts';

/** A request that Stripe refuses. */
export class Refusal extends Error {
  readonly status: number;
  readonly type: Stripe.StripeRawError['type'];
  readonly code: string | undefined;
  readonly param: string | undefined;
  constructor(
    status: number,
    message: string,
    more: { type?: Stripe.StripeRawError['type']; code?: string; param?: string } = {},
  ) {
    super(message);
    this.status = status;
    this.type = more.type ?? 'invalid_request_error';
    this.code = more.code;
    this.param = more.param;
  }
}

/** How a payer pays. */
export type Method = 'card' | 'delayed' | 'declined' | 'three_d_secure';

/** How the next refund ends. */
export type RefundEnd = 'succeeded' | 'pending' | 'failed' | 'refused';

/** The books of the fake: everything that exists, and what can happen to it. Each happening makes the events that Stripe makes. */
export function createBooks(clock: () => number, announce: (event: FakeEvent) => void) {
  const sessions = new Map<string, FakeSession>();
  const intents = new Map<string, FakeIntent>();
  const charges = new Map<string, FakeCharge>();
  const refunds = new Map<string, FakeRefund>();
  const disputes = new Map<string, FakeDispute>();
  const coupons = new Map<string, FakeCoupon>();
  const intentMetadata = new Map<string, Record<string, string>>();
  const lines = new Map<string, { name: string; amount: number }[]>();
  let refundEnds: RefundEnd[] = [];

  const tell = (type: string, subject: object, livemode: boolean) =>
    announce(newEvent(type, subject, livemode, clock()));

  const sessionOf = (id: string): FakeSession => {
    const session = sessions.get(id);
    if (!session) throw new Refusal(404, `No such checkout.session: ${id}`, { code: 'resource_missing', param: 'id' });
    if (session.status === 'open' && session.expires_at <= clock()) expire(session);
    return session;
  };
  const chargeOf = (intentId: string): FakeCharge => {
    const charge = charges.get(intents.get(intentId)?.latest_charge ?? '');
    if (!charge) throw new Refusal(400, 'This PaymentIntent does not have a successful charge to refund.');
    return charge;
  };

  function expire(session: FakeSession): void {
    session.status = 'expired';
    session.url = null;
    tell('checkout.session.expired', session, session.livemode);
  }

  function intentFor(session: FakeSession): FakeIntent {
    const known = session.payment_intent === null ? undefined : intents.get(session.payment_intent);
    if (known) return known;
    const intent = newIntent(session, clock(), intentMetadata.get(session.id) ?? {});
    intents.set(intent.id, intent);
    session.payment_intent = intent.id;
    tell('payment_intent.created', intent, session.livemode);
    return intent;
  }

  function complete(session: FakeSession, paid: boolean): void {
    session.status = 'complete';
    session.url = null;
    session.payment_status = paid ? 'paid' : 'unpaid';
  }

  function succeed(intent: FakeIntent): void {
    const charge = newCharge(intent, clock());
    charges.set(charge.id, charge);
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, latest_charge: charge.id });
    tell('charge.succeeded', charge, intent.livemode);
    tell('payment_intent.succeeded', intent, intent.livemode);
  }

  function fail(intent: FakeIntent): void {
    intent.status = 'requires_payment_method';
    tell('payment_intent.payment_failed', intent, intent.livemode);
  }

  function pay(id: string, method: Method): FakeSession {
    const session = sessionOf(id);
    if (session.status !== 'open') throw new Refusal(400, 'This session is not open.');
    const intent = intentFor(session);
    if (method === 'declined') fail(intent);
    if (method === 'three_d_secure') {
      intent.status = 'requires_action';
      tell('payment_intent.requires_action', intent, session.livemode);
    }
    if (method === 'card') {
      succeed(intent);
      complete(session, true);
      tell('checkout.session.completed', session, session.livemode);
    }
    if (method === 'delayed') {
      intent.status = 'processing';
      complete(session, false);
      tell('payment_intent.processing', intent, session.livemode);
      tell('checkout.session.completed', session, session.livemode);
    }
    return session;
  }

  /** The bank of a delayed method, or the payer who proves who they are, comes to an end. */
  function settle(id: string, succeeded: boolean): FakeSession {
    const session = sessionOf(id);
    const intent = intents.get(session.payment_intent ?? '');
    const wasDelayed = intent?.status === 'processing';
    if (!intent || !['processing', 'requires_action'].includes(intent.status)) {
      throw new Refusal(400, 'Nothing of this session waits.');
    }
    if (succeeded) {
      succeed(intent);
      complete(session, true);
      tell(
        wasDelayed ? 'checkout.session.async_payment_succeeded' : 'checkout.session.completed',
        session,
        session.livemode,
      );
    } else {
      fail(intent);
      if (wasDelayed) tell('checkout.session.async_payment_failed', session, session.livemode);
    }
    return session;
  }

  function refund(intentId: string, amount: number | undefined, metadata: Record<string, string>): FakeRefund {
    if (!intents.has(intentId)) {
      throw new Refusal(404, `No such payment_intent: ${intentId}`, { code: 'resource_missing' });
    }
    const charge = chargeOf(intentId);
    const left = charge.amount - charge.amount_refunded;
    if (left === 0) throw new Refusal(400, 'The charge was refunded before.', { code: 'charge_already_refunded' });
    if ([...disputes.values()].some((dispute) => dispute.charge === charge.id && dispute.status !== 'won')) {
      throw new Refusal(400, 'The charge is disputed.', { code: 'charge_disputed' });
    }
    if (amount !== undefined && amount > left) throw new Refusal(400, 'More than is left.', { param: 'amount' });
    const end = refundEnds.shift() ?? 'succeeded';
    if (end === 'refused') throw new Refusal(400, 'The balance is insufficient.', { code: 'balance_insufficient' });
    const made = newRefund(charge, clock(), amount ?? left, metadata);
    refunds.set(made.id, made);
    made.status = end;
    if (end !== 'failed') take(charge, made.amount);
    tell('refund.created', made, charge.livemode);
    if (end === 'failed') tell('refund.failed', made, charge.livemode);
    else tell('charge.refunded', charge, charge.livemode);
    return made;
  }

  function take(charge: FakeCharge, amount: number): void {
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
  }

  /** A refund that was pending comes to its end. */
  function settleRefund(id: string, succeeded: boolean): FakeRefund {
    const made = refunds.get(id);
    if (made?.status !== 'pending') throw new Refusal(400, 'This refund does not wait.');
    const charge = charges.get(made.charge)!;
    made.status = succeeded ? 'succeeded' : 'failed';
    if (!succeeded) take(charge, -made.amount);
    tell(succeeded ? 'refund.updated' : 'refund.failed', made, charge.livemode);
    return made;
  }

  function dispute(intentId: string): FakeDispute {
    const charge = chargeOf(intentId);
    const made = newDispute(charge, clock());
    disputes.set(made.id, made);
    charge.disputed = true;
    tell('charge.dispute.created', made, charge.livemode);
    return made;
  }

  function closeDispute(id: string, status: 'won' | 'lost'): FakeDispute {
    const made = disputes.get(id);
    if (!made) throw new Refusal(404, `No such dispute: ${id}`);
    made.status = status;
    tell('charge.dispute.closed', made, made.livemode);
    return made;
  }

  return {
    sessions,
    intents,
    charges,
    refunds,
    disputes,
    coupons,
    intentMetadata,
    lines,
    sessionOf,
    expire,
    pay,
    settle,
    refund,
    settleRefund,
    dispute,
    closeDispute,
    endRefunds: (ends: RefundEnd[]) => {
      refundEnds = [...ends];
    },
    /** Makes a session and its payment something else than what was asked for. */
    tamper: (id: string, change: { amount?: number; currency?: string; livemode?: boolean }) => {
      const session = sessionOf(id);
      const { amount, currency, livemode } = change;
      if (amount !== undefined) session.amount_total = amount;
      if (currency !== undefined) session.currency = currency;
      if (livemode !== undefined) session.livemode = livemode;
      return session;
    },
  };
}
export type Books = ReturnType<typeof createBooks>;

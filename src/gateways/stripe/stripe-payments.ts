import Stripe from 'stripe';
import { type Payments, PaymentsUnavailable, type RefundResult } from '../../domain/checkout/payments.port.ts';
import { type Circuit, createCircuit, isRefusal } from './circuit.ts';
import { couponParams, sessionParams } from './session-params.ts';
import { chargeOf, orderKey, readRefund, readSession, wholeSession } from './session-state.ts';

/** How Stripe is reached. */
export interface StripeAccess {
  secretKey: string;
  /** In place of Stripe's own address, for tests. */
  apiBase: string | null;
  /** How long one of three tries may take. */
  attemptMilliseconds?: number;
}

/** Tries after the first, all with one idempotency key. */
const retries = 2;

/** Tells whether a key moves real money. */
export function isLiveKey(secretKey: string): boolean {
  return /^(sk|rk)_live_/.test(secretKey);
}

/** Makes the client of Stripe. */
export function createStripeClient({ secretKey, apiBase, attemptMilliseconds = 8_000 }: StripeAccess): Stripe {
  const base = apiBase === null ? undefined : new URL(apiBase);
  return new Stripe(secretKey, {
    maxNetworkRetries: retries,
    timeout: attemptMilliseconds,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? 443 : 80),
      protocol: base.protocol === 'https:' ? ('https' as const) : ('http' as const),
    }),
  });
}

/** Stripe as the provider of payments, and how it is. */
export interface StripePayments extends Payments {
  /** `out` after several failures in a row: it is left alone for a while. */
  state(): 'up' | 'out';
}

/** Takes payments with Stripe Checkout. */
export function createStripePayments(access: StripeAccess, circuit: Circuit = createCircuit()): StripePayments {
  const stripe = createStripeClient(access);
  const livemode = isLiveKey(access.secretKey);

  /** A refusal of what should have been right: told as an outage, because it is not the caller who can mend it. */
  const must = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await circuit(call);
    } catch (cause) {
      if (cause instanceof PaymentsUnavailable || !isRefusal(cause)) throw asUnavailable(cause);
      throw new PaymentsUnavailable('Stripe refused the request', { cause });
    }
  };

  const refundsOf = async (paymentIntentId: string, orderId: string) => {
    const { data } = await must(() => stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 }));
    return data.map((refund) => readRefund(refund, orderId));
  };

  return {
    state: () => (circuit.isOpen() ? 'out' : 'up'),

    async createSession(request) {
      const { discount, idempotencyKey } = request;
      const coupon =
        discount === null
          ? null
          : await must(() =>
              stripe.coupons.create(couponParams({ ...request, discount }), {
                idempotencyKey: `${idempotencyKey}:discount`,
              }),
            );
      const session = await must(() =>
        stripe.checkout.sessions.create(sessionParams(request, coupon?.id ?? null), { idempotencyKey }),
      );
      if (session.url === null) throw new PaymentsUnavailable('Stripe made a session without a page');
      return { sessionId: session.id, url: session.url };
    },

    async findSession(sessionId) {
      let session: Stripe.Checkout.Session;
      try {
        session = await circuit(() => stripe.checkout.sessions.retrieve(sessionId, { expand: wholeSession }));
      } catch (error) {
        if (isRefusal(error, 'resource_missing')) return undefined;
        throw asUnavailable(error);
      }
      const charge = chargeOf(session);
      const disputes = charge?.disputed
        ? (await must(() => stripe.disputes.list({ charge: charge.id, limit: 100 }))).data
        : [];
      return readSession(session, disputes, livemode);
    },

    async findSessionOf(paymentIntentId) {
      const { data } = await must(() => stripe.checkout.sessions.list({ payment_intent: paymentIntentId, limit: 1 }));
      return data[0]?.id;
    },

    async refund({ orderId, paymentIntentId, idempotencyKey }): Promise<RefundResult> {
      try {
        const refund = await circuit(() =>
          stripe.refunds.create(
            { payment_intent: paymentIntentId, reason: 'requested_by_customer', metadata: { [orderKey]: orderId } },
            { idempotencyKey },
          ),
        );
        const { refundId, state } = readRefund(refund, orderId);
        return { refundId, state, alreadyRefunded: false };
      } catch (error) {
        if (!isRefusal(error)) throw asUnavailable(error);
        if (!isRefusal(error, 'charge_already_refunded')) {
          return { refundId: null, state: 'failed', alreadyRefunded: false };
        }
        // Ours under a key that Stripe has forgotten, or somebody's in the dashboard.
        const given = (await refundsOf(paymentIntentId, orderId)).filter(({ state }) => state !== 'failed');
        const known = given.find(({ ours }) => ours) ?? given[0];
        return {
          refundId: known?.refundId ?? null,
          state: given.some(({ state }) => state === 'pending') ? 'pending' : 'succeeded',
          alreadyRefunded: !known?.ours,
        };
      }
    },

    async expireSession(sessionId) {
      try {
        await circuit(() => stripe.checkout.sessions.expire(sessionId));
      } catch (error) {
        // Paid, expired or unknown: there is nothing to close.
        if (!isRefusal(error)) throw asUnavailable(error);
      }
    },
  };
}

/** What is neither an answer nor a refusal is an outage, or a bug of ours, which is told as it is. */
function asUnavailable(error: unknown): unknown {
  if (error instanceof PaymentsUnavailable || !(error instanceof Stripe.errors.StripeError)) return error;
  return new PaymentsUnavailable('Stripe failed', { cause: error });
}

import type Stripe from 'stripe';
import type { SessionRequest } from '../../domain/checkout/payments.port.ts';
import { toStripeAmount } from './minor-units.ts';
import { orderKey } from './session-state.ts';

/** Stripe takes no session that lasts longer than a day by its own clock, which may be behind ours. */
const clockToleranceSeconds = 60;
const longestCouponName = 40;

const endOf = ({ expiresAt }: SessionRequest) => Math.floor(expiresAt.getTime() / 1000) - clockToleranceSeconds;

/** Returns the coupon that takes a discount off one session: Stripe knows no lines of negative amounts. */
export function couponParams(request: SessionRequest & { discount: object }): Stripe.CouponCreateParams {
  const { label, amount } = request.discount;
  return {
    amount_off: toStripeAmount(amount),
    currency: amount.currency,
    duration: 'once',
    max_redemptions: 1,
    name: label.slice(0, longestCouponName),
    metadata: { [orderKey]: request.orderId },
  };
}

/** Returns what a session is made of: one line for each kind of fee, in the charged currency and no other. */
export function sessionParams(request: SessionRequest, coupon: string | null): Stripe.Checkout.SessionCreateParams {
  const { orderId, lines, email } = request;
  const metadata = { [orderKey]: orderId };
  return {
    mode: 'payment',
    client_reference_id: orderId,
    metadata,
    payment_intent_data: { metadata, description: `Order ${orderId}` },
    line_items: lines.map(({ label, amount }) => ({
      quantity: 1,
      price_data: {
        currency: amount.currency,
        unit_amount: toStripeAmount(amount),
        product_data: { name: label },
      },
    })),
    ...(coupon !== null && { discounts: [{ coupon }] }),
    ...(email !== null && { customer_email: email }),
    adaptive_pricing: { enabled: false },
    submit_type: 'pay',
    expires_at: endOf(request),
    success_url: request.successUrl.replace('{SESSION}', '{CHECKOUT_SESSION_ID}'),
    cancel_url: request.cancelUrl,
  };
}

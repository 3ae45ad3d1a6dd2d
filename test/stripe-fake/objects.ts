import { randomBytes } from 'node:crypto';
import Stripe from 'stripe';

/** Makes an id as Stripe does, e.g. `re_…`. */
export const stripeId = (prefix: string, bytes = 18) => `${prefix}_${randomBytes(bytes).toString('hex')}`;

/** What a new session is made of, after it was judged. */
export interface NewSession {
  livemode: boolean;
  now: number;
  base: string;
  currency: string;
  subtotal: number;
  discount: number;
  coupon: string | null;
  clientReferenceId: string | null;
  email: string | null;
  metadata: Record<string, string>;
  expiresAt: number;
  successUrl: string;
  cancelUrl: string | null;
}

/** Makes an open session, whole as Stripe answers it. */
export function newSession(made: NewSession) {
  const id = stripeId(made.livemode ? 'cs_live' : 'cs_test', 29);
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: made.subtotal,
    amount_total: made.subtotal - made.discount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: made.cancelUrl,
    client_reference_id: made.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: made.now,
    currency: made.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: null,
    customer_email: made.email,
    discounts: made.coupon === null ? [] : [{ coupon: made.coupon, promotion_code: null }],
    expires_at: made.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: made.livemode,
    locale: null,
    managed_payments: null,
    metadata: made.metadata,
    mode: 'payment',
    origin_context: null,
    payment_intent: null as string | null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card', 'sepa_debit'],
    payment_status: 'unpaid' as Stripe.Checkout.Session.PaymentStatus,
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open' as Stripe.Checkout.Session.Status,
    submit_type: 'pay',
    subscription: null,
    success_url: made.successUrl,
    total_details: { amount_discount: made.discount, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${made.base}/c/pay/${id}` as string | null,
    wallet_options: null,
  } satisfies Stripe.Checkout.Session;
}
export type FakeSession = ReturnType<typeof newSession>;

/** Makes the payment of a session. */
export function newIntent(session: FakeSession, now: number, metadata: Record<string, string>) {
  return {
    id: stripeId('pi'),
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: session.amount_total,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: null,
    confirmation_method: 'automatic',
    created: now,
    currency: session.currency,
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null as string | null,
    livemode: session.livemode,
    managed_payments: null,
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: session.payment_method_types,
    payment_record: null,
    processing: null,
    receipt_email: session.customer_email,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method' as Stripe.PaymentIntent.Status,
    transfer_group: null,
  } satisfies Stripe.PaymentIntent;
}
export type FakeIntent = ReturnType<typeof newIntent>;

/** Makes the charge of a payment that succeeded. */
export function newCharge(intent: FakeIntent, now: number) {
  return {
    id: stripeId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: stripeId('txn'),
    billing_details: { address: null, email: intent.receipt_email, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: true,
    created: now,
    currency: intent.currency,
    customer: null,
    description: null,
    disputed: false as boolean,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: null,
    livemode: intent.livemode,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: intent.id,
    payment_method: null,
    payment_method_details: null,
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false as boolean,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.Charge;
}
export type FakeCharge = ReturnType<typeof newCharge>;

/** Makes a refund of a charge. */
export function newRefund(charge: FakeCharge, now: number, amount: number, metadata: Record<string, string>) {
  return {
    id: stripeId('re'),
    object: 'refund',
    amount,
    balance_transaction: stripeId('txn'),
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: null,
    reason: 'requested_by_customer',
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded' as 'succeeded' | 'pending' | 'failed',
    transfer_reversal: null,
  } satisfies Stripe.Refund;
}
export type FakeRefund = ReturnType<typeof newRefund>;

const noEvidence = null as unknown as Stripe.Dispute['evidence'];

/** Makes a dispute of a charge. */
export function newDispute(charge: FakeCharge, now: number) {
  return {
    id: stripeId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: now + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: charge.livemode,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response' as Stripe.Dispute.Status,
  } satisfies Stripe.Dispute;
}
export type FakeDispute = ReturnType<typeof newDispute>;

/** Makes a coupon. */
export function newCoupon(livemode: boolean, now: number, amountOff: number, currency: string, name: string | null) {
  return {
    id: stripeId('co', 6),
    object: 'coupon',
    amount_off: amountOff,
    created: now,
    currency,
    duration: 'once',
    duration_in_months: null,
    livemode,
    max_redemptions: 1,
    metadata: {},
    name,
    percent_off: null,
    redeem_by: null,
    times_redeemed: 0,
    valid: true,
  } satisfies Stripe.Coupon;
}
export type FakeCoupon = ReturnType<typeof newCoupon>;

/** Makes an event about an object, as it is at that moment. */
export function newEvent(type: string, subject: object, livemode: boolean, now: number) {
  return {
    id: stripeId('evt'),
    object: 'event' as const,
    api_version: Stripe.API_VERSION,
    created: now,
    data: { object: structuredClone(subject) },
    livemode,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  } satisfies Omit<Stripe.EventBase, 'data' | 'type'> & { data: { object: object }; type: string };
}
export type FakeEvent = ReturnType<typeof newEvent>;

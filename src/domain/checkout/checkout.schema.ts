import { builder } from '../../graphql/builder.ts';
import { NextStepType } from '../../graphql/next-step.ts';
import { majorAmount } from '../../kernel/money.ts';
import { paymentStatuses } from '../orders/order.ts';
import { PricingType, ProcessingSpeedType, PromoType } from '../pricing/pricing.schema.ts';
import { findProduct } from '../products/catalog.ts';
import { ProductIdType } from '../products/products.schema.ts';
import { type Checkout, createCheckout } from './create-checkout.ts';
import { getPaymentStatus, type PaymentStatusReport } from './get-payment-status.ts';

/** How a payment stands, as the schema names it. */
export const PaymentStatusType = builder.enumType('PaymentStatus', {
  description: 'How the payment of an order stands.',
  values: paymentStatuses,
});

const CheckoutType = builder.objectRef<Checkout>('Checkout').implement({
  description: 'A payment session, and the order and applications that it pays for.',
  fields: (t) => ({
    answer: t.string({
      description: 'What happened, in plain language.',
      resolve: ({ price, checkoutUrl }) =>
        `The order is ready: ${majorAmount(price.total)} ${price.currency.toUpperCase()} in all. The traveler pays at ${checkoutUrl} ` +
        '; nothing is charged before.',
    }),
    checkoutUrl: t.exposeString('checkoutUrl', { description: 'Page on which the traveler pays.' }),
    paymentSessionId: t.exposeString('paymentSessionId', { description: 'Names the session in later calls.' }),
    orderId: t.exposeString('orderId', { description: 'The order.' }),
    applicationIds: t.exposeStringList('applicationIds', {
      description: 'One application for each traveler, in order.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Until when the session can be paid.' }),
    pricing: t.expose('price', { type: PricingType, description: 'What is charged, line by line.' }),
    officialFeeCollected: t.boolean({
      description: 'Whether the total contains the official fee; if not, the traveler pays it to the authority.',
      resolve: ({ price }) => price.officialFeeCollected,
    }),
    promo: t.field({
      type: PromoType,
      nullable: true,
      description: 'What became of the promo code; null without one.',
      resolve: ({ promo, price }) => (promo ? { promo, price } : null),
    }),
    guestToken: t.exposeString('guestToken', {
      nullable: true,
      description: 'For guests, shown once: covers the order, its applications and uploads. Null with an API key.',
    }),
    guestTokenExpiresAt: t.expose('guestTokenExpiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when the guest token works; null with an API key.',
    }),
    nextStep: t.expose('nextStep', { type: NextStepType, description: 'What to do next.' }),
  }),
});

const LiveKeyType = builder.objectRef<{ claimable: boolean }>('LiveKeyClaim').implement({
  description: 'The live API key that a first paid checkout earns.',
  fields: (t) => ({
    claimable: t.exposeBoolean('claimable', { description: 'Whether it can be claimed with this payment session.' }),
  }),
});

/** How a payment stands. */
export const PaymentReportType = builder.objectRef<PaymentStatusReport>('PaymentReport').implement({
  description: 'How a payment session stands.',
  fields: (t) => ({
    answer: t.string({ description: 'How it stands, in plain language.', resolve: ({ nextStep }) => nextStep.why }),
    paid: t.exposeBoolean('paid', { description: 'Whether the order is paid.' }),
    status: t.expose('status', { type: PaymentStatusType, description: 'How the payment stands.' }),
    paymentSessionId: t.exposeString('paymentSessionId', { description: 'The session.' }),
    orderId: t.exposeString('orderId', { description: 'The order.' }),
    applicationIds: t.exposeStringList('applicationIds', { description: 'The applications of the order.' }),
    amount: t.float({
      description: 'What the order costs, in major units.',
      resolve: ({ amount }) => majorAmount(amount),
    }),
    currency: t.string({ description: 'ISO 4217 code, lower case.', resolve: ({ amount }) => amount.currency }),
    mode: t.exposeString('mode', { description: 'sandbox or live.' }),
    productName: t.string({
      description: 'Name of what is bought.',
      resolve: ({ product }) => findProduct(product).name,
    }),
    pricing: t.expose('price', { type: PricingType, description: 'What is charged, line by line.' }),
    checkoutUrl: t.exposeString('checkoutUrl', {
      nullable: true,
      description: 'Page on which to pay; null when there is nothing to pay any more.',
    }),
    paidAt: t.expose('paidAt', { type: 'DateTime', nullable: true, description: 'When it was paid.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Until when it can be paid.' }),
    liveKey: t.field({
      type: LiveKeyType,
      description: 'Whether this checkout has earned a live API key.',
      resolve: ({ liveKeyClaimable }) => ({ claimable: liveKeyClaimable }),
    }),
    nextStep: t.expose('nextStep', { type: NextStepType, description: 'What to do next.' }),
  }),
});

const CheckoutInput = builder.inputType('CheckoutInput', {
  description: 'What is bought.',
  fields: (t) => ({
    product: t.field({ type: ProductIdType, required: true, description: 'The authorization to buy.' }),
    email: t.string({
      description: 'Where the receipt goes.',
      validate: { email: [true, { message: 'email must be an email address' }], maxLength: 254 },
    }),
    speed: t.field({ type: ProcessingSpeedType, required: true, description: 'How fast it is worked on.' }),
    addOns: t.stringList({ description: 'Codes of add-ons.' }),
    travelers: t.int({
      required: true,
      description: 'How many people travel on this order, 1 to 50.',
      validate: {
        min: [1, { message: 'num_travelers must be at least 1' }],
        max: [50, { message: 'num_travelers must be at most 50' }],
      },
    }),
    currency: t.string({ required: true, description: 'ISO 4217 code of the currency to pay in.' }),
    promoCode: t.string({ description: 'Promo code of a partner.' }),
    quoteToken: t.string({ description: 'The price that a quote promised; any other is refused.' }),
  }),
});

builder.mutationField('createCheckout', (t) =>
  t.field({
    type: CheckoutType,
    access: 'GUEST_OR_KEY',
    description: 'Makes an order and the session in which it is paid. Takes no money.',
    args: { input: t.arg({ type: CheckoutInput, required: true, description: 'What is bought.' }) },
    resolve: (_root, { input }, ctx) => createCheckout(ctx, input),
  }),
);

builder.queryField('paymentStatus', (t) =>
  t.field({
    type: PaymentReportType,
    access: 'PUBLIC',
    description: 'How a payment session stands; whoever has its id may ask.',
    args: { paymentSessionId: t.arg.string({ required: true, description: 'The session that checkout returned.' }) },
    resolve: (_root, { paymentSessionId }, ctx) => getPaymentStatus(ctx, paymentSessionId),
  }),
);

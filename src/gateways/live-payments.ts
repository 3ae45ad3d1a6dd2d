import type { PaymentNotices } from '../domain/checkout/payment-notices.port.ts';
import { type Payments, PaymentsUnavailable } from '../domain/checkout/payments.port.ts';
import type { Log } from '../kernel/log.ts';

/** Who takes live payments. */
export interface LivePayments {
  payments: Payments;
  notices: PaymentNotices | undefined;
  /** False while the provider is out. */
  isUp(): boolean;
}

const refuse = async (): Promise<never> => {
  throw new PaymentsUnavailable('live payments are not configured', { outOfService: true, retryAfterSeconds: 3600 });
};

/** Where none is configured no payment is taken, so that nothing live can be bought with a test card. */
const nobody: LivePayments = {
  payments: {
    createSession: refuse,
    findSession: refuse,
    findSessionOf: refuse,
    refund: refuse,
    expireSession: refuse,
  },
  notices: undefined,
  isUp: () => true,
};

/** Opens live payments as configured; the library of the provider is loaded only where it is used. */
export async function openLivePayments(
  config: { kind: 'sandbox' } | { kind: 'stripe'; secretKey: string; webhookSecret: string; apiBase: string | null },
  log: Log,
): Promise<LivePayments> {
  if (config.kind === 'sandbox') return nobody;
  const { createStripePayments, isLiveKey } = await import('./stripe/stripe-payments.ts');
  const { createStripeNotices } = await import('./stripe/stripe-notices.ts');
  if (!isLiveKey(config.secretKey)) log.warn('payments.test_key');
  const payments = createStripePayments(config);
  return { payments, notices: createStripeNotices(config), isUp: () => payments.state() === 'up' };
}

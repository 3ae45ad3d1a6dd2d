import { type Payments, PaymentsUnavailable } from '../domain/checkout/payments.port.ts';

const refuse = async (): Promise<never> => {
  throw new PaymentsUnavailable('live payments are not configured', { outOfService: true, retryAfterSeconds: 3600 });
};

/** The provider of live orders where none is configured: it takes no payment, so that nothing live can be bought with a test card. */
export const noLivePayments: Payments = {
  createSession: refuse,
  findSession: refuse,
  findSessionOf: refuse,
  refund: refuse,
  expireSession: refuse,
};

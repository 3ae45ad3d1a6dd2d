import { Failure } from '../../kernel/failure.ts';
import { PaymentsUnavailable } from './payments.port.ts';

/** Calls the payment provider and tells its outage as PAYMENT_PROVIDER_FAILED, never in the provider's words. */
export async function askProvider<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (cause) {
    if (!(cause instanceof PaymentsUnavailable)) throw cause;
    throw new Failure('PAYMENT_PROVIDER_FAILED', {
      cause,
      ...(cause.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: cause.retryAfterSeconds }),
    });
  }
}

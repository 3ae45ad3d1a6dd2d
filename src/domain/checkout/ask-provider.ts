import { Failure } from '../../kernel/failure.ts';
import { PaymentsUnavailable } from './payments.port.ts';

/**
 * Calls the payment provider and tells its outage as PAYMENT_PROVIDER_FAILED, or as SERVICE_UNAVAILABLE when it was not even asked; both
 * with the time after which a retry makes sense, never in the provider's words.
 */
export async function askProvider<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (cause) {
    if (!(cause instanceof PaymentsUnavailable)) throw cause;
    const { retryAfterSeconds, outOfService } = cause;
    if (!outOfService) throw new Failure('PAYMENT_PROVIDER_FAILED', { cause, retryAfterSeconds });
    throw new Failure('SERVICE_UNAVAILABLE', {
      message: 'The payment provider is out of reach at the moment. Nothing was charged.',
      cause,
      retryAfterSeconds,
    });
  }
}

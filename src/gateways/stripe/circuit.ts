import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';
import Stripe from 'stripe';
import { PaymentsUnavailable } from '../../domain/checkout/payments.port.ts';

/** Calls in a row that must fail before Stripe is left alone, and for how long; each of them was tried three times. */
const failuresInRow = 5;
const restSeconds = 15;

/** Runs calls to Stripe; throws PaymentsUnavailable in place of an outage, and what Stripe refused as it is. */
export interface Circuit {
  <Answer>(call: () => Promise<Answer>): Promise<Answer>;
  /** Tells whether Stripe is left alone at the moment. */
  isOpen(): boolean;
}

/** Tells an outage from a refusal: whoever repeats an outage may get an answer. */
function isOutage(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeConnectionError) return true;
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  const status = error.statusCode ?? 500;
  return status >= 500 || status === 429 || status === 409;
}

/** Our own configuration is wrong: no repetition helps, but it is not the caller's fault either. */
function isMisconfigured(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeAuthenticationError || error instanceof Stripe.errors.StripePermissionError
  );
}

/** Makes a circuit: after several outages in a row calls fail at once for a while, then one is let through to see. */
export function createCircuit(rest: { seconds: number } = { seconds: restSeconds }): Circuit {
  const policy = circuitBreaker(handleWhen(isOutage), {
    halfOpenAfter: rest.seconds * 1000,
    breaker: new ConsecutiveBreaker(failuresInRow),
  });
  const run = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await policy.execute(call);
    } catch (cause) {
      if (cause instanceof BrokenCircuitError) {
        const options = { cause, retryAfterSeconds: rest.seconds, outOfService: true };
        throw new PaymentsUnavailable('Stripe failed several times in a row', options);
      }
      if (isOutage(cause)) throw new PaymentsUnavailable('Stripe did not answer', { cause });
      if (isMisconfigured(cause)) throw new PaymentsUnavailable('Stripe refused our key', { cause });
      throw cause;
    }
  };
  return Object.assign(run, { isOpen: () => policy.state === CircuitState.Open });
}

/** Tells whether Stripe understood a request and refused it, with one of these codes where some are given. */
export function isRefusal(error: unknown, ...codes: readonly string[]): error is Stripe.errors.StripeError {
  const refused =
    error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError;
  return refused && (codes.length === 0 || codes.includes(error.code ?? ''));
}

import { addSeconds, dateOf } from '../../kernel/clock.ts';
import type { Authorization } from '../orders/application.ts';
import type { Validity } from '../products/catalog.ts';
import { lastValidDay, type PassportFacts } from '../products/validity.ts';

/** How long one worker has an application before another may take it up. */
export const leaseSeconds = 120;

/** How long until an application whose order is on hold is looked at again. */
export const onHoldSeconds = 60;

/** How long to wait after each failed try; the last one repeats. */
const retryDelaysSeconds = [30, 120, 600, 1800, 3600] as const;

/** Returns when a filing that failed is tried again. */
export function retryAt(now: Date, failedAttempts: number): Date {
  return addSeconds(now, retryDelaysSeconds[Math.min(failedAttempts, retryDelaysSeconds.length) - 1] ?? 3600);
}

/** Returns what an approval gives: valid from the day of the decision to the last day that product and passport allow. */
export function authorizationOf(
  number: string,
  decidedAt: Date,
  validity: Validity,
  passport: PassportFacts,
): Authorization {
  const validFrom = dateOf(decidedAt);
  return { number, validFrom, validUntil: lastValidDay(validFrom, validity, passport).day };
}

import { addSeconds, dateOf } from '../../kernel/clock.ts';
import type { Authorization } from '../orders/application.ts';

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

/** How long a product's authorization lasts. */
export interface Validity {
  /** ISO 8601 duration in years or months, e.g. `P2Y`. */
  period: string;
  endsWithPassport: boolean;
  /** Other periods for holders of some nationalities. */
  exceptions: readonly { nationality: string; period: string }[];
}

/** What a filed form says that decides how long an authorization lasts. */
export interface PassportFacts {
  expiry: string | null;
  nationality: string | null;
}

/**
 * Returns what an approval gives: valid from the day of the decision for the product's period, or until the passport ends where
 * the product says so and that comes first.
 */
export function authorizationOf(
  number: string,
  decidedAt: Date,
  validity: Validity,
  passport: PassportFacts,
): Authorization {
  const exception = validity.exceptions.find(({ nationality }) => nationality === passport.nationality);
  const period = exception?.period ?? validity.period;
  const end = new Date(decidedAt);
  const [, years, months] = /^P(?:(\d+)Y)?(?:(\d+)M)?$/.exec(period) ?? [];
  end.setUTCFullYear(end.getUTCFullYear() + Number(years ?? 0), end.getUTCMonth() + Number(months ?? 0));
  const validUntil = dateOf(end);
  const cutShort = validity.endsWithPassport && passport.expiry !== null && passport.expiry < validUntil;
  return { number, validFrom: dateOf(decidedAt), validUntil: cutShort ? passport.expiry! : validUntil };
}

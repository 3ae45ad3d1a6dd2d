import type { Validity } from './catalog.ts';

/** What a passport says that decides how long an authorization lasts. */
export interface PassportFacts {
  /** Calendar date. */
  expiry: string | null;
  nationality: string | null;
}

/**
 * Returns the last day of an authorization that begins on a calendar date: its product's period, or that of the nationality where it
 * differs, or the end of the passport where the product says so and that comes first.
 */
export function lastValidDay(
  from: string,
  validity: Validity,
  passport: PassportFacts,
): { day: string; endsWithPassport: boolean } {
  const exception = validity.exceptions.find(({ nationality }) => nationality === passport.nationality);
  const [, years, months] = /^P(?:(\d+)Y)?(?:(\d+)M)?$/.exec(exception?.period ?? validity.period) ?? [];
  const end = new Date(`${from}T00:00:00Z`);
  end.setUTCFullYear(end.getUTCFullYear() + Number(years ?? 0), end.getUTCMonth() + Number(months ?? 0));
  const day = end.toISOString().slice(0, 10);
  const cutShort = validity.endsWithPassport && passport.expiry !== null && passport.expiry < day;
  return cutShort ? { day: passport.expiry!, endsWithPassport: true } : { day, endsWithPassport: false };
}

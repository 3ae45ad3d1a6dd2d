/** What a promo code takes off the service fee, in percent. */
export const promoPercentOff = 10;

/** Why a promo code did not apply. */
export const promoReasons = ['UNKNOWN_CODE', 'INACTIVE', 'SELF_REFERRAL', 'ALREADY_DISCOUNTED'] as const;
export type PromoReason = (typeof promoReasons)[number];

/** What became of a promo code: never a failure, always a statement. */
export interface Promo {
  /** The code that was sent, in upper case; the partner's own when it was applied by the key. */
  code: string;
  applied: boolean;
  /** Null when it applied. */
  reason: PromoReason | null;
  /** The discount that the order gets: this code's, or the one of the partner key that was already there. */
  grants: { code: string; percentOff: number } | null;
  /** The partner who is credited with the order, whichever code brought the discount. */
  partnerId: string | null;
}

/** The longest code that is looked up. */
export const longestCode = 32;

/** Returns a code as it is stored: upper case, no space around it; undefined for what cannot be a code. */
export function readCode(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  return /^[A-Z0-9][A-Z0-9_-]{2,31}$/.test(code) ? code : undefined;
}

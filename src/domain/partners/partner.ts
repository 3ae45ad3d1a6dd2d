/** Who sends travelers and earns commission. */
export interface Partner {
  id: string;
  name: string;
  accountId: string | null;
  createdAt: Date;
  deactivatedAt: Date | null;
}

/** A promo code of a partner. */
export interface PartnerCode {
  code: string;
  partnerId: string;
  createdAt: Date;
  expiresAt: Date | null;
  deactivatedAt: Date | null;
}

/** The place of a partner's email address in the vault. */
export const partnerEmailPlace = (partnerId: string) => `partners.email:${partnerId}`;

/** Tells whether a code can be used: it and its partner are active and it has not expired. */
export function isActive(
  code: Omit<PartnerCode, 'partnerId' | 'createdAt' | 'code'>,
  partner: Pick<Partner, 'deactivatedAt'>,
  now: Date,
): boolean {
  return (
    partner.deactivatedAt === null && code.deactivatedAt === null && (code.expiresAt === null || code.expiresAt > now)
  );
}

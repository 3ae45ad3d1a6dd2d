import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { lockCommission } from './commission.store.ts';
import { sameMailbox } from './earn-commission.ts';
import { findPartnerRow } from './partner.store.ts';
import { partnerEmailPlace } from './partner.ts';
import { holdCommission } from './reverse-commission.ts';

/** Who a paid order turned out to belong to. */
export interface Buyer {
  orderId: string;
  accountId: string;
  email: string | null;
}

/** Holds the commission on an order back when its buyer turns out to be the partner: the same account, or the same mailbox. */
export async function holdSelfReferral(ctx: { vault: Vault }, tx: Db, buyer: Buyer, at: Date): Promise<void> {
  const { partnerId } = await lockCommission(tx, buyer.orderId);
  const partner = partnerId === null ? undefined : await findPartnerRow(tx, partnerId);
  if (!partner) return;
  const mailbox = partner.email && ctx.vault.open(partner.email, partnerEmailPlace(partner.id)).toString();
  const isOwn =
    partner.accountId === buyer.accountId ||
    (mailbox !== null && buyer.email !== null && sameMailbox(mailbox, buyer.email));
  if (isOwn) await holdCommission(tx, buyer.orderId, 'SELF_REFERRAL', at);
}

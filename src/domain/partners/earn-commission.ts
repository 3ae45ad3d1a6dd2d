import type { Mode } from '../../kernel/caller.ts';
import { addSeconds } from '../../kernel/clock.ts';
import type { Money } from '../../kernel/money.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { countEarnedSince, lockCommission, recordMovements } from './commission.store.ts';
import { commissionOn, type HoldReason, isEarned, type Movement } from './ledger.ts';
import { findPartnerRow } from './partner.store.ts';
import { type Partner, partnerEmailPlace } from './partner.ts';

/** What a paid order says that matters to its partner. */
export interface PaidOrder {
  orderId: string;
  mode: Mode;
  /** The partner whose code gave the discount; nobody earns when there is none. */
  partnerId: string | null;
  /** The service fee as listed, of all travelers, before the discount. */
  serviceFeeUsd: Money;
  paidAt: Date;
  /** End of the refund window, after which the commission is payable. */
  refundableUntil: Date;
  /** The account that bought; null for a guest. */
  accountId: string | null;
  /** Whether a partner key applied the code by itself: then the partner's account buying is no self-referral. */
  byPartnerKey: boolean;
  email: string | null;
}

/** More orders than this for one partner within an hour are looked at before they are paid out. */
export const usualOrdersAnHour = 100;

/**
 * Credits the partner of a paid order with its commission, once, in the transaction that marks it paid. A sandbox order earns
 * nothing. What looks like a self-referral or an unusual volume is held for an operator. An order that was refunded or disputed
 * before this is told earns and loses it at once.
 */
export async function earnCommission(ctx: { vault: Vault }, tx: Db, order: PaidOrder): Promise<void> {
  if (order.mode !== 'live' || order.partnerId === null) return;
  const partner = await findPartnerRow(tx, order.partnerId);
  if (partner === undefined) return;
  const commission = await lockCommission(tx, order.orderId);
  if (commission.partnerId !== null) return;

  const amount = commissionOn(order.serviceFeeUsd).minor;
  const heldFor = await reasonToHold(ctx, tx, order, partner);
  const movements: Movement[] = [{ kind: 'earned', amountMinor: amount, reason: null }];
  if (heldFor !== null) movements.push({ kind: 'held', amountMinor: 0, reason: heldFor });
  if (!isEarned(commission)) {
    movements.push({ kind: 'reversed', amountMinor: -amount, reason: commission.refunded ? 'REFUND' : 'DISPUTE' });
  }
  const earned = {
    ...commission,
    partnerId: partner.id,
    earnedMinor: amount,
    payableAt: order.refundableUntil,
    heldFor,
  };
  await recordMovements(tx, earned, movements, order.paidAt);
}

async function reasonToHold(
  { vault }: { vault: Vault },
  tx: Db,
  order: PaidOrder,
  partner: Partner & { email: Uint8Array | null },
): Promise<HoldReason | null> {
  if (order.accountId !== null && order.accountId === partner.accountId && !order.byPartnerKey) return 'SELF_REFERRAL';
  if (order.email !== null && partner.email !== null) {
    const own = vault.open(partner.email, partnerEmailPlace(partner.id)).toString();
    if (sameMailbox(own, order.email)) return 'SELF_REFERRAL';
  }
  const lately = await countEarnedSince(tx, partner.id, addSeconds(order.paidAt, -3600));
  return lately >= usualOrdersAnHour ? 'UNUSUAL_VOLUME' : null;
}

/** Tells whether two addresses reach the same mailbox, as far as case and a `+tag` go. */
export function sameMailbox(one: string, other: string): boolean {
  const mailbox = (email: string) =>
    email
      .trim()
      .toLowerCase()
      .replace(/\+[^@]*@/, '@');
  return mailbox(one) === mailbox(other);
}

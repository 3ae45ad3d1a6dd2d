import { type Money, money } from '../../kernel/money.ts';

/** What a ledger entry records. */
export const ledgerKinds = ['earned', 'held', 'released', 'reversed', 'reinstated', 'paid'] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

/** Why a commission is taken back: the order was refunded, or its payment is disputed. */
export type ReversalReason = 'REFUND' | 'DISPUTE';

/** Why a commission is held until an operator looks at it. */
export type HoldReason = 'SELF_REFERRAL' | 'UNUSUAL_VOLUME' | 'OPERATOR';

/** One movement of commission. */
export interface LedgerEntry {
  id: string;
  partnerId: string;
  orderId: string;
  kind: LedgerKind;
  /** In US cents: positive for the partner, negative against. */
  amountMinor: number;
  reason: string | null;
  payoutId: string | null;
  at: Date;
}

/** Where the commission of one order stands. */
export interface Commission {
  orderId: string;
  partnerId: string | null;
  earnedMinor: number;
  owedMinor: number;
  payableAt: Date | null;
  refunded: boolean;
  disputed: boolean;
  heldFor: string | null;
}

/** A movement that is about to be recorded. */
export interface Movement {
  kind: LedgerKind;
  amountMinor: number;
  reason: string | null;
}

/** Share of the service fee that a partner earns. */
export const commissionPercent = 20;

/** Returns the commission on a service fee as listed, rounded half up to the cent. */
export function commissionOn(serviceFeeUsd: Money): Money {
  return money(Math.floor((serviceFeeUsd.minor * commissionPercent * 2 + 100) / 200), serviceFeeUsd.currency);
}

/** Tells whether the order keeps its commission: it is neither refunded nor disputed. */
export function isEarned({ refunded, disputed }: Pick<Commission, 'refunded' | 'disputed'>): boolean {
  return !refunded && !disputed;
}

/** The bucket that what is owed for an order is in. Money that has to come back is due at once. */
export function bucketOf(commission: Commission, now: Date): 'pending' | 'held' | 'payable' {
  if (commission.owedMinor < 0) return 'payable';
  if (commission.heldFor !== null) return 'held';
  return commission.payableAt !== null && commission.payableAt <= now ? 'payable' : 'pending';
}

/** What a partner has and had, in US dollars. Pending, held and payable together are all that is owed. */
export interface Balances {
  pending: Money;
  held: Money;
  payable: Money;
  paid: Money;
  reversed: Money;
  /** Everything ever earned: the sum of all the others. */
  earned: Money;
}

/** Adds up balances from where the commissions stand and what the ledger says was earned, reversed and paid. */
export function balancesOf(
  owed: Record<'pending' | 'held' | 'payable', number>,
  moved: Partial<Record<LedgerKind, number>>,
): Balances {
  const usd = (minor: number) => money(minor === 0 ? 0 : minor, 'usd');
  return {
    pending: usd(owed.pending),
    held: usd(owed.held),
    payable: usd(owed.payable),
    paid: usd(-(moved.paid ?? 0)),
    reversed: usd(-(moved.reversed ?? 0) - (moved.reinstated ?? 0)),
    earned: usd(moved.earned ?? 0),
  };
}

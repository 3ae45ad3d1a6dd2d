import type { Db } from '../../store/db.ts';
import { lockCommission, recordMovements } from './commission.store.ts';
import { type Commission, type HoldReason, isEarned, type Movement, type ReversalReason } from './ledger.ts';

/**
 * Takes the commission of an order back in the transaction that records the refund or the dispute. Repeats and several
 * reasons take it back once. Of a commission that was paid out already, the amount is kept from the next payout.
 */
export async function reverseCommission(tx: Db, orderId: string, reason: ReversalReason, at: Date): Promise<void> {
  await change(tx, orderId, at, reason, (commission) => ({
    ...commission,
    ...(reason === 'REFUND' ? { refunded: true } : { disputed: true }),
  }));
}

/** Gives the commission of an order back after its dispute was won, unless the order was refunded meanwhile. */
export async function reinstateCommission(tx: Db, orderId: string, at: Date): Promise<void> {
  await change(tx, orderId, at, 'DISPUTE_WON', (commission) => ({ ...commission, disputed: false }));
}

/** Holds the commission of an order back from payouts until an operator releases it. */
export async function holdCommission(tx: Db, orderId: string, reason: HoldReason, at: Date): Promise<void> {
  const commission = await lockCommission(tx, orderId);
  if (commission.partnerId === null || commission.heldFor !== null) return;
  await recordMovements(tx, { ...commission, heldFor: reason }, [{ kind: 'held', amountMinor: 0, reason }], at);
}

async function change(
  tx: Db,
  orderId: string,
  at: Date,
  reason: string,
  apply: (commission: Commission) => Commission,
): Promise<void> {
  const before = await lockCommission(tx, orderId);
  const after = apply(before);
  await recordMovements(tx, after, movementsBetween(before, after, reason), at);
}

function movementsBetween(before: Commission, after: Commission, reason: string): Movement[] {
  if (isEarned(before) === isEarned(after)) return [];
  return isEarned(after)
    ? [{ kind: 'reinstated', amountMinor: before.earnedMinor, reason }]
    : [{ kind: 'reversed', amountMinor: -before.earnedMinor, reason }];
}

import { newId } from '../../kernel/id.ts';
import { type Money, money } from '../../kernel/money.ts';
import type { Db } from '../../store/db.ts';
import { recordMovements } from './commission.store.ts';
import { type OperatorNeeds, requireProgrammeOperator } from './create-partner.ts';
import { insertPayout, lockPayable } from './ledger.store.ts';
import type { Commission, LedgerEntry } from './ledger.ts';

/** A batch of commission that was paid out. */
export interface Payout {
  id: string;
  createdAt: Date;
}

/** What one partner gets from a payout. */
export interface PayoutItem {
  partnerId: string;
  amount: Money;
  /** The orders it is for; those with a negative amount were reversed after they had been paid. */
  orders: { orderId: string; amount: Money }[];
}

/**
 * Pays out, in one batch, everything that is payable now: past its refund window, neither held nor reversed, less what was reversed
 * after an earlier payout. A partner who would get nothing, or owes, is left for the next one. Null when nobody gets
 * anything. Of two payouts at the same time, each commission is in one. Operators only.
 */
export async function createPayout(
  ctx: OperatorNeeds,
  request: { partnerId?: string | null | undefined } = {},
): Promise<Payout | null> {
  requireProgrammeOperator(ctx.caller);
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const payable = await lockPayable(tx, request.partnerId ?? undefined, now);
    const paid = [...Map.groupBy(payable, ({ partnerId }) => partnerId).values()].filter(
      (group) => totalOwed(group) > 0,
    );
    const payout = paid.length === 0 ? null : { id: newId('pay'), createdAt: now };
    if (payout !== null) {
      const createdBy = ctx.caller.kind === 'account' ? ctx.caller.accountId : null;
      await insertPayout(tx, { ...payout, createdBy });
      await payAll(tx, paid.flat(), payout);
    }
    await ctx.once?.settle(tx, payout);
    return payout;
  });
}

const totalOwed = (group: readonly Commission[]) => group.reduce((sum, { owedMinor }) => sum + owedMinor, 0);

async function payAll(tx: Db, commissions: readonly Commission[], payout: Payout): Promise<void> {
  for (const commission of commissions) {
    const movement = { kind: 'paid' as const, amountMinor: -commission.owedMinor, reason: null };
    await recordMovements(tx, commission, [movement], payout.createdAt, payout.id);
  }
}

/** Groups the ledger entries of one payout by partner: what is to be transferred to whom, and for what. */
export function payoutItems(entries: readonly LedgerEntry[]): PayoutItem[] {
  return [...Map.groupBy(entries, ({ partnerId }) => partnerId)].map(([partnerId, group]) => {
    const orders = group.map(({ orderId, amountMinor }) => ({ orderId, amount: money(-amountMinor, 'usd') }));
    return { partnerId, amount: money(-group.reduce((sum, { amountMinor }) => sum + amountMinor, 0), 'usd'), orders };
  });
}

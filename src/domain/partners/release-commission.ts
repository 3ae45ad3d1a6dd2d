import { Failure } from '../../kernel/failure.ts';
import { lockCommission, recordMovements } from './commission.store.ts';
import { type OperatorNeeds, requireProgrammeOperator } from './create-partner.ts';
import type { Commission } from './ledger.ts';
import { holdCommission } from './reverse-commission.ts';

/** Lets a held commission go on to its payout after an operator looked at it. Operators only; repeating it changes nothing. */
export async function releaseCommission(ctx: OperatorNeeds, orderId: string): Promise<Commission> {
  return changeHold(ctx, orderId, async (tx, commission) => {
    if (commission.heldFor === null) return;
    const movement = { kind: 'released' as const, amountMinor: 0, reason: commission.heldFor };
    await recordMovements(tx, { ...commission, heldFor: null }, [movement], ctx.clock.now());
  });
}

/** Holds a commission back by an operator's decision. Operators only; repeating it changes nothing. */
export async function holdCommissionByOperator(ctx: OperatorNeeds, orderId: string): Promise<Commission> {
  return changeHold(ctx, orderId, (tx) => holdCommission(tx, orderId, 'OPERATOR', ctx.clock.now()));
}

async function changeHold(
  ctx: OperatorNeeds,
  orderId: string,
  change: (tx: OperatorNeeds['db'], commission: Commission) => Promise<void>,
): Promise<Commission> {
  requireProgrammeOperator(ctx.caller);
  return ctx.db.transaction(async (tx) => {
    const before = await lockCommission(tx, orderId);
    // Undoes the empty row that the lock made for an order that never earned.
    if (before.partnerId === null) throw new Failure('NOT_FOUND');
    await change(tx, before);
    const after = await lockCommission(tx, orderId);
    await ctx.once?.settle(tx, after);
    return after;
  });
}

import { Failure } from '../../kernel/failure.ts';
import { type OperatorNeeds, requireProgrammeOperator } from './create-partner.ts';
import { deactivateCodeRow, findPartnerRow, lockCode, lockPartner, updatePartner } from './partner.store.ts';
import type { Partner } from './partner.ts';
import { readCode } from './promo.ts';

/**
 * Ends a partnership: its codes stop applying at once. What was earned stays owed and is paid as ever. Operators only;
 * repeating it changes nothing.
 */
export async function deactivatePartner(ctx: OperatorNeeds, partnerId: string): Promise<Partner> {
  requireProgrammeOperator(ctx.caller);
  return ctx.db.transaction(async (tx) => {
    const partner = await lockPartner(tx, partnerId);
    if (!partner) throw new Failure('NOT_FOUND');
    const deactivatedAt = partner.deactivatedAt ?? ctx.clock.now();
    await updatePartner(tx, partnerId, { deactivatedAt });
    const result = { ...partner, deactivatedAt };
    await ctx.once?.settle(tx, result);
    return result;
  });
}

/** Ends one code of a partner. Operators only; repeating it changes nothing. */
export async function deactivatePartnerCode(ctx: OperatorNeeds, text: string): Promise<Partner> {
  requireProgrammeOperator(ctx.caller);
  return ctx.db.transaction(async (tx) => {
    const code = await lockCode(tx, readCode(text) ?? '');
    const partner = code && (await findPartnerRow(tx, code.partnerId));
    if (!partner) throw new Failure('NOT_FOUND');
    if (code.deactivatedAt === null) await deactivateCodeRow(tx, code.code, ctx.clock.now());
    await ctx.once?.settle(tx, partner);
    return partner;
  });
}

import type { AccountCaller, Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Db } from '../../store/db.ts';
import { isActive } from './partner.ts';
import { type CodeWithPartner, findCode, listCodesOfAccount } from './promo.store.ts';
import { longestCode, type Promo, type PromoReason, promoPercentOff, readCode } from './promo.ts';

export type { Promo } from './promo.ts';

interface Needs {
  caller: Caller;
  db: Db;
  clock: Clock;
}

/**
 * Says what a promo code is worth to a caller; null when there is neither a code nor a live partner key, whose own code applies
 * by itself. A code that does not apply is told with its reason, never a failure. Writes nothing.
 */
export async function findPromo(ctx: Needs, sent: string | null | undefined): Promise<Promo | null> {
  const own = await ownCode(ctx);
  const text = sent?.trim() ?? '';
  if (text === '') return own === undefined ? null : granting(own);

  const code = readCode(text);
  if (own !== undefined) {
    if (own.code === code) return granting(own);
    return { ...refusing(text, 'ALREADY_DISCOUNTED'), grants: grantOf(own), partnerId: own.partner.id };
  }
  const found = code === undefined ? undefined : await findCode(ctx.db, code);
  if (found === undefined) return refusing(text, 'UNKNOWN_CODE');
  if (!isActive(found, found.partner, ctx.clock.now())) return refusing(text, 'INACTIVE');
  if (ctx.caller.kind === 'account' && ctx.caller.accountId === found.partner.accountId) {
    return refusing(text, 'SELF_REFERRAL');
  }
  return granting(found);
}

/** The code that a live partner key applies by itself. */
async function ownCode({ caller, db, clock }: Needs): Promise<CodeWithPartner | undefined> {
  if (!isLivePartner(caller)) return undefined;
  const codes = await listCodesOfAccount(db, caller.accountId);
  return codes.find((code) => isActive(code, code.partner, clock.now()));
}

const isLivePartner = (caller: Caller): caller is AccountCaller =>
  caller.kind === 'account' && caller.mode === 'live' && caller.scopes.includes('partner');

const grantOf = ({ code }: CodeWithPartner) => ({ code, percentOff: promoPercentOff });

const granting = (found: CodeWithPartner): Promo => ({
  code: found.code,
  applied: true,
  reason: null,
  grants: grantOf(found),
  partnerId: found.partner.id,
});

const refusing = (text: string, reason: PromoReason): Promo => ({
  code: text.toUpperCase().slice(0, longestCode),
  applied: false,
  reason,
  grants: null,
  partnerId: null,
});

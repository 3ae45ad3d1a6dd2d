import { randomBytes } from 'node:crypto';
import { accounts } from '../../../src/domain/keys/account.table.ts';
import { createPartner } from '../../../src/domain/partners/create-partner.ts';
import { earnCommission, type PaidOrder } from '../../../src/domain/partners/earn-commission.ts';
import type { Partner } from '../../../src/domain/partners/partner.ts';
import type { Caller, Scope } from '../../../src/kernel/caller.ts';
import { addSeconds } from '../../../src/kernel/clock.ts';
import { newId } from '../../../src/kernel/id.ts';
import { money } from '../../../src/kernel/money.ts';
import type { Db } from '../../../src/store/db.ts';
import { createVault } from '../../../src/store/vault.ts';
import { testClock } from '../../support/clock.ts';
import { testDatabase } from '../../support/database.ts';

export const refundWindowSeconds = 7 * 24 * 60 * 60;

/** An account caller with a key of given scopes. */
export const account = (accountId: string, scopes: Scope[] = ['agent'], mode: 'live' | 'sandbox' = 'live'): Caller => ({
  kind: 'account',
  accountId,
  keyId: newId('key'),
  mode,
  scopes,
  clockOffsetSeconds: 0,
});

export const guest: Caller = { kind: 'guest', mode: 'live', address: '192.0.2.1', browserShaped: false };

/** A partner programme on a database of its own, run from the command line. */
export async function programme() {
  const { db } = await testDatabase();
  const clock = testClock();
  const vault = createVault([randomBytes(32)]);
  const operator = { caller: { kind: 'system', mode: 'live' } as Caller, db, clock, vault };
  return { ...operator, operator };
}

export type Programme = Awaited<ReturnType<typeof programme>>;

/** Adds an account and returns its id. */
export async function addAccount({ db, clock }: { db: Db; clock: Programme['clock'] }): Promise<string> {
  const id = newId('acc');
  await db.insert(accounts).values({ id, mode: 'live', createdAt: clock.now() });
  return id;
}

let made = 0;

/** Makes a partner with a code of its own. */
export async function addPartner(
  { operator }: Programme,
  request: { code?: string; accountId?: string; email?: string } = {},
): Promise<Partner> {
  made += 1;
  return createPartner(operator, { name: `Partner ${made}`, code: `CODE${made}`, ...request });
}

/** An order that was paid just now: by default a live one of 39 USD by a guest. */
export function paidOrder({ clock }: Programme, partner: Partner, change: Partial<PaidOrder> = {}): PaidOrder {
  const paidAt = clock.now();
  return {
    orderId: newId('ord'),
    mode: 'live',
    partnerId: partner.id,
    serviceFeeUsd: money(3900, 'usd'),
    paidAt,
    refundableUntil: addSeconds(paidAt, refundWindowSeconds),
    accountId: null,
    byPartnerKey: false,
    email: null,
    ...change,
  };
}

/** Tells the programme that an order was paid, as the transaction that marks it paid does. */
export async function pay(ctx: Programme, order: PaidOrder): Promise<PaidOrder> {
  await ctx.db.transaction((tx) => earnCommission(ctx, tx, order));
  return order;
}

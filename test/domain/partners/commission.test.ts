import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPayout, payoutItems } from '../../../src/domain/partners/create-payout.ts';
import { usualOrdersAnHour } from '../../../src/domain/partners/earn-commission.ts';
import { commissionOn } from '../../../src/domain/partners/ledger.ts';
import { commissions, partners } from '../../../src/domain/partners/partner.table.ts';
import type { Partner } from '../../../src/domain/partners/partner.ts';
import {
  balancesOfPartners,
  entriesOfPayouts,
  getStatement,
  listLedger,
} from '../../../src/domain/partners/read-ledger.ts';
import { releaseCommission } from '../../../src/domain/partners/release-commission.ts';
import {
  holdCommission,
  reinstateCommission,
  reverseCommission,
} from '../../../src/domain/partners/reverse-commission.ts';
import { money } from '../../../src/kernel/money.ts';
import {
  account,
  addAccount,
  addPartner,
  guest,
  type Programme,
  paidOrder,
  pay,
  programme,
  refundWindowSeconds,
} from './programme.ts';

let ctx: Programme;
beforeAll(async () => {
  ctx = await programme();
});

/** The balances in cents. */
async function balances(partner: Partner) {
  const [found] = await balancesOfPartners(ctx, [partner.id]);
  return Object.fromEntries(Object.entries(found!).map(([bucket, { minor }]) => [bucket, minor]));
}
const kinds = async (partner: Partner) =>
  (await listLedger(ctx.operator, partner, {})).items.map(({ kind, amountMinor }) => [kind, amountMinor]).reverse();
const none = { pending: 0, held: 0, payable: 0, paid: 0, reversed: 0, earned: 0 };
const reverse = (orderId: string, reason: 'REFUND' | 'DISPUTE') =>
  ctx.db.transaction((tx) => reverseCommission(tx, orderId, reason, ctx.clock.now()));

describe('commission', () => {
  it.each([
    [3900, 780],
    [14900, 2980],
    [1, 0],
    [2, 0],
    [3, 1],
    [7, 1],
    [8, 2],
  ])('is 20% of a service fee of %i cents, rounded half up: %i', (fee, commission) => {
    expect(commissionOn(money(fee, 'usd')).minor).toBe(commission);
  });

  it('is pending for the refund window, then payable, to the second', async () => {
    const partner = await addPartner(ctx);
    await pay(ctx, paidOrder(ctx, partner));
    expect(await balances(partner)).toEqual({ ...none, pending: 780, earned: 780 });
    ctx.clock.advance(refundWindowSeconds - 1);
    expect(await createPayout(ctx.operator)).toBeNull();
    ctx.clock.advance(1);
    expect(await balances(partner)).toEqual({ ...none, payable: 780, earned: 780 });
  });

  it('is earned once, however often the payment is told', async () => {
    const partner = await addPartner(ctx);
    const order = await pay(ctx, paidOrder(ctx, partner));
    await pay(ctx, order);
    await Promise.all([pay(ctx, order), pay(ctx, order)]);
    expect(await kinds(partner)).toEqual([['earned', 780]]);
  });

  it('is never earned by a sandbox order, nor without a partner', async () => {
    const partner = await addPartner(ctx);
    await pay(ctx, paidOrder(ctx, partner, { mode: 'sandbox' }));
    await pay(ctx, paidOrder(ctx, partner, { partnerId: null }));
    expect(await balances(partner)).toEqual(none);
    expect(await kinds(partner)).toEqual([]);
  });

  it('is paid once, in one batch with everything payable of every partner', async () => {
    const [one, other] = [await addPartner(ctx), await addPartner(ctx)];
    const first = await pay(ctx, paidOrder(ctx, one));
    await pay(ctx, paidOrder(ctx, one, { serviceFeeUsd: money(14900, 'usd') }));
    await pay(ctx, paidOrder(ctx, other));
    await createPayout(ctx.operator);
    ctx.clock.advance(refundWindowSeconds);
    const late = await pay(ctx, paidOrder(ctx, one));
    const payout = await createPayout(ctx.operator);
    const items = payoutItems((await entriesOfPayouts(ctx, [payout!.id]))[0]!);
    const mine = items.filter(({ partnerId }) => [one.id, other.id].includes(partnerId));
    expect(mine.map(({ partnerId, amount }) => [partnerId, amount.minor])).toEqual(
      [
        [one.id, 780 + 2980],
        [other.id, 780],
      ].sort(),
    );
    const orders = mine.flatMap((item) => item.orders.map(({ orderId }) => orderId));
    expect(orders).toContain(first.orderId);
    expect(orders).not.toContain(late.orderId);
    expect(await createPayout(ctx.operator)).toBeNull();
    expect(await balances(one)).toEqual({ ...none, pending: 780, paid: 3760, earned: 4540 });
  });

  it('is taken back by a refund, once', async () => {
    const partner = await addPartner(ctx);
    const { orderId } = await pay(ctx, paidOrder(ctx, partner));
    await reverse(orderId, 'REFUND');
    await reverse(orderId, 'REFUND');
    await reverse(orderId, 'DISPUTE');
    expect(await kinds(partner)).toEqual([
      ['earned', 780],
      ['reversed', -780],
    ]);
    expect(await balances(partner)).toEqual({ ...none, reversed: 780, earned: 780 });
  });

  it('comes back when a dispute is won, unless the order was refunded meanwhile', async () => {
    const partner = await addPartner(ctx);
    const [won, refunded] = [await pay(ctx, paidOrder(ctx, partner)), await pay(ctx, paidOrder(ctx, partner))];
    for (const { orderId } of [won, refunded]) await reverse(orderId, 'DISPUTE');
    await reverse(refunded.orderId, 'REFUND');
    for (const { orderId } of [won, refunded, won]) {
      await ctx.db.transaction((tx) => reinstateCommission(tx, orderId, ctx.clock.now()));
    }
    expect(await balances(partner)).toEqual({ ...none, pending: 780, reversed: 780, earned: 1560 });
  });

  it('nets to nothing when the refund is told before the payment', async () => {
    const partner = await addPartner(ctx);
    const order = paidOrder(ctx, partner);
    await reverse(order.orderId, 'REFUND');
    await pay(ctx, order);
    expect(await kinds(partner)).toEqual([
      ['earned', 780],
      ['reversed', -780],
    ]);
    ctx.clock.advance(refundWindowSeconds);
    expect(await createPayout(ctx.operator, { partnerId: partner.id })).toBeNull();
  });

  it('that was paid out already is kept from the next payout', async () => {
    const partner = await addPartner(ctx);
    const paid = await pay(ctx, paidOrder(ctx, partner));
    ctx.clock.advance(refundWindowSeconds);
    await createPayout(ctx.operator, { partnerId: partner.id });
    await reverse(paid.orderId, 'DISPUTE');
    expect(await balances(partner)).toEqual({ ...none, payable: -780, paid: 780, reversed: 780, earned: 780 });
    expect(await createPayout(ctx.operator, { partnerId: partner.id })).toBeNull();

    await pay(ctx, paidOrder(ctx, partner, { serviceFeeUsd: money(14900, 'usd') }));
    ctx.clock.advance(refundWindowSeconds);
    const payout = await createPayout(ctx.operator, { partnerId: partner.id });
    const [item] = payoutItems((await entriesOfPayouts(ctx, [payout!.id]))[0]!);
    expect(item!.amount.minor).toBe(2980 - 780);
    expect(await balances(partner)).toEqual({ ...none, paid: 2980, reversed: 780, earned: 3760 });
  });
});

describe('a hold', () => {
  it('keeps what looks like a self-referral from payouts until an operator releases it', async () => {
    const accountId = await addAccount(ctx);
    const partner = await addPartner(ctx, { accountId, email: 'Sam@Partner.example' });
    const byEmail = await pay(ctx, paidOrder(ctx, partner, { email: 'sam+visa@partner.example' }));
    await pay(ctx, paidOrder(ctx, partner, { accountId }));
    await pay(ctx, paidOrder(ctx, partner, { accountId, byPartnerKey: true, email: 'guest@elsewhere.example' }));
    ctx.clock.advance(refundWindowSeconds);
    expect(await balances(partner)).toEqual({ ...none, held: 1560, payable: 780, earned: 2340 });
    await createPayout(ctx.operator, { partnerId: partner.id });
    expect(await balances(partner)).toEqual({ ...none, held: 1560, paid: 780, earned: 2340 });
    await releaseCommission(ctx.operator, byEmail.orderId);
    await releaseCommission(ctx.operator, byEmail.orderId);
    expect(await balances(partner)).toEqual({ ...none, held: 780, payable: 780, paid: 780, earned: 2340 });
    expect((await kinds(partner)).filter(([kind]) => kind === 'released')).toHaveLength(1);
  });

  it('catches an unusual number of orders within an hour', async () => {
    const partner = await addPartner(ctx);
    for (let count = 0; count <= usualOrdersAnHour; count += 1) await pay(ctx, paidOrder(ctx, partner));
    const usual = usualOrdersAnHour * 780;
    expect(await balances(partner)).toEqual({ ...none, pending: usual, held: 780, earned: usual + 780 });
    ctx.clock.advance(3600);
    await pay(ctx, paidOrder(ctx, partner));
    expect(await balances(partner)).toMatchObject({ held: 780, pending: usual + 780 });
  });

  it('can be set later, for an order that the partner claims for itself', async () => {
    const partner = await addPartner(ctx);
    const { orderId } = await pay(ctx, paidOrder(ctx, partner));
    await ctx.db.transaction((tx) => holdCommission(tx, orderId, 'SELF_REFERRAL', ctx.clock.now()));
    expect(await balances(partner)).toMatchObject({ pending: 0, held: 780 });
  });
});

describe('the programme', () => {
  it('states a month that adds up', async () => {
    const partner = await addPartner(ctx);
    const month = ctx.clock.now();
    const orders = [await pay(ctx, paidOrder(ctx, partner)), await pay(ctx, paidOrder(ctx, partner))];
    await reverse(orders[0]!.orderId, 'REFUND');
    const day = month.toISOString().slice(0, 10);
    const statement = await getStatement(ctx.operator, partner, { from: day, to: day });
    expect(statement).toMatchObject({
      opening: { minor: 0 },
      earned: { minor: 1560 },
      reversed: { minor: -780 },
      closing: { minor: 780 },
    });
    ctx.clock.advance(refundWindowSeconds + 24 * 60 * 60);
    await createPayout(ctx.operator, { partnerId: partner.id });
    const later = ctx.clock.now().toISOString().slice(0, 10);
    const next = await getStatement(ctx.operator, partner, { from: later, to: later });
    expect(next).toMatchObject({ opening: { minor: 780 }, paid: { minor: -780 }, closing: { minor: 0 } });
    expect(next.entries.map(({ kind }) => kind)).toEqual(['paid']);
  });

  it('is changed by operators only', async () => {
    const partner = await addPartner(ctx);
    const as = (caller: typeof guest) => ({ ...ctx.operator, caller });
    await expect(createPayout(as(guest))).rejects.toMatchObject({ code: 'AUTHENTICATION_REQUIRED' });
    await expect(createPayout(as(account('acc_other', ['agent', 'partner'])))).rejects.toMatchObject({
      code: 'INSUFFICIENT_SCOPE',
    });
    await expect(createPayout(as(account('acc_operator', ['operator'])))).resolves.toBeDefined();
    await expect(listLedger(as(account('acc_other')), partner, {})).rejects.toMatchObject({
      code: 'INSUFFICIENT_SCOPE',
    });
  });

  it('keeps codes apart, and says which request was wrong', async () => {
    await addPartner(ctx, { code: 'TAKEN' });
    await expect(addPartner(ctx, { code: 'taken' })).rejects.toMatchObject({
      code: 'PROMO_CODE_TAKEN',
      argument: 'input.code',
    });
    await expect(addPartner(ctx, { code: 'a b' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      argument: 'input.code',
    });
    await expect(addPartner(ctx, { accountId: 'acc_nobody' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      argument: 'input.accountId',
    });
    const accountId = await addAccount(ctx);
    await addPartner(ctx, { accountId });
    await expect(addPartner(ctx, { accountId })).rejects.toMatchObject({ argument: 'input.accountId' });
  });

  it('leaves nothing behind of what was refused, and says no more than that there is nothing', async () => {
    const before = await ctx.db.$count(partners);
    await expect(addPartner(ctx, { code: 'TAKEN' })).rejects.toThrow();
    await expect(releaseCommission(ctx.operator, 'ord_nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await ctx.db.$count(partners)).toBe(before);
    expect(await ctx.db.$count(commissions, eq(commissions.orderId, 'ord_nothing'))).toBe(0);
  });
});

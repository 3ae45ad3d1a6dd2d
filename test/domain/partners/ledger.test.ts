import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPayout, payoutItems } from '../../../src/domain/partners/create-payout.ts';
import type { PaidOrder } from '../../../src/domain/partners/earn-commission.ts';
import { commissionOn } from '../../../src/domain/partners/ledger.ts';
import { commissions, ledgerEntries } from '../../../src/domain/partners/partner.table.ts';
import type { Partner } from '../../../src/domain/partners/partner.ts';
import { balancesOfPartners, entriesOfPayouts } from '../../../src/domain/partners/read-ledger.ts';
import { releaseCommission } from '../../../src/domain/partners/release-commission.ts';
import {
  holdCommission,
  reinstateCommission,
  reverseCommission,
} from '../../../src/domain/partners/reverse-commission.ts';
import { money } from '../../../src/kernel/money.ts';
import { onPostgres } from '../../support/database.ts';
import { addPartner, type Programme, paidOrder, pay, programme, refundWindowSeconds } from './programme.ts';

let ctx: Programme;
beforeAll(async () => {
  ctx = await programme();
});

const actions = ['pay', 'refund', 'dispute', 'win', 'hold', 'release'] as const;
type Step = { what: (typeof actions)[number]; order: number } | { what: 'payout' } | { what: 'wait'; seconds: number };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ what: fc.constantFrom(...actions), order: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.constant({ what: 'payout' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('wait' as const),
      seconds: fc.constantFrom(1, 86_400, refundWindowSeconds),
    }),
  },
);

/** What an order is, said without a ledger. */
interface Model {
  order: PaidOrder;
  told: boolean;
  refunded: boolean;
  disputed: boolean;
  held: boolean;
  paidOut: number;
}

const worth = (model: Model) =>
  model.told && !model.refunded && !model.disputed ? commissionOn(model.order.serviceFeeUsd).minor : 0;
const owed = (model: Model) => worth(model) - model.paidOut;
const isDue = (model: Model, now: Date) => owed(model) < 0 || (!model.held && model.order.refundableUntil <= now);

async function act(step: Step, models: Model[], partner: Partner): Promise<void> {
  const now = ctx.clock.now();
  if (step.what === 'wait') return ctx.clock.advance(step.seconds);
  if (step.what === 'payout') {
    const due = models.filter((model) => model.told && isDue(model, now));
    const total = due.reduce((sum, model) => sum + owed(model), 0);
    const payout = await createPayout(ctx.operator, { partnerId: partner.id });
    const items = payout ? payoutItems((await entriesOfPayouts(ctx, [payout.id]))[0]!) : [];
    expect(items.map(({ amount }) => amount.minor)).toEqual(total > 0 ? [total] : []);
    if (total > 0) for (const model of due) model.paidOut += owed(model);
    return;
  }
  const model = models[step.order]!;
  const { orderId } = model.order;
  if (step.what === 'pay') {
    await pay(ctx, model.order);
    model.told = true;
  } else if (step.what === 'release') {
    await releaseCommission(ctx.operator, orderId).catch(() => expect(model.told).toBe(false));
    model.held = false;
  } else {
    await ctx.db.transaction(async (tx) => {
      if (step.what === 'refund') await reverseCommission(tx, orderId, 'REFUND', now);
      if (step.what === 'dispute') await reverseCommission(tx, orderId, 'DISPUTE', now);
      if (step.what === 'win') await reinstateCommission(tx, orderId, now);
      if (step.what === 'hold') await holdCommission(tx, orderId, 'OPERATOR', now);
    });
    if (step.what === 'refund') model.refunded = true;
    if (step.what === 'dispute') model.disputed = true;
    if (step.what === 'win') model.disputed = false;
    if (step.what === 'hold' && model.told) model.held = true;
  }
}

async function expectBalanced(models: Model[], partner: Partner): Promise<void> {
  const now = ctx.clock.now();
  const [found] = await balancesOfPartners(ctx, [partner.id]);
  const { pending, held, payable, paid, reversed, earned } = found!;
  const sumOf = (some: Model[], of: (model: Model) => number) => some.reduce((sum, model) => sum + of(model), 0);
  const told = models.filter((model) => model.told);
  const due = told.filter((model) => isDue(model, now));
  const onHold = told.filter((model) => model.held && owed(model) >= 0);
  expect(payable.minor).toBe(sumOf(due, owed));
  expect(held.minor).toBe(sumOf(onHold, owed));
  expect(pending.minor).toBe(sumOf(told, owed) - payable.minor - held.minor);
  expect(paid.minor).toBe(sumOf(told, (model) => model.paidOut));
  expect(earned.minor).toBe(sumOf(told, (model) => commissionOn(model.order.serviceFeeUsd).minor));
  expect(pending.minor + held.minor + payable.minor + paid.minor + reversed.minor).toBe(earned.minor);

  const entries = await ctx.db.select().from(ledgerEntries).where(eq(ledgerEntries.partnerId, partner.id));
  const standing = await ctx.db.select().from(commissions).where(eq(commissions.partnerId, partner.id));
  for (const { orderId, owedMinor } of standing) {
    const own = entries.filter((entry) => entry.orderId === orderId);
    expect(own.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(owedMinor);
    expect(own.filter(({ kind }) => kind === 'earned')).toHaveLength(1);
  }
}

describe('the ledger', () => {
  it('balances whatever the order of payments, refunds, disputes, holds and payouts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 40 }), async (steps) => {
        const partner = await addPartner(ctx);
        const fees = [3900, 14900, 11700, 3];
        const models = fees.map((fee): Model => {
          const order = paidOrder(ctx, partner, { serviceFeeUsd: money(fee, 'usd') });
          return { order, told: false, refunded: false, disputed: false, held: false, paidOut: 0 };
        });
        for (const step of steps) {
          await act(step, models, partner);
          await expectBalanced(models, partner);
        }
      }),
      { numRuns: 30 },
    );
  }, 120_000);

  it.runIf(onPostgres)('balances when payment, refund, dispute and payouts come at the same moment', async () => {
    for (let round = 0; round < 20; round += 1) {
      const partner = await addPartner(ctx);
      const orders = Array.from({ length: 5 }, () => paidOrder(ctx, partner, { refundableUntil: ctx.clock.now() }));
      await Promise.all(
        orders.flatMap((order, at) => [
          pay(ctx, order),
          pay(ctx, order),
          createPayout(ctx.operator, { partnerId: partner.id }),
          ...(at % 2 === 0
            ? (['REFUND', 'DISPUTE'] as const).map((reason) =>
                ctx.db.transaction((tx) => reverseCommission(tx, order.orderId, reason, ctx.clock.now())),
              )
            : []),
        ]),
      );
      await createPayout(ctx.operator, { partnerId: partner.id });
      const [found] = await balancesOfPartners(ctx, [partner.id]);
      expect(found!.earned.minor).toBe(5 * 780);
      expect(found!.reversed.minor).toBe(3 * 780);
      expect(found!.payable.minor + found!.paid.minor).toBe(2 * 780);
    }
  });
});

import { builder } from '../../graphql/builder.ts';
import { MoneyType } from '../../graphql/scalars.ts';
import { money } from '../../kernel/money.ts';
import type { Page } from '../../kernel/page.ts';
import { type Balances, bucketOf, type Commission, type LedgerEntry, ledgerKinds } from './ledger.ts';
import type { Statement } from './read-ledger.ts';

const LedgerKindType = builder.enumType('LedgerKind', {
  description: 'What a ledger entry records.',
  values: ledgerKinds,
});

/** What a partner has and had. */
export const BalancesType = builder.objectRef<Balances>('PartnerBalances').implement({
  description: 'Commission in US dollars. What was earned is the sum of all the others.',
  fields: (t) => ({
    pending: t.expose('pending', { type: MoneyType, description: 'Within the refund window of its order.' }),
    held: t.expose('held', { type: MoneyType, description: 'Held back until it was looked at.' }),
    payable: t.expose('payable', {
      type: MoneyType,
      description: 'Part of the next payout; negative when more was reversed than earned since the last.',
    }),
    paid: t.expose('paid', { type: MoneyType, description: 'Paid out.' }),
    reversed: t.expose('reversed', { type: MoneyType, description: 'Taken back: refunds and disputes.' }),
    earned: t.expose('earned', { type: MoneyType, description: 'Everything ever earned.' }),
  }),
});

/** One movement of commission. */
export const LedgerEntryType = builder.objectRef<LedgerEntry>('LedgerEntry').implement({
  description: 'One movement of commission. Entries are never changed or removed.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the entry.' }),
    orderId: t.exposeID('orderId', { description: 'The order that it is about.' }),
    kind: t.expose('kind', { type: LedgerKindType, description: 'What happened.' }),
    amount: t.field({
      type: MoneyType,
      description: 'Positive for the partner, negative against; 0 for a hold and its release.',
      resolve: ({ amountMinor }) => money(amountMinor, 'usd'),
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why, where there is more than one reason.' }),
    payoutId: t.exposeID('payoutId', { nullable: true, description: 'The payout that paid it.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it happened.' }),
  }),
});

/** A page of a ledger. */
export const LedgerPageType = builder.objectRef<Page<LedgerEntry>>('LedgerPage').implement({
  description: 'A page of a ledger, newest first.',
  fields: (t) => ({
    entries: t.expose('items', { type: [LedgerEntryType], description: 'The entries.' }),
    nextCursor: t.exposeString('nextCursor', { nullable: true, description: 'Where the next page begins.' }),
  }),
});

/** A partner's account over a period. */
export const StatementType = builder.objectRef<Statement>('PartnerStatement').implement({
  description: 'The account of a partner over a period. Opening, earned, reversed and paid add up to closing.',
  fields: (t) => ({
    from: t.expose('from', { type: 'DateTime', description: 'First moment of the period.' }),
    to: t.expose('to', { type: 'DateTime', description: 'First moment after the period.' }),
    opening: t.expose('opening', { type: MoneyType, description: 'Owed before the period.' }),
    earned: t.expose('earned', { type: MoneyType, description: 'Earned in it.' }),
    reversed: t.expose('reversed', { type: MoneyType, description: 'Taken back in it; negative.' }),
    paid: t.expose('paid', { type: MoneyType, description: 'Paid out in it; negative.' }),
    closing: t.expose('closing', { type: MoneyType, description: 'Owed after the period.' }),
    entries: t.expose('entries', { type: [LedgerEntryType], description: 'Every movement, in order.' }),
  }),
});

/** Where the commission of one order stands. */
export const CommissionType = builder.objectRef<Commission>('Commission').implement({
  description: 'Where the commission of one order stands.',
  fields: (t) => ({
    orderId: t.exposeID('orderId', { description: 'The order.' }),
    owed: t.field({
      type: MoneyType,
      description: 'What is owed for it.',
      resolve: (commission) => money(commission.owedMinor, 'usd'),
    }),
    standing: t.string({
      description: 'pending, held or payable.',
      resolve: (commission, _args, ctx) => bucketOf(commission, ctx.clock.now()),
    }),
    heldFor: t.exposeString('heldFor', { nullable: true, description: 'Why it is held.' }),
    payableAt: t.expose('payableAt', { type: 'DateTime', nullable: true, description: 'End of the refund window.' }),
  }),
});

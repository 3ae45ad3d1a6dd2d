import { builder } from '../../graphql/builder.ts';
import { loader } from '../../graphql/loader.ts';
import { MoneyType } from '../../graphql/scalars.ts';
import type { Page } from '../../kernel/page.ts';
import { addPartnerCode, createPartner, linkPartnerAccount } from './create-partner.ts';
import { createPayout, type Payout, type PayoutItem, payoutItems } from './create-payout.ts';
import { deactivatePartner, deactivatePartnerCode } from './deactivate-partner.ts';
import { CommissionType, LedgerEntryType } from './ledger.schema.ts';
import type { LedgerEntry } from './ledger.ts';
import { PartnerType } from './partner.schema.ts';
import type { Partner } from './partner.ts';
import {
  entriesOfPayouts,
  findOwnPartner,
  getPartner,
  getPayout,
  listPartners,
  listPayouts,
  partnersById,
} from './read-ledger.ts';
import { holdCommissionByOperator, releaseCommission } from './release-commission.ts';

const partnersOf = loader<string, Partner>((ctx, ids) => partnersById(ctx, ids));
const payoutEntries = loader<string, LedgerEntry[]>((ctx, ids) => entriesOfPayouts(ctx, ids));

const PayoutItemType = builder.objectRef<PayoutItem>('PayoutItem').implement({
  description: 'What one partner gets from a payout.',
  fields: (t) => ({
    partner: t.field({
      type: PartnerType,
      description: 'Who gets it.',
      resolve: (item, _args, ctx) => partnersOf(ctx).load(item.partnerId),
    }),
    amount: t.expose('amount', { type: MoneyType, description: 'To be transferred.' }),
    orders: t.int({ description: 'How many orders it is for.', resolve: (item) => item.orders.length }),
  }),
});

const PayoutType = builder.objectRef<Payout>('Payout').implement({
  description: 'A batch of commission that was paid out.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the payout.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    items: t.field({
      type: [PayoutItemType],
      description: 'What each partner gets.',
      resolve: async (payout, _args, ctx) => payoutItems(await payoutEntries(ctx).load(payout.id)),
    }),
    entries: t.field({
      type: [LedgerEntryType],
      description: 'Every movement in it: the export.',
      resolve: (payout, _args, ctx) => payoutEntries(ctx).load(payout.id),
    }),
  }),
});

const PartnerPage = builder.objectRef<Page<Partner>>('PartnerPage').implement({
  description: 'One page of partners, newest first.',
  fields: (t) => ({
    partners: t.expose('items', { type: [PartnerType], description: 'The partners.' }),
    nextCursor: t.exposeString('nextCursor', {
      nullable: true,
      description: 'Cursor of the next page, if there is one.',
    }),
  }),
});

const PayoutPage = builder.objectRef<Page<Payout>>('PayoutPage').implement({
  description: 'One page of payouts, newest first.',
  fields: (t) => ({
    payouts: t.expose('items', { type: [PayoutType], description: 'The payouts.' }),
    nextCursor: t.exposeString('nextCursor', {
      nullable: true,
      description: 'Cursor of the next page, if there is one.',
    }),
  }),
});

const CreatePartnerInput = builder.inputType('CreatePartnerInput', {
  description: 'Who becomes a partner.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the partner.' }),
    code: t.string({
      required: true,
      description: 'Its first promo code: 3 to 32 letters, digits, hyphens and underscores.',
    }),
    accountId: t.id({ description: 'The account that reads the statements and whose partner keys apply the code.' }),
    email: t.string({
      description: 'Where statements go.',
      validate: {
        email: [true, { message: 'The email is an address such as partner@example.com' }],
        maxLength: [254, { message: 'The email is at most 254 characters' }],
      },
    }),
  }),
});

const AddPartnerCodeInput = builder.inputType('AddPartnerCodeInput', {
  description: 'A further promo code.',
  fields: (t) => ({
    partnerId: t.id({ required: true, description: 'Whose code.' }),
    code: t.string({ required: true, description: '3 to 32 letters, digits, hyphens and underscores.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it stops by itself.' }),
  }),
});

builder.queryFields((t) => ({
  partner: t.field({
    type: PartnerType,
    access: 'KEY',
    nullable: true,
    description: 'The partner that the account of the key belongs to; null when there is none.',
    resolve: (_root, _args, ctx) => findOwnPartner(ctx),
  }),
  partnerById: t.field({
    type: PartnerType,
    access: 'OPERATOR',
    description: 'Any partner.',
    args: { partnerId: t.arg.id({ required: true, description: 'Identifier of the partner.' }) },
    resolve: (_root, { partnerId }, ctx) => getPartner(ctx, partnerId),
  }),
  partners: t.field({
    type: PartnerPage,
    access: 'OPERATOR',
    description: 'All partners, newest first.',
    args: {
      limit: t.arg.int({ description: 'How many at most, 1 to 200; 50 when left out.' }),
      after: t.arg.string({ description: 'Cursor of the page before.' }),
    },
    resolve: (_root, args, ctx) => listPartners(ctx, args),
  }),
  partnerPayout: t.field({
    type: PayoutType,
    access: 'OPERATOR',
    description: 'One payout, with every movement in it.',
    args: { payoutId: t.arg.id({ required: true, description: 'Identifier of the payout.' }) },
    resolve: (_root, { payoutId }, ctx) => getPayout(ctx, payoutId),
  }),
  partnerPayouts: t.field({
    type: PayoutPage,
    access: 'OPERATOR',
    description: 'All payouts, newest first.',
    args: {
      limit: t.arg.int({ description: 'How many at most, 1 to 200; 50 when left out.' }),
      after: t.arg.string({ description: 'Cursor of the page before.' }),
    },
    resolve: (_root, args, ctx) => listPayouts(ctx, args),
  }),
}));

builder.mutationFields((t) => ({
  createPartner: t.field({
    type: PartnerType,
    access: 'OPERATOR',
    description: 'Make a partner and its first promo code.',
    args: { input: t.arg({ type: CreatePartnerInput, required: true, description: 'The partner.' }) },
    resolve: (_root, { input }, ctx) => createPartner(ctx, input),
  }),
  linkPartnerAccount: t.field({
    type: PartnerType,
    access: 'OPERATOR',
    description: 'Say which account a partner uses.',
    args: {
      partnerId: t.arg.id({ required: true, description: 'The partner.' }),
      accountId: t.arg.id({ required: true, description: 'The account.' }),
    },
    resolve: (_root, { partnerId, accountId }, ctx) => linkPartnerAccount(ctx, partnerId, accountId),
  }),
  addPartnerCode: t.field({
    type: PartnerType,
    access: 'OPERATOR',
    description: 'Give a partner a further promo code.',
    args: { input: t.arg({ type: AddPartnerCodeInput, required: true, description: 'The code.' }) },
    resolve: (_root, { input }, ctx) => addPartnerCode(ctx, input),
  }),
  deactivatePartner: t.field({
    type: PartnerType,
    access: 'OPERATOR',
    description: 'End a partnership: its codes stop applying at once; what was earned is still paid.',
    args: { partnerId: t.arg.id({ required: true, description: 'The partner.' }) },
    resolve: (_root, { partnerId }, ctx) => deactivatePartner(ctx, partnerId),
  }),
  deactivatePartnerCode: t.field({
    type: PartnerType,
    access: 'OPERATOR',
    description: 'End one promo code.',
    args: { code: t.arg.string({ required: true, description: 'The code.' }) },
    resolve: (_root, { code }, ctx) => deactivatePartnerCode(ctx, code),
  }),
  holdCommission: t.field({
    type: CommissionType,
    access: 'OPERATOR',
    description: 'Hold the commission of an order back from payouts.',
    args: { orderId: t.arg.id({ required: true, description: 'The order.' }) },
    resolve: (_root, { orderId }, ctx) => holdCommissionByOperator(ctx, orderId),
  }),
  releaseCommission: t.field({
    type: CommissionType,
    access: 'OPERATOR',
    description: 'Let a held commission go on to its payout.',
    args: { orderId: t.arg.id({ required: true, description: 'The order.' }) },
    resolve: (_root, { orderId }, ctx) => releaseCommission(ctx, orderId),
  }),
  createPartnerPayout: t.field({
    type: PayoutType,
    access: 'OPERATOR',
    nullable: true,
    description: 'Pay out everything that is payable now, in one batch; null when nobody gets anything.',
    args: { partnerId: t.arg.id({ description: 'Only this partner; all of them when left out.' }) },
    resolve: (_root, args, ctx) => createPayout(ctx, args),
  }),
}));

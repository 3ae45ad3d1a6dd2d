import { bigint, bigserial, boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, moment } from '../../store/columns.ts';
import { accounts } from '../keys/account.table.ts';
import type { LedgerKind } from './ledger.ts';

/** Who sends travelers and earns commission. Nothing of it belongs to a mode: codes can be tried in the sandbox. */
export const partners = pgTable('partners', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  /** The account whose partner keys apply the code by themselves and which reads the statements. */
  accountId: text('account_id')
    .unique()
    .references(() => accounts.id),
  /** Where statements go, and what self-referral is told by. Sealed; place `partners.email:<id>`. */
  email: bytes('email'),
  createdAt: moment('created_at').notNull(),
  deactivatedAt: moment('deactivated_at'),
});

/** Promo codes, in upper case. The oldest active one of a partner is applied automatically. */
export const partnerCodes = pgTable(
  'partner_codes',
  {
    code: text('code').primaryKey(),
    partnerId: text('partner_id')
      .notNull()
      .references(() => partners.id),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at'),
    deactivatedAt: moment('deactivated_at'),
  },
  (table) => [index('partner_codes_partner').on(table.partnerId, table.createdAt)],
);

/**
 * Where the commission of one order stands: the lock that every change takes, and the sums of its ledger entries. A row
 * without a partner remembers a refund or dispute that came before the payment was told.
 */
export const commissions = pgTable(
  'commissions',
  {
    orderId: text('order_id').primaryKey(),
    partnerId: text('partner_id').references(() => partners.id),
    /** What the order earned, in US cents; 0 while nothing is earned. */
    earnedMinor: bigint('earned_minor', { mode: 'number' }).notNull().default(0),
    /** The sum of all entries of the order: what is still owed; negative when a paid commission was reversed. */
    owedMinor: bigint('owed_minor', { mode: 'number' }).notNull().default(0),
    /** End of the order's refund window. */
    payableAt: moment('payable_at'),
    refunded: boolean('refunded').notNull().default(false),
    disputed: boolean('disputed').notNull().default(false),
    /** Why it is held back, null when it is not. */
    heldFor: text('held_for'),
  },
  (table) => [index('commissions_partner').on(table.partnerId, table.payableAt)],
);

/** Every movement of commission, append only. What a partner is owed is the sum of the amounts. */
export const ledgerEntries = pgTable(
  'partner_ledger',
  {
    id: text('id').primaryKey(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    partnerId: text('partner_id')
      .notNull()
      .references(() => partners.id),
    orderId: text('order_id').notNull(),
    kind: text('kind').$type<LedgerKind>().notNull(),
    /** In US cents: positive for the partner, negative against; 0 for a hold and its release. */
    amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
    reason: text('reason'),
    payoutId: text('payout_id').references(() => payouts.id),
    at: moment('at').notNull(),
  },
  (table) => [
    index('partner_ledger_partner').on(table.partnerId, table.seq),
    index('partner_ledger_order').on(table.orderId),
    index('partner_ledger_payout').on(table.payoutId),
  ],
);

/** Batches in which commission was paid out; their content is the ledger entries that name them. */
export const payouts = pgTable('partner_payouts', {
  id: text('id').primaryKey(),
  createdAt: moment('created_at').notNull(),
  /** The operator's account; null from the command line. */
  createdBy: text('created_by'),
});

import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Mode } from '../../kernel/caller.ts';
import { bytes, moment } from '../../store/columns.ts';
import { accounts, guestSessions } from '../keys/account.table.ts';
import type { Price } from '../pricing/price.ts';
import type { OpenProductId } from '../products/product-id.ts';
import type { PaymentProblem, PaymentStatus, RefundState } from './order.ts';

/** One checkout: what is bought, by whom, at what price, and how its payment stands. */
export const orders = pgTable(
  'orders',
  {
    id: text('id').primaryKey(),
    mode: text('mode').$type<Mode>().notNull(),
    /** The owner: an account, or a guest session; both after a guest's order was claimed with a live key. */
    accountId: text('account_id').references(() => accounts.id),
    guestId: text('guest_id').references(() => guestSessions.id),
    /** The idempotent call that made it: a retry after a crash finds it by this. */
    onceId: text('once_id').unique(),
    product: text('product').$type<OpenProductId>().notNull(),
    speed: text('speed').$type<'standard' | 'rush' | 'super_rush'>().notNull(),
    travelers: integer('travelers').notNull(),
    /** Sealed; place `orders.email:<id>`. */
    email: bytes('email'),
    promoCode: text('promo_code'),
    partnerId: text('partner_id'),
    /** The price as it was when the session was made: what is charged, line by line. */
    price: jsonb('price').$type<Price>().notNull(),
    currency: text('currency').notNull(),
    /** Total in minor units of the currency. */
    totalMinor: bigint('total_minor', { mode: 'number' }).notNull(),
    paymentStatus: text('payment_status').$type<PaymentStatus>().notNull(),
    /** The provider's session; null only between the claim of a checkout and the provider's answer. */
    paymentSessionId: text('payment_session_id').unique(),
    checkoutUrl: text('checkout_url'),
    paymentIntentId: text('payment_intent_id'),
    /** What an operator has to look at; an order whose payment contradicts it is never marked paid. */
    paymentProblem: text('payment_problem').$type<PaymentProblem>(),
    /** How a refund stands; null when none was asked for. */
    refundState: text('refund_state').$type<RefundState>(),
    refundReason: text('refund_reason'),
    refundRequestedAt: moment('refund_requested_at'),
    /** How often the provider refused a refund outright: each new try has a key of its own. */
    refundRefusals: integer('refund_refusals').notNull().default(0),
    refundId: text('refund_id'),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    paidAt: moment('paid_at'),
    refundedAt: moment('refunded_at'),
    /** Set while its payment is disputed or the dispute was lost: nothing of it is filed then. */
    disputedAt: moment('disputed_at'),
    /** When the provider should be asked again about what hangs, in real time; null when nothing does. */
    checkDueAt: moment('check_due_at'),
    /** How often it was asked since, for the spacing. */
    checks: integer('checks').notNull().default(0),
  },
  (table) => [
    index('orders_account').on(table.accountId, table.createdAt),
    index('orders_guest').on(table.guestId),
    index('orders_unpaid').on(table.paymentStatus, table.expiresAt),
    index('orders_payment_intent').on(table.paymentIntentId),
    index('orders_check_due').on(table.checkDueAt).where(sql`${table.checkDueAt} is not null`),
    index('orders_troubled')
      .on(table.id)
      .where(sql`${table.paymentProblem} is not null or ${table.disputedAt} is not null`),
  ],
);

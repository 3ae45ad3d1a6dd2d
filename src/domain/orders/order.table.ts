import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Mode } from '../../kernel/caller.ts';
import { bytes, moment } from '../../store/columns.ts';
import { accounts, guestSessions } from '../keys/account.table.ts';
import type { Price } from '../pricing/price.ts';
import type { OpenProductId } from '../products/product-id.ts';
import type { PaymentStatus } from './order.ts';

/** One checkout: what is bought, by whom, at what price, and how its payment stands. */
export const orders = pgTable(
  'orders',
  {
    id: text('id').primaryKey(),
    mode: text('mode').$type<Mode>().notNull(),
    /** The owner: exactly one of the two is set. */
    accountId: text('account_id').references(() => accounts.id),
    guestId: text('guest_id').references(() => guestSessions.id),
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
    totalMinor: integer('total_minor').notNull(),
    paymentStatus: text('payment_status').$type<PaymentStatus>().notNull(),
    /** The provider's session; null only between the claim of a checkout and the provider's answer. */
    paymentSessionId: text('payment_session_id').unique(),
    checkoutUrl: text('checkout_url'),
    paymentIntentId: text('payment_intent_id'),
    refundId: text('refund_id'),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    paidAt: moment('paid_at'),
    refundedAt: moment('refunded_at'),
  },
  (table) => [
    index('orders_account').on(table.accountId, table.createdAt),
    index('orders_guest').on(table.guestId),
    index('orders_unpaid').on(table.paymentStatus, table.expiresAt),
  ],
);

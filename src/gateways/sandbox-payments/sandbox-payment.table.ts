import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '../../store/columns.ts';

/** Payment sessions of the built-in provider: its own books, apart from our orders. */
export const sandboxPayments = pgTable('sandbox_payments', {
  sessionId: text('session_id').primaryKey(),
  idempotencyKey: text('idempotency_key').notNull().unique(),
  orderId: text('order_id').notNull(),
  amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
  currency: text('currency').notNull(),
  status: text('status').$type<'unpaid' | 'processing' | 'paid' | 'failed' | 'expired'>().notNull(),
  paymentIntentId: text('payment_intent_id'),
  paidAt: moment('paid_at'),
  refundId: text('refund_id'),
  expiresAt: moment('expires_at').notNull(),
});

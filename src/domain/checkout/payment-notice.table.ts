import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '../../store/columns.ts';

/**
 * Notices of the payment provider that something happened. They say where to look, never what to believe: the provider is asked for the
 * truth. A row is the proof that a notice came, so that its repetition does nothing.
 */
export const paymentNotices = pgTable(
  'payment_notices',
  {
    /** The provider's own id of the event. */
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    paymentSessionId: text('payment_session_id'),
    paymentIntentId: text('payment_intent_id'),
    /** In real time, as everything here. */
    receivedAt: moment('received_at').notNull(),
    /** When it should be worked on next; also the lease of whoever works on it. */
    dueAt: moment('due_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    processedAt: moment('processed_at'),
  },
  (table) => [
    index('payment_notices_due').on(table.dueAt).where(sql`${table.processedAt} is null`),
    index('payment_notices_received').on(table.receivedAt),
  ],
);

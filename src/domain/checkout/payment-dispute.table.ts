import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '../../store/columns.ts';
import { orders } from '../orders/order.table.ts';
import type { DisputeState } from './dispute.ts';

/** Disputes of payments, as the provider tells them. */
export const paymentDisputes = pgTable(
  'payment_disputes',
  {
    /** The provider's own id. */
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    state: text('state').$type<DisputeState>().notNull(),
    /** The provider's word for why, e.g. `fraudulent`. */
    reason: text('reason').notNull(),
    amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    openedAt: moment('opened_at').notNull(),
    closedAt: moment('closed_at'),
  },
  (table) => [index('payment_disputes_order').on(table.orderId)],
);

import { sql } from 'drizzle-orm';
import { bigserial, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Mode } from '../../kernel/caller.ts';
import { moment, transactionId } from '../../store/columns.ts';
import type { EventData, EventType } from './event.ts';

/** What happened, append only: the one truth behind timelines, webhooks, subscriptions and commission. */
export const events = pgTable(
  'events',
  {
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    /**
     * The transaction that wrote it. Sequence numbers are given before commit, so a reader that follows `seq` alone can pass
     * over a late one: it follows (tx, seq), up to the oldest transaction still running.
     */
    tx: transactionId('tx').notNull().default(sql`pg_current_xact_id()`),
    id: text('id').notNull().unique(),
    type: text('type').$type<EventType>().notNull(),
    mode: text('mode').$type<Mode>().notNull(),
    /** Who owned the order at the time: an account, a guest session, or both after a guest's order was claimed. */
    accountId: text('account_id'),
    guestId: text('guest_id'),
    orderId: text('order_id').notNull(),
    applicationId: text('application_id').notNull(),
    at: moment('at').notNull(),
    /** The payload's `data`: the whole picture, no personal data. */
    data: jsonb('data').$type<EventData>().notNull(),
  },
  (table) => [
    index('events_feed').on(table.tx, table.seq),
    index('events_application').on(table.applicationId, table.seq),
    index('events_account').on(table.accountId, table.tx, table.seq),
  ],
);

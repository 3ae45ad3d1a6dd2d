import { bigserial, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Mode } from '../../kernel/caller.ts';
import { moment } from '../../store/columns.ts';
import type { EventData, EventType } from './event.ts';

/** What happened, append only: the one truth behind timelines, webhooks, subscriptions and commission. */
export const events = pgTable(
  'events',
  {
    /** Order of occurrence over all events. Assigned before commit: readers that follow it must wait out open transactions. */
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    id: text('id').notNull().unique(),
    type: text('type').$type<EventType>().notNull(),
    mode: text('mode').$type<Mode>().notNull(),
    /** The account or guest session that owned the order at the time; exactly one is set. */
    accountId: text('account_id'),
    guestId: text('guest_id'),
    orderId: text('order_id').notNull(),
    applicationId: text('application_id').notNull(),
    at: moment('at').notNull(),
    /** The payload's `data`: the whole picture, no personal data. */
    data: jsonb('data').$type<EventData>().notNull(),
  },
  (table) => [
    index('events_application').on(table.applicationId, table.seq),
    index('events_account').on(table.accountId, table.seq),
  ],
);

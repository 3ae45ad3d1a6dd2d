import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '../../store/columns.ts';

/**
 * Deliveries that are still to be tried, until they are not. Only the lease changes when a worker claims one, and no index has it; rows
 * leave room for that on their page (a fill factor of 50, in the migration).
 */
export const dueDeliveries = pgTable(
  'webhook_due_deliveries',
  {
    /** The delivery's. Not a foreign key: whoever deletes deliveries deletes these first. */
    id: text('id').primaryKey(),
    endpointId: text('endpoint_id').notNull(),
    eventId: text('event_id').notNull(),
    /** What first attempts keep the order of; null for a test event, which has none. */
    applicationId: text('application_id'),
    /** The event's number. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    /** Attempts that are over. */
    attempts: integer('attempts').notNull().default(0),
    /** When it is tried, in real time. */
    dueAt: moment('due_at').notNull(),
    /** Until when a worker has it: only that worker records the outcome. Null, or past, when nobody has it. */
    leaseUntil: moment('lease_until'),
  },
  (table) => [
    index('webhook_due_deliveries_turn').on(table.endpointId, table.dueAt, table.seq),
    index('webhook_due_deliveries_lane')
      .on(table.endpointId, table.applicationId, table.seq)
      .where(sql`${table.attempts} = 0`),
  ],
);

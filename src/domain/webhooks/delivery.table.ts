import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment, transactionId } from '../../store/columns.ts';
import type { EventPayload, EventType } from '../events/event.ts';
import type { AttemptError, DeliveryStatus } from './delivery.ts';
import { webhookEndpoints } from './webhook.table.ts';

/**
 * What became of one event on its way to one endpoint. No index has a column that an attempt changes, so that recording one costs no
 * index anything; what is still to be tried stands in `webhook_due_deliveries` besides.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: text('id').primaryKey(),
    endpointId: text('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    /** Not a foreign key: a test event is in no table but this. */
    eventId: text('event_id').notNull(),
    eventType: text('event_type').$type<EventType>().notNull(),
    /** What first attempts keep the order of; null for a test event, which has none. */
    applicationId: text('application_id'),
    /** The event's number. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    /** What a test event says; others are read from the events table. */
    payload: jsonb('payload').$type<EventPayload>(),
    status: text('status').$type<DeliveryStatus>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** When it is tried next, in real time; null when it is not. */
    nextAttemptAt: moment('next_attempt_at'),
    /** In its owner's time, as every moment that people see. */
    lastAttemptAt: moment('last_attempt_at'),
    responseStatus: integer('response_status'),
    responseExcerpt: text('response_excerpt'),
    error: text('error').$type<AttemptError>(),
    durationMs: integer('duration_ms'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('webhook_deliveries_once').on(table.endpointId, table.eventId),
    index('webhook_deliveries_listed').on(table.endpointId, table.id),
  ],
);

/** How far the feed of events has been turned into deliveries: one row. */
export const webhookCursor = pgTable('webhook_cursor', {
  id: text('id').primaryKey(),
  tx: transactionId('tx').notNull(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
});

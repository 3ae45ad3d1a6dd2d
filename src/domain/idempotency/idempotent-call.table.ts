import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, moment } from '../../store/columns.ts';

/** Calls that came with an idempotency key, for 24 hours. */
export const idempotentCalls = pgTable(
  'idempotent_calls',
  {
    id: text('id').primaryKey(),
    /** Hex SHA-256 of caller, operation and key: neither tokens nor keys are kept. */
    scope: text('scope').notNull().unique(),
    /** Hex SHA-256 of the canonical request. */
    fingerprint: text('fingerprint').notNull(),
    /** Counts the runs: what an overtaken run writes, no longer counts. */
    run: integer('run').notNull(),
    /** Until when the run is believed to be alive; a run that goes on renews it. */
    leaseUntil: moment('lease_until').notNull(),
    /** What the operation settled, by root field, sealed; place `idempotent_calls.results:<id>`. */
    results: bytes('results'),
    /** The answer, sealed; place `idempotent_calls.answer:<id>`. Set once the call is over. */
    answer: bytes('answer'),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('idempotent_calls_expiry').on(table.expiresAt)],
);

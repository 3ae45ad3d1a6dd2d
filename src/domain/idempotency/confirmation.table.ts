import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '../../store/columns.ts';

/** What callers were asked to confirm, and whether they did. Kept as the record of what was agreed to. */
export const confirmations = pgTable(
  'confirmations',
  {
    id: text('id').primaryKey(),
    /** Hex SHA-256 of the caller and the operation. */
    scope: text('scope').notNull(),
    /** Hex SHA-256 of the canonical arguments. */
    fingerprint: text('fingerprint').notNull(),
    /** The words that were shown. */
    statement: text('statement').notNull(),
    /** What was answered where the answer reached another process than the one that waits. */
    answer: text('answer').$type<'accepted' | 'declined'>(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** When it was acted upon; it counts once. */
    usedAt: moment('used_at'),
  },
  (table) => [index('confirmations_expiry').on(table.expiresAt)],
);

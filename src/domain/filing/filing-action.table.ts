import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '../../store/columns.ts';
import type { FilingActionDetails, FilingActionKind } from './filing-action.ts';

/** What operators did with applications, append only. It outlives the application, so nothing refers to it. */
export const filingActions = pgTable(
  'filing_actions',
  {
    id: text('id').primaryKey(),
    applicationId: text('application_id').notNull(),
    orderId: text('order_id').notNull(),
    action: text('action').$type<FilingActionKind>().notNull(),
    /** The operator: the account, and the key that was used. */
    accountId: text('account_id').notNull(),
    keyId: text('key_id').notNull(),
    requestId: text('request_id').notNull(),
    at: moment('at').notNull(),
    /** No personal data. */
    details: jsonb('details').$type<FilingActionDetails>().notNull(),
  },
  (table) => [
    index('filing_actions_application').on(table.applicationId, table.id),
    index('filing_actions_account').on(table.accountId, table.id),
  ],
);

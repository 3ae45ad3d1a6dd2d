import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, moment } from '../../store/columns.ts';
import { accounts } from '../keys/account.table.ts';

/** A traveler's saved data. Everything personal is in one sealed column. */
export const profiles = pgTable(
  'profiles',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Sealed JSON of `ProfileInput`; place `profiles.data:<id>`. */
    data: bytes('data').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [index('profiles_account').on(table.accountId, table.id)],
);

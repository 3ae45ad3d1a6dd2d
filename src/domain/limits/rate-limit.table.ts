import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '../../store/columns.ts';

/** Counters that the instances share when PostgreSQL is configured and Redis is not. The column names are the limiter's. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    expire: moment('expire'),
  },
  (table) => [index('rate_limits_expire').on(table.expire)],
);

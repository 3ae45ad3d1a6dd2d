import { integer, pgTable, text } from 'drizzle-orm/pg-core';

/** What was filed with the simulated authority: its own books, one row an application. */
export const simulatedFilings = pgTable('simulated_filings', {
  applicationId: text('application_id').primaryKey(),
  reference: text('reference').notNull().unique(),
  /** How often the application arrived: more than once after a crash, still one filing. */
  arrivals: integer('arrivals').notNull().default(1),
});

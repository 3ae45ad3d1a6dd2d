import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Mode } from '../../kernel/caller.ts';
import type { ApplicationStatus } from '../../kernel/status.ts';
import { bytes, moment } from '../../store/columns.ts';
import type { OpenProductId } from '../products/product-id.ts';
import { profiles } from '../profiles/profile.table.ts';
import { orders } from './order.table.ts';

/** One traveler's application within an order. */
export const applications = pgTable(
  'applications',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** Place among the travelers of the order, from 0. */
    position: integer('position').notNull(),
    mode: text('mode').$type<Mode>().notNull(),
    product: text('product').$type<OpenProductId>().notNull(),
    status: text('status').$type<ApplicationStatus>().notNull(),
    /** Deleting a profile deletes the applications made with it. */
    profileId: text('profile_id').references(() => profiles.id, { onDelete: 'cascade' }),
    /** The merged form, sealed JSON; place `applications.form:<id>`. */
    form: bytes('form'),
    /** Which value the traveler confirmed where form and passport disagreed, sealed JSON; place `applications.confirmations:<id>`. */
    confirmations: bytes('confirmations'),
    /** What the authority or an operator asked for. */
    actionRequired: jsonb('action_required').$type<{ fields: string[]; message: string }>(),
    authorityReference: text('authority_reference'),
    /** What an approval gave, sealed JSON of `Authorization`; place `applications.authorization:<id>`. */
    authorization: bytes('authorization'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    appliedAt: moment('applied_at'),
    submittedAt: moment('submitted_at'),
    decidedAt: moment('decided_at'),
    /**
     * When the filing loop should next act on it, in real time (a sandbox account's clock moves it on when it is advanced);
     * null when nothing is due.
     */
    filingDueAt: moment('filing_due_at'),
    /** Failed tries since the last success, for the spacing of retries. */
    filingAttempts: integer('filing_attempts').notNull().default(0),
    /** Until when one worker has it, in real time: after a crash another takes it up. */
    filingLeaseUntil: moment('filing_lease_until'),
    /** Account of the operator who has it, live only: until it is given back it counts as handed over. */
    claimedBy: text('claimed_by'),
    claimedAt: moment('claimed_at'),
  },
  (table) => [
    index('applications_order').on(table.orderId, table.position),
    index('applications_profile').on(table.profileId),
    index('applications_queue').on(table.status, table.id).where(sql`${table.mode} = 'live'`),
    index('applications_due').on(table.filingDueAt).where(sql`${table.filingDueAt} is not null`),
  ],
);

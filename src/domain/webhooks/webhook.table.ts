import { sql } from 'drizzle-orm';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import type { Mode } from '../../kernel/caller.ts';
import { bytes, moment, snapshot } from '../../store/columns.ts';
import type { EventType } from '../events/event.ts';
import { accounts } from '../keys/account.table.ts';
import { applications } from '../orders/application.table.ts';
import type { DisableReason } from './webhook.ts';

/** Where events are delivered to: about one application, or about all of an account. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    mode: text('mode').$type<Mode>().notNull(),
    applicationId: text('application_id').references(() => applications.id, { onDelete: 'cascade' }),
    callbackUrl: text('callback_url').notNull(),
    /** Host and port of the URL. */
    receiver: text('receiver').notNull(),
    description: text('description'),
    events: text('events').array().$type<EventType[]>().notNull(),
    /** Sealed; place `webhook_endpoints.secret:<id>`. */
    secret: bytes('secret').notNull(),
    /** The secret before the last rotation, sealed; place `webhook_endpoints.previous_secret:<id>`. */
    previousSecret: bytes('previous_secret'),
    /** Until when both sign, in real time. */
    previousSecretUntil: moment('previous_secret_until'),
    disabledAt: moment('disabled_at'),
    disabledReason: text('disabled_reason').$type<DisableReason>(),
    /** The first failure since the last success, in real time. */
    failingSince: moment('failing_since'),
    /** What was committed before the endpoint was made: events in it are not for it. */
    madeIn: snapshot('made_in').notNull().default(sql`pg_current_snapshot()`),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('webhook_endpoints_account').on(table.accountId, table.id),
    index('webhook_endpoints_application').on(table.applicationId),
  ],
);

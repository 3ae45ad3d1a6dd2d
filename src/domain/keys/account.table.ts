import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { Mode, Scope } from '../../kernel/caller.ts';
import { bytes, moment } from '../../store/columns.ts';

/** Who holds keys: an agency, an agent's maker, a partner, an operator. */
export const accounts = pgTable('accounts', {
  id: text('id').primaryKey(),
  mode: text('mode').$type<Mode>().notNull(),
  name: text('name'),
  /** Sealed; place `accounts.email:<id>`. */
  email: bytes('email'),
  /** How far the sandbox clock runs ahead. */
  clockOffsetSeconds: integer('clock_offset_seconds').notNull().default(0),
  createdAt: moment('created_at').notNull(),
});

/** API keys: only their SHA-256 is kept. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Hex SHA-256 of the whole key. */
    hash: text('hash').notNull().unique(),
    /** First 14 characters, for display. */
    prefix: text('prefix').notNull(),
    name: text('name'),
    mode: text('mode').$type<Mode>().notNull(),
    scopes: text('scopes').array().$type<Scope[]>().notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
    expiresAt: moment('expires_at'),
    revokedAt: moment('revoked_at'),
    /** The key that replaced this one when it was rolled. */
    replacedBy: text('replaced_by'),
  },
  (table) => [index('api_keys_account').on(table.accountId)],
);

/** One guest checkout: the token that covers its order, its applications and its uploads. */
export const guestSessions = pgTable('guest_sessions', {
  id: text('id').primaryKey(),
  mode: text('mode').$type<Mode>().notNull(),
  /** Hex SHA-256 of the token. */
  tokenHash: text('token_hash').notNull().unique(),
  clockOffsetSeconds: integer('clock_offset_seconds').notNull().default(0),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  /** Set when the order moved to an account with the live key it earned. */
  claimed: boolean('claimed').notNull().default(false),
});

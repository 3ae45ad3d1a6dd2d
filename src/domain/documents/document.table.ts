import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, moment } from '../../store/columns.ts';
import { accounts, guestSessions } from '../keys/account.table.ts';
import { applications } from '../orders/application.table.ts';
import { profiles } from '../profiles/profile.table.ts';
import type { DocumentCheck, DocumentKind } from './document.ts';
import type { FileType } from './file-type.ts';

/**
 * Uploads. A row is written before its file and deleted after it, so that no file is ever unknown; a row without an owner
 * is left over from an account or guest that was deleted, and goes with the next sweep.
 */
export const documents = pgTable(
  'documents',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    guestId: text('guest_id').references(() => guestSessions.id, { onDelete: 'set null' }),
    kind: text('kind').$type<DocumentKind>().notNull(),
    /** Random; says nothing about what the file is or whose. */
    fileKey: text('file_key').notNull().unique(),
    type: text('type').$type<FileType>().notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    sha256: text('sha256').notNull(),
    width: integer('width'),
    height: integer('height'),
    pages: integer('pages'),
    /** The name it was sent with, sealed; place `documents.filename:<id>`. */
    filename: bytes('filename').notNull(),
    checks: jsonb('checks').$type<DocumentCheck[]>().notNull(),
    /** What the zone of a passport page says, sealed JSON of `ReadZone`; place `documents.zone:<id>`. */
    zone: bytes('zone'),
    /** In real time, for the sweep. */
    createdAt: moment('created_at').notNull(),
    /** When its file was safely kept; null is an upload that has not ended yet, or is being deleted, and serves nothing. */
    storedAt: moment('stored_at'),
    /** When somebody last began to refer to it; in real time. */
    usedAt: moment('used_at'),
  },
  (table) => [
    index('documents_account').on(table.accountId),
    index('documents_guest').on(table.guestId),
    index('documents_created').on(table.createdAt),
  ],
);

/** Who refers to a document: it is kept as long as one of them exists. Exactly one of the two is set. */
export const documentUses = pgTable(
  'document_uses',
  {
    documentId: text('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    applicationId: text('application_id').references(() => applications.id, { onDelete: 'cascade' }),
    profileId: text('profile_id').references(() => profiles.id, { onDelete: 'cascade' }),
  },
  (table) => [
    uniqueIndex('document_uses_application')
      .on(table.applicationId, table.documentId)
      .where(sql`${table.applicationId} is not null`),
    uniqueIndex('document_uses_profile')
      .on(table.profileId, table.documentId)
      .where(sql`${table.profileId} is not null`),
    index('document_uses_document').on(table.documentId),
  ],
);

/** Links with which a browser uploads one file without a key; only the hash of their token is kept. */
export const uploadLinks = pgTable(
  'upload_links',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull().unique(),
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    guestId: text('guest_id').references(() => guestSessions.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<DocumentKind>().notNull(),
    applicationId: text('application_id').references(() => applications.id, { onDelete: 'cascade' }),
    /** The id that the upload will have: its URL is known before the file is. */
    documentId: text('document_id').notNull().unique(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [index('upload_links_expires').on(table.expiresAt)],
);

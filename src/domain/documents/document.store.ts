import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import type { Owner } from '../../kernel/caller.ts';
import type { Db } from '../../store/db.ts';
import { documents, documentUses } from './document.table.ts';
import type { StoredDocument } from './document.ts';

/** A row of an upload that has just begun. */
export type NewDocument = Omit<typeof documents.$inferInsert, 'accountId' | 'guestId' | 'storedAt' | 'usedAt'>;

const shown = {
  id: documents.id,
  kind: documents.kind,
  type: documents.type,
  sizeBytes: documents.sizeBytes,
  sha256: documents.sha256,
  width: documents.width,
  height: documents.height,
  pages: documents.pages,
  checks: documents.checks,
};

const ownedBy = (owner: Owner) =>
  owner.kind === 'account' ? eq(documents.accountId, owner.accountId) : eq(documents.guestId, owner.guestId);

/** Returns the two columns that say whose a row is. */
export function ownerColumns(owner: Owner): { accountId: string | null; guestId: string | null } {
  return owner.kind === 'account'
    ? { accountId: owner.accountId, guestId: null }
    : { accountId: null, guestId: owner.guestId };
}

/** Notes an upload before its file is kept. */
export async function insertDocument(db: Db, owner: Owner, row: NewDocument): Promise<void> {
  await db.insert(documents).values({ ...row, ...ownerColumns(owner) });
}

/** Makes an upload a document under its final id, once its file is kept. */
export async function finishDocument(tx: Db, id: string, change: { id: string; storedAt: Date }): Promise<void> {
  await tx.update(documents).set(change).where(eq(documents.id, id));
}

/** Finds a document of the owner that is whole. */
export async function findDocument(
  db: Db,
  owner: Owner,
  id: string,
): Promise<(StoredDocument & { fileKey: string; hasZone: boolean }) | undefined> {
  const [row] = await db
    .select({ ...shown, fileKey: documents.fileKey, hasZone: sql<boolean>`${documents.zone} is not null` })
    .from(documents)
    .where(and(eq(documents.id, id), ownedBy(owner), isNotNull(documents.storedAt)));
  return row;
}

/** Returns whose the whole ones among some documents are, in one statement. */
export async function findOwners(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .select({ id: documents.id, accountId: documents.accountId, guestId: documents.guestId })
    .from(documents)
    .where(and(inArray(documents.id, [...ids]), isNotNull(documents.storedAt)));
}

/** Returns the sealed zones of the owners' documents among some. */
export async function findZones(db: Db, owners: readonly Owner[], ids: readonly string[]) {
  if (ids.length === 0 || owners.length === 0) return [];
  return db
    .select({ id: documents.id, zone: documents.zone })
    .from(documents)
    .where(
      and(
        inArray(documents.id, [...ids]),
        isNotNull(documents.storedAt),
        isNotNull(documents.zone),
        or(...owners.map(ownedBy)),
      ),
    );
}

/** What refers to a document. */
export type DocumentHolder = { applicationId: string } | { profileId: string };

/** Notes that a holder refers to exactly these of the owners' documents, and to no other any more. */
export async function replaceUses(
  tx: Db,
  owners: readonly Owner[],
  holder: DocumentHolder,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await tx
    .delete(documentUses)
    .where(
      'applicationId' in holder
        ? eq(documentUses.applicationId, holder.applicationId)
        : eq(documentUses.profileId, holder.profileId),
    );
  await addUses(tx, owners, holder, ids, now);
}

/** Notes that a holder refers to these of the owners' documents too. */
export async function addUses(
  tx: Db,
  owners: readonly Owner[],
  holder: DocumentHolder,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length === 0 || owners.length === 0) return;
  // Writing to the row, not only reading it, is what a sweep that runs at the same moment cannot overlook.
  const found = await tx
    .update(documents)
    .set({ usedAt: now })
    .where(and(inArray(documents.id, [...ids]), isNotNull(documents.storedAt), or(...owners.map(ownedBy))))
    .returning({ id: documents.id });
  if (found.length === 0) return;
  await tx
    .insert(documentUses)
    .values(found.map(({ id }) => ({ documentId: id, ...holder })))
    .onConflictDoNothing();
}

/** Makes an account the owner of a guest session's documents, beside the guest. */
export async function shareGuestDocuments(tx: Db, guestId: string, accountId: string): Promise<void> {
  await tx.update(documents).set({ accountId }).where(eq(documents.guestId, guestId));
}

/**
 * Takes documents that nobody needs away from their owners and returns where their files are: those without an owner, those
 * whose upload broke off, and those that nothing refers to.
 */
export async function withdrawUnneeded(db: Db, before: { unused: Date; unfinished: Date }, limit: number) {
  const unneeded = or(
    and(isNull(documents.accountId), isNull(documents.guestId)),
    and(isNull(documents.storedAt), lt(documents.createdAt, before.unfinished)),
    and(
      lt(documents.createdAt, before.unused),
      or(isNull(documents.usedAt), lt(documents.usedAt, before.unused)),
      notExists(db.select({ one: sql`1` }).from(documentUses).where(eq(documentUses.documentId, documents.id))),
    ),
  );
  const some = db.select({ id: documents.id }).from(documents).where(unneeded).limit(limit);
  return db
    .update(documents)
    .set({ accountId: null, guestId: null, storedAt: null })
    .where(and(inArray(documents.id, some), unneeded))
    .returning({ id: documents.id, fileKey: documents.fileKey });
}

/** Forgets documents whose files are gone. */
export async function deleteDocuments(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.delete(documents).where(inArray(documents.id, [...ids]));
}

/** Returns where the files of whole documents are, by id, behind one of them. */
export async function listFiles(db: Db, after: string, limit: number): Promise<{ id: string; fileKey: string }[]> {
  return db
    .select({ id: documents.id, fileKey: documents.fileKey })
    .from(documents)
    .where(and(gt(documents.id, after), isNotNull(documents.storedAt)))
    .orderBy(asc(documents.id))
    .limit(limit);
}

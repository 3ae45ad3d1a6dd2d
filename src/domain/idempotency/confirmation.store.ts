import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import type { Db } from '../../store/db.ts';
import { confirmations } from './confirmation.table.ts';

/** A confirmation as it is stored. */
export type StoredConfirmation = typeof confirmations.$inferSelect;

/** Adds a question. */
export async function insertConfirmation(db: Db, row: Omit<StoredConfirmation, 'answer' | 'usedAt'>): Promise<void> {
  await db.insert(confirmations).values(row);
}

/** Marks a confirmation as used, if it is this call's, in time and was never used; false otherwise. */
export async function markUsed(
  db: Db,
  { id, scope, fingerprint }: Pick<StoredConfirmation, 'id' | 'scope' | 'fingerprint'>,
  now: Date,
): Promise<boolean> {
  const used = await db
    .update(confirmations)
    .set({ usedAt: now })
    .where(
      and(
        eq(confirmations.id, id),
        eq(confirmations.scope, scope),
        eq(confirmations.fingerprint, fingerprint),
        gt(confirmations.expiresAt, now),
        isNull(confirmations.usedAt),
      ),
    )
    .returning({ id: confirmations.id });
  return used.length === 1;
}

/** Writes down an answer for the process that waits for it. */
export async function writeAnswer(db: Db, id: string, answer: 'accepted' | 'declined'): Promise<void> {
  await db
    .update(confirmations)
    .set({ answer })
    .where(and(eq(confirmations.id, id), isNull(confirmations.answer), isNull(confirmations.usedAt)));
}

/** Returns the answer that was written down, if there is one. */
export async function findAnswer(db: Db, id: string): Promise<StoredConfirmation['answer']> {
  const [row] = await db.select({ answer: confirmations.answer }).from(confirmations).where(eq(confirmations.id, id));
  return row?.answer ?? null;
}

/** Deletes what nobody acted upon and what was agreed before a moment. */
export async function deleteConfirmations(db: Db, before: Date): Promise<void> {
  await db.delete(confirmations).where(lte(confirmations.expiresAt, before));
}

import { and, asc, eq, inArray, isNull, lte } from 'drizzle-orm';
import { addSeconds } from '../../kernel/clock.ts';
import type { Db } from '../../store/db.ts';
import { orders } from '../orders/order.table.ts';
import { paymentNotices } from './payment-notice.table.ts';

/** A notice as it is stored. */
export type StoredNotice = typeof paymentNotices.$inferSelect;

/** Keeps a notice; false when it is known already. */
export async function insertNotice(
  db: Db,
  notice: Pick<StoredNotice, 'id' | 'type' | 'paymentSessionId' | 'paymentIntentId' | 'receivedAt' | 'dueAt'>,
): Promise<boolean> {
  const rows = await db
    .insert(paymentNotices)
    .values(notice)
    .onConflictDoNothing({ target: paymentNotices.id })
    .returning({ id: paymentNotices.id });
  return rows.length === 1;
}

/** How long to wait after each failed try; the last one repeats. */
const retryDelaysSeconds = [30, 60, 300, 900, 3600] as const;

/** Claims notices that are due. The next try is set at once, which is also the lease: workers side by side never get the same one. */
export async function claimDueNotices(db: Db, now: Date, limit: number): Promise<StoredNotice[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(paymentNotices)
      .where(and(isNull(paymentNotices.processedAt), lte(paymentNotices.dueAt, now)))
      .orderBy(asc(paymentNotices.dueAt))
      .limit(limit)
      .for('update', { skipLocked: true });
    for (const { id, attempts } of due) {
      const delay = retryDelaysSeconds[Math.min(attempts, retryDelaysSeconds.length - 1)]!;
      await tx
        .update(paymentNotices)
        .set({ attempts: attempts + 1, dueAt: addSeconds(now, delay) })
        .where(eq(paymentNotices.id, id));
    }
    return due;
  });
}

/** Notes that notices have been worked on. */
export async function endNotices(db: Db, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(paymentNotices)
    .set({ processedAt: at })
    .where(inArray(paymentNotices.id, [...ids]));
}

/** Finds the session of the order that a payment belongs to, as far as it is known here. */
export async function findSessionByIntent(db: Db, paymentIntentId: string): Promise<string | null | undefined> {
  const [row] = await db
    .select({ session: orders.paymentSessionId })
    .from(orders)
    .where(eq(orders.paymentIntentId, paymentIntentId));
  return row?.session;
}

/** Forgets up to `limit` notices that came before a moment, and returns how many they were. */
export async function deleteNotices(db: Db, before: Date, limit: number): Promise<number> {
  const old = db
    .select({ id: paymentNotices.id })
    .from(paymentNotices)
    .where(lte(paymentNotices.receivedAt, before))
    .limit(limit);
  const deleted = await db
    .delete(paymentNotices)
    .where(inArray(paymentNotices.id, old))
    .returning({ id: paymentNotices.id });
  return deleted.length;
}

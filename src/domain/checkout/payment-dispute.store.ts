import { eq, inArray } from 'drizzle-orm';
import type { Db } from '../../store/db.ts';
import { paymentDisputes } from './payment-dispute.table.ts';

/** A dispute as it is stored. */
export type StoredDispute = typeof paymentDisputes.$inferSelect;

/** Returns the disputes of an order. */
export async function listDisputes(db: Db, orderId: string): Promise<StoredDispute[]> {
  return db.select().from(paymentDisputes).where(eq(paymentDisputes.orderId, orderId));
}

/** Returns the disputes of several orders. */
export async function listDisputesOf(db: Db, orderIds: readonly string[]): Promise<StoredDispute[]> {
  if (orderIds.length === 0) return [];
  return db
    .select()
    .from(paymentDisputes)
    .where(inArray(paymentDisputes.orderId, [...orderIds]));
}

/** Adds a dispute, or notes how it stands now. */
export async function upsertDispute(tx: Db, dispute: StoredDispute): Promise<void> {
  const { state, closedAt } = dispute;
  await tx
    .insert(paymentDisputes)
    .values(dispute)
    .onConflictDoUpdate({ target: paymentDisputes.id, set: { state, closedAt } });
}

import { and, eq, gt, sql } from 'drizzle-orm';
import { newId } from '../../kernel/id.ts';
import type { Db } from '../../store/db.ts';
import type { Commission, Movement } from './ledger.ts';
import { commissions, ledgerEntries } from './partner.table.ts';

/** Locks the commission of an order, making an empty one when there is none: all changes to it go one after the other. */
export async function lockCommission(tx: Db, orderId: string): Promise<Commission> {
  await tx.insert(commissions).values({ orderId }).onConflictDoNothing();
  const [row] = await tx.select().from(commissions).where(eq(commissions.orderId, orderId)).for('update');
  return row!;
}

/** Writes where a commission stands after movements, and appends those to the ledger. */
export async function recordMovements(
  tx: Db,
  commission: Commission,
  movements: readonly Movement[],
  at: Date,
  payoutId: string | null = null,
): Promise<void> {
  const { orderId, partnerId, ...standing } = commission;
  const owedMinor = movements.reduce((sum, { amountMinor }) => sum + amountMinor, standing.owedMinor);
  await tx
    .update(commissions)
    .set({ ...standing, partnerId, owedMinor })
    .where(eq(commissions.orderId, orderId));
  if (partnerId === null || movements.length === 0) return;
  await tx
    .insert(ledgerEntries)
    .values(movements.map((movement) => ({ id: newId('ldg'), partnerId, orderId, payoutId, at, ...movement })));
}

/** Counts the orders that earned a partner commission after a moment. */
export async function countEarnedSince(tx: Db, partnerId: string, since: Date): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.partnerId, partnerId), eq(ledgerEntries.kind, 'earned'), gt(ledgerEntries.at, since)));
  return row?.count ?? 0;
}

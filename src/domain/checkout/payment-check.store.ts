import { and, asc, eq, lte } from 'drizzle-orm';
import type { Db } from '../../store/db.ts';
import { orders } from '../orders/order.table.ts';
import type { Order } from '../orders/order.ts';
import { nextCheckAt } from './payment-check.ts';

/**
 * Claims orders about which something hangs and is due. The next look is set at once: it is the lease of whoever looks now, and
 * the spacing should nothing come of it. Workers side by side never get the same one.
 */
export async function claimDueChecks(db: Db, now: Date, limit: number): Promise<Order[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(orders)
      .where(lte(orders.checkDueAt, now))
      .orderBy(asc(orders.checkDueAt))
      .limit(limit)
      .for('update', { skipLocked: true });
    for (const { id, checks } of due) {
      await tx
        .update(orders)
        .set({ checks: checks + 1, checkDueAt: nextCheckAt(now, checks + 1) })
        .where(eq(orders.id, id));
    }
    return due;
  });
}

/** Forgets the next look at an order, unless one was set anew meanwhile. */
export async function endChecks(db: Db, { id, checks }: Pick<Order, 'id' | 'checks'>): Promise<void> {
  await db
    .update(orders)
    .set({ checkDueAt: null })
    .where(and(eq(orders.id, id), eq(orders.checks, checks)));
}

import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Owner } from '../../kernel/caller.ts';
import type { Db } from '../../store/db.ts';
import { applications } from '../orders/application.table.ts';
import { orders } from '../orders/order.table.ts';

/** Brings the due times of an owner's filings forward: they are kept in real time, and the owner's sandbox clock was moved on. */
export async function hastenFilings(tx: Db, owner: Owner, seconds: number): Promise<void> {
  const theirs = tx
    .select({ id: orders.id })
    .from(orders)
    .where(owner.kind === 'account' ? eq(orders.accountId, owner.accountId) : eq(orders.guestId, owner.guestId));
  await tx
    .update(applications)
    .set({ filingDueAt: sql`${applications.filingDueAt} - ${seconds} * interval '1 second'` })
    .where(and(inArray(applications.orderId, theirs), isNotNull(applications.filingDueAt)));
}

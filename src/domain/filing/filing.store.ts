import { and, asc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Owner } from '../../kernel/caller.ts';
import { addSeconds } from '../../kernel/clock.ts';
import type { Db } from '../../store/db.ts';
import { events } from '../events/event.table.ts';
import { applications } from '../orders/application.table.ts';
import { orders } from '../orders/order.table.ts';
import { leaseSeconds } from './filing.ts';

/** An application that a worker has claimed. */
export interface ClaimedFiling {
  applicationId: string;
  orderId: string;
  leaseUntil: Date;
}

/** Claims applications of the simulated authority that are due. Workers side by side never get the same one; a lease ends by itself. */
export async function claimDueFilings(db: Db, now: Date, limit: number): Promise<ClaimedFiling[]> {
  const leaseUntil = addSeconds(now, leaseSeconds);
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ applicationId: applications.id, orderId: applications.orderId })
      .from(applications)
      .where(
        and(
          eq(applications.mode, 'sandbox'),
          lte(applications.filingDueAt, now),
          or(isNull(applications.filingLeaseUntil), lte(applications.filingLeaseUntil, now)),
        ),
      )
      .orderBy(asc(applications.filingDueAt))
      .limit(limit)
      .for('update', { skipLocked: true });
    for (const { applicationId } of due) {
      await tx.update(applications).set({ filingLeaseUntil: leaseUntil }).where(eq(applications.id, applicationId));
    }
    return due.map((row) => ({ ...row, leaseUntil }));
  });
}

/** Ends the leases of all workers, and returns how many they were. */
export async function endLeases(db: Db): Promise<number> {
  const ended = await db
    .update(applications)
    .set({ filingLeaseUntil: null })
    .where(isNotNull(applications.filingLeaseUntil))
    .returning({ id: applications.id });
  return ended.length;
}

/** Tells whether the authority ever asked for something. */
export async function wasAsked(db: Db, applicationId: string): Promise<boolean> {
  const rows = await db.select({ data: events.data }).from(events).where(eq(events.applicationId, applicationId));
  return rows.some(({ data }) => data.status === 'ACTION_REQUIRED');
}

/** Brings the due times of an owner's filings forward. */
export async function moveDueTimes(tx: Db, owner: Owner, seconds: number): Promise<void> {
  const theirs = tx
    .select({ id: orders.id })
    .from(orders)
    .where(owner.kind === 'account' ? eq(orders.accountId, owner.accountId) : eq(orders.guestId, owner.guestId));
  await tx
    .update(applications)
    .set({ filingDueAt: sql`${applications.filingDueAt} - ${seconds} * interval '1 second'` })
    .where(and(inArray(applications.orderId, theirs), isNotNull(applications.filingDueAt)));
}

/** Reads the sealed form of an application. */
export async function findSealedForm(db: Db, applicationId: string): Promise<Uint8Array | null> {
  const [row] = await db
    .select({ form: applications.form })
    .from(applications)
    .where(eq(applications.id, applicationId));
  return row?.form ?? null;
}

import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../../store/db.ts';
import { events } from '../events/event.table.ts';
import type { FeedPosition } from '../events/event.ts';
import { webhookCursor, webhookDeliveries } from './delivery.table.ts';
import type { Delivery, DeliveryStatus } from './delivery.ts';
import { webhookEndpoints } from './webhook.table.ts';

const {
  endpointId,
  applicationId: _lane,
  seq: _seq,
  payload,
  dueAt: _due,
  leaseUntil: _lease,
  ...facts
} = getTableColumns(webhookDeliveries);
const shown = { ...facts, webhookId: endpointId };

/** A new delivery. */
export type NewDelivery = typeof webhookDeliveries.$inferInsert;

/** PostgreSQL takes 65,535 parameters in a statement. */
const insertBatch = 1_000;

/** Adds deliveries; those of an event that is on its way to the endpoint already change nothing. Returns how many were new. */
export async function insertDeliveries(tx: Db, rows: readonly NewDelivery[]): Promise<number> {
  let added = 0;
  for (let from = 0; from < rows.length; from += insertBatch) {
    const batch = await tx
      .insert(webhookDeliveries)
      .values(rows.slice(from, from + insertBatch))
      .onConflictDoNothing()
      .returning({ id: webhookDeliveries.id });
    added += batch.length;
  }
  return added;
}

const cursorId = 'deliveries';

/** Locks how far the feed was followed; undefined while another worker follows it. */
export async function lockCursor(tx: Db): Promise<FeedPosition | undefined> {
  const select = () =>
    tx.select().from(webhookCursor).where(eq(webhookCursor.id, cursorId)).for('update', { skipLocked: true });
  const [known] = await select();
  if (known) return known;
  await tx.insert(webhookCursor).values({ id: cursorId, tx: '0', seq: 0 }).onConflictDoNothing();
  const [made] = await select();
  return made;
}

/** Notes how far the feed was followed. */
export async function moveCursor(tx: Db, { tx: at, seq }: FeedPosition): Promise<void> {
  await tx.update(webhookCursor).set({ tx: at, seq }).where(eq(webhookCursor.id, cursorId));
}

/** Reads deliveries of an endpoint, newest first. */
export async function listDeliveryRows(
  db: Db,
  webhookId: string,
  page: { status: DeliveryStatus | undefined; before: string | undefined; limit: number },
): Promise<Delivery[]> {
  return db
    .select(shown)
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.endpointId, webhookId),
        page.status === undefined ? undefined : eq(webhookDeliveries.status, page.status),
        page.before === undefined ? undefined : lt(webhookDeliveries.id, page.before),
      ),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(page.limit);
}

/** Locks a delivery to an endpoint of an account. */
export async function lockDelivery(
  tx: Db,
  owner: { accountId: string; mode: 'sandbox' | 'live' },
  id: string,
): Promise<{ id: string; webhookId: string; disabledAt: Date | null } | undefined> {
  const [row] = await tx
    .select({
      id: webhookDeliveries.id,
      webhookId: webhookDeliveries.endpointId,
      disabledAt: webhookEndpoints.disabledAt,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(
      and(
        eq(webhookDeliveries.id, id),
        eq(webhookEndpoints.accountId, owner.accountId),
        eq(webhookEndpoints.mode, owner.mode),
      ),
    )
    .for('update', { of: webhookDeliveries });
  return row;
}

/** What makes a delivery begin anew: the whole schedule is before it again. */
const anew = (due: Date) =>
  ({ status: 'pending', attempts: 0, nextAttemptAt: due, dueAt: due, leaseUntil: null }) as const;

/** Lets a delivery begin anew and returns it. */
export async function restartDelivery(tx: Db, id: string, due: Date): Promise<Delivery> {
  const [row] = await tx.update(webhookDeliveries).set(anew(due)).where(eq(webhookDeliveries.id, id)).returning(shown);
  return row!;
}

/** Lets the deliveries of some events to an endpoint begin anew that have one of some statuses; returns how many did. */
export async function restartDeliveries(
  tx: Db,
  webhookId: string,
  eventIds: readonly string[],
  statuses: readonly DeliveryStatus[],
  due: Date,
): Promise<number> {
  const rows = await tx
    .update(webhookDeliveries)
    .set(anew(due))
    .where(
      and(
        eq(webhookDeliveries.endpointId, webhookId),
        inArray(webhookDeliveries.eventId, [...eventIds]),
        inArray(webhookDeliveries.status, [...statuses]),
      ),
    )
    .returning({ id: webhookDeliveries.id });
  return rows.length;
}

/** Reads what a delivery delivers, whether it is of an event or of a test. */
export async function findPayloadParts(db: Db, ids: readonly string[]) {
  return db
    .select({ id: webhookDeliveries.id, payload, event: getTableColumns(events) })
    .from(webhookDeliveries)
    .leftJoin(events, eq(events.id, webhookDeliveries.eventId))
    .where(inArray(webhookDeliveries.id, [...ids]));
}

/** Brings an account's waiting deliveries, and what else its endpoints wait for, forward by some seconds. */
export async function bringForward(tx: Db, accountId: string, seconds: number): Promise<void> {
  const by = sql`${seconds} * interval '1 second'`;
  const theirs = tx
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.accountId, accountId));
  await tx
    .update(webhookEndpoints)
    .set({
      previousSecretUntil: sql`${webhookEndpoints.previousSecretUntil} - ${by}`,
      failingSince: sql`${webhookEndpoints.failingSince} - ${by}`,
    })
    .where(eq(webhookEndpoints.accountId, accountId));
  await tx
    .update(webhookDeliveries)
    .set({
      nextAttemptAt: sql`${webhookDeliveries.nextAttemptAt} - ${by}`,
      dueAt: sql`${webhookDeliveries.dueAt} - ${by}`,
    })
    .where(
      and(
        inArray(webhookDeliveries.endpointId, theirs),
        isNotNull(webhookDeliveries.dueAt),
        isNull(webhookDeliveries.leaseUntil),
      ),
    );
}

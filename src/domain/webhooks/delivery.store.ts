import { and, desc, eq, getTableColumns, inArray, lt, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../../store/db.ts';
import { events } from '../events/event.table.ts';
import type { FeedPosition } from '../events/event.ts';
import { webhookCursor, webhookDeliveries } from './delivery.table.ts';
import type { Delivery, DeliveryStatus } from './delivery.ts';
import { dueFrom, makeDue } from './due-delivery.store.ts';
import { webhookEndpoints } from './webhook.table.ts';

const { endpointId, applicationId: _lane, seq: _seq, payload, ...facts } = getTableColumns(webhookDeliveries);
const shown = { ...facts, webhookId: endpointId };

/** A new delivery; `payload` is that of a test event. */
export type NewDelivery = Pick<
  typeof webhookDeliveries.$inferInsert,
  'id' | 'endpointId' | 'eventId' | 'eventType' | 'applicationId' | 'seq' | 'payload' | 'createdAt'
>;

/** How a delivery stands that begins, or begins anew: the whole schedule is before it. */
const anew = (due: Date) => ({ status: 'pending', attempts: 0, nextAttemptAt: due }) as const;

/**
 * Adds deliveries that are due; those of an event that is on its way to the endpoint already change nothing. Returns how many were
 * new.
 */
export async function insertDeliveries(tx: Db, rows: readonly NewDelivery[], due: Date): Promise<number> {
  if (rows.length === 0) return 0;
  // One parameter, whatever the number of rows: to bind each value costs a multiple of writing it.
  const [result] = rowsOf<{ added: number }>(
    await tx.execute(sql`
      with added as (
        insert into webhook_deliveries
          (id, endpoint_id, event_id, event_type, application_id, seq, payload, status, next_attempt_at, created_at)
        select id, "endpointId", "eventId", "eventType", "applicationId", seq, payload, 'pending',
          ${due.toISOString()}::timestamptz, "createdAt"
        from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(
          id text, "endpointId" text, "eventId" text, "eventType" text, "applicationId" text, seq bigint, payload jsonb,
          "createdAt" timestamptz
        )
        on conflict do nothing
        returning id, endpoint_id, event_id, application_id, seq
      ),
      due as (${dueFrom(sql`added`, due)})
      select count(*)::int as added from added
    `),
  );
  return result!.added;
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

/** Finds a delivery to an endpoint of an account, and keeps the endpoint as it is. */
export async function findDelivery(
  tx: Db,
  owner: { accountId: string; mode: 'sandbox' | 'live' },
  id: string,
): Promise<{ id: string; disabledAt: Date | null } | undefined> {
  const [row] = await tx
    .select({ id: webhookDeliveries.id, disabledAt: webhookEndpoints.disabledAt })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(
      and(
        eq(webhookDeliveries.id, id),
        eq(webhookEndpoints.accountId, owner.accountId),
        eq(webhookEndpoints.mode, owner.mode),
      ),
    )
    .for('share', { of: webhookEndpoints });
  return row;
}

/** Lets a delivery begin anew and returns it. */
export async function restartDelivery(tx: Db, id: string, due: Date): Promise<Delivery> {
  await makeDue(tx, [id], due);
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
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.endpointId, webhookId),
        inArray(webhookDeliveries.eventId, [...eventIds]),
        inArray(webhookDeliveries.status, [...statuses]),
      ),
    );
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await makeDue(tx, ids, due);
  await tx.update(webhookDeliveries).set(anew(due)).where(inArray(webhookDeliveries.id, ids));
  return ids.length;
}

/** Reads what a delivery delivers, whether it is of an event or of a test. */
export async function findPayloadParts(db: Db, ids: readonly string[]) {
  return db
    .select({ id: webhookDeliveries.id, payload, event: getTableColumns(events) })
    .from(webhookDeliveries)
    .leftJoin(events, eq(events.id, webhookDeliveries.eventId))
    .where(inArray(webhookDeliveries.id, [...ids]));
}

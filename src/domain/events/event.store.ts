import { and, asc, desc, eq, getTableColumns, gte, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../store/db.ts';
import { prepared } from '../../store/prepared.ts';
import { events } from './event.table.ts';
import type { EventType, FeedEvent, FeedFilter, FeedPosition, NewEvent } from './event.ts';

/** Appends rows; `seq` and `tx` are the database's. */
export async function insertEvents(tx: Db, rows: readonly (NewEvent & { id: string })[]): Promise<void> {
  await tx.insert(events).values([...rows]);
}

/**
 * Below the oldest transaction that runs in this database: nothing can appear in front of what is there. A snapshot names the
 * running transactions of the whole server; those of other databases write no events, and a long one must not hold them up.
 */
const settled = sql<boolean>`${events.tx} < coalesce(
  (
    select running from pg_snapshot_xip(pg_current_snapshot()) as running
    where not exists (
      select from pg_stat_activity other where other.backend_xid = running::xid and other.datname <> current_database()
    )
    order by running limit 1
  ),
  pg_snapshot_xmax(pg_current_snapshot())
)`;

const place = sql`(${events.tx}, ${events.seq})`;
/** Numbers go as text, because both drivers pass them so; a row comparison follows the index. */
const placeOf = (tx: unknown, seq: unknown) => sql`(${tx}::text::xid8, ${seq}::text::bigint)`;

const wholeFeed = prepared('event_feed', (db) =>
  db
    .select({ ...getTableColumns(events), settled })
    .from(events)
    .where(sql`${place} > ${placeOf(sql.placeholder('tx'), sql.placeholder('seq'))}`)
    .orderBy(asc(events.tx), asc(events.seq))
    .limit(sql.placeholder('limit')),
);

/** Reads what follows a place in the whole feed, and tells of each event whether its own place is settled. */
export async function selectFeed(
  db: Db,
  after: FeedPosition,
  limit: number,
): Promise<(FeedEvent & { settled: boolean })[]> {
  return wholeFeed(db).execute({ tx: after.tx, seq: String(after.seq), limit });
}

/** Reads the next settled events of the feed that a filter lets through. */
export async function selectFilteredFeed(
  db: Db,
  after: FeedPosition,
  limit: number,
  { accountId, mode, applicationId, types, since, upTo }: FeedFilter,
): Promise<FeedEvent[]> {
  return db
    .select()
    .from(events)
    .where(
      and(
        sql`${place} > ${placeOf(after.tx, String(after.seq))}`,
        settled,
        accountId === undefined ? undefined : eq(events.accountId, accountId),
        mode === undefined ? undefined : eq(events.mode, mode),
        applicationId === undefined ? undefined : eq(events.applicationId, applicationId),
        types === undefined ? undefined : inArray(events.type, [...types] as EventType[]),
        since === undefined ? undefined : gte(events.at, since),
        upTo === undefined ? undefined : sql`${place} <= ${placeOf(upTo.tx, String(upTo.seq))}`,
      ),
    )
    .orderBy(asc(events.tx), asc(events.seq))
    .limit(limit);
}

/** Returns the place of the last settled event. */
export async function findHead(db: Db): Promise<FeedPosition | undefined> {
  const [row] = await db
    .select({ tx: events.tx, seq: events.seq })
    .from(events)
    .where(settled)
    .orderBy(desc(events.tx), desc(events.seq))
    .limit(1);
  return row;
}

/** Finds an event by its id. */
export async function findEventRow(db: Db, id: string): Promise<FeedEvent | undefined> {
  const [row] = await db.select().from(events).where(eq(events.id, id));
  return row;
}

/** Reads all events of some applications with one statement, oldest first. */
export async function listEventsOfApplications(db: Db, applicationIds: readonly string[]): Promise<FeedEvent[]> {
  return db
    .select()
    .from(events)
    .where(inArray(events.applicationId, [...applicationIds]))
    .orderBy(asc(events.tx), asc(events.seq));
}

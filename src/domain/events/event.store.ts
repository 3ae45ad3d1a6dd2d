import { and, asc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm';
import { type Db, prepared, statementName } from '../../store/db.ts';
import { events } from './event.table.ts';
import type { EventType, FeedEvent, FeedFilter, FeedPosition, NewEvent } from './event.ts';

/** Appends rows; `seq` and `tx` are the database's. */
export async function insertEvents(tx: Db, rows: readonly (NewEvent & { id: string })[]): Promise<void> {
  await tx.insert(events).values([...rows]);
}

/** Transactions below this one are over: nothing can appear in front of what they wrote. */
const settled = sql`${events.tx} < pg_snapshot_xmin(pg_current_snapshot())`;

/** Compares with numbers as text, because both drivers pass them so; a row comparison follows the index. */
const behind = (tx: unknown, seq: unknown): SQL =>
  sql`(${events.tx}, ${events.seq}) > (${tx}::text::xid8, ${seq}::text::bigint)`;

const wholeFeed = prepared((db) =>
  db
    .select()
    .from(events)
    .where(and(behind(sql.placeholder('tx'), sql.placeholder('seq')), settled))
    .orderBy(asc(events.tx), asc(events.seq))
    .limit(sql.placeholder('limit'))
    .prepare(statementName('event_feed')),
);

/** Reads the next events of the whole feed. */
export async function selectFeed(db: Db, after: FeedPosition, limit: number): Promise<FeedEvent[]> {
  return wholeFeed(db).execute({ tx: after.tx, seq: String(after.seq), limit });
}

/** Reads the next events of the feed that a filter lets through. */
export async function selectFilteredFeed(
  db: Db,
  after: FeedPosition,
  limit: number,
  { accountId, applicationId, types, since }: FeedFilter,
): Promise<FeedEvent[]> {
  return db
    .select()
    .from(events)
    .where(
      and(
        behind(after.tx, String(after.seq)),
        settled,
        accountId === undefined ? undefined : eq(events.accountId, accountId),
        applicationId === undefined ? undefined : eq(events.applicationId, applicationId),
        types === undefined ? undefined : inArray(events.type, [...types] as EventType[]),
        since === undefined ? undefined : gte(events.at, since),
      ),
    )
    .orderBy(asc(events.tx), asc(events.seq))
    .limit(limit);
}

/** Finds an event by its id. */
export async function findEventRow(db: Db, id: string): Promise<FeedEvent | undefined> {
  const [row] = await db.select().from(events).where(eq(events.id, id));
  return row;
}

import { and, asc, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { type Db, prepared, statementName } from '../../store/db.ts';
import { events } from './event.table.ts';
import type { FeedPosition, Interest, NewEvent, RecordedEvent } from './event.ts';

/** Appends rows; `seq` and `tx` are the database's. */
export async function insertEvents(tx: Db, rows: readonly (NewEvent & { id: string })[]): Promise<void> {
  await tx.insert(events).values([...rows]);
}

/** No transaction that is still running can write an event before this one. */
const settled = sql<boolean>`${events.tx} < pg_snapshot_xmin(pg_current_snapshot())`;

const place = sql`(${events.tx}, ${events.seq})`;
const at = (position: FeedPosition) => sql`(${position.tx}::xid8, ${position.seq}::bigint)`;

const later = prepared((db) =>
  db
    .select({ ...getTableColumns(events), settled })
    .from(events)
    .where(sql`${place} > (${sql.placeholder('tx')}::xid8, ${sql.placeholder('seq')}::bigint)`)
    .orderBy(asc(events.tx), asc(events.seq))
    .limit(sql.placeholder('limit'))
    .prepare(statementName('events_later')),
);

/** Reads what follows a position, whoever it concerns, and tells of each event whether its place is settled. */
export async function listLaterEvents(
  db: Db,
  after: FeedPosition,
  limit: number,
): Promise<(RecordedEvent & { settled: boolean })[]> {
  return later(db).execute({ ...after, limit });
}

/** Returns the place of the last event that is settled, or undefined when there is none. */
export async function findHead(db: Db): Promise<FeedPosition | undefined> {
  const [row] = await db
    .select({ tx: events.tx, seq: events.seq })
    .from(events)
    .where(settled)
    .orderBy(desc(events.tx), desc(events.seq))
    .limit(1);
  return row;
}

/** Returns the place of an event and whose it is. */
export async function findEvent(db: Db, id: string): Promise<RecordedEvent | undefined> {
  const [row] = await db.select().from(events).where(eq(events.id, id));
  return row;
}

/** Reads the settled events of an interest after a position and, where one is given, up to another. */
export async function listEventsOf(
  db: Db,
  interest: Interest,
  range: { after: FeedPosition; upTo?: FeedPosition; limit: number },
): Promise<RecordedEvent[]> {
  return db
    .select()
    .from(events)
    .where(
      and(
        concerns(interest),
        interest.types ? inArray(events.type, [...interest.types]) : undefined,
        sql`${place} > ${at(range.after)}`,
        range.upTo ? sql`${place} <= ${at(range.upTo)}` : settled,
      ),
    )
    .orderBy(asc(events.tx), asc(events.seq))
    .limit(range.limit);
}

function concerns(interest: Interest): SQL | undefined {
  if (interest.kind === 'application') return eq(events.applicationId, interest.applicationId);
  return and(
    eq(events.accountId, interest.accountId),
    eq(events.mode, interest.mode),
    interest.applicationId === undefined ? undefined : eq(events.applicationId, interest.applicationId),
  );
}

/** Reads all events of some applications with one statement, oldest first. */
export async function listEventsOfApplications(db: Db, applicationIds: readonly string[]): Promise<RecordedEvent[]> {
  return db
    .select()
    .from(events)
    .where(inArray(events.applicationId, [...applicationIds]))
    .orderBy(asc(events.tx), asc(events.seq));
}

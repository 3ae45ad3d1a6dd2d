import type { Db } from '../../store/db.ts';
import { findEventRow, selectFeed, selectFilteredFeed } from './event.store.ts';
import { type FeedEvent, type FeedFilter, type FeedPosition, feedStart } from './event.ts';

/** What follows a place in the feed. */
export interface FeedPage {
  events: FeedEvent[];
  /**
   * Further events are committed, but a transaction that is still running may yet put others before them: read on in a moment,
   * because nobody announces the end of that transaction.
   */
  held: boolean;
}

/** How soon to read on when events are held. */
export const heldMilliseconds = 25;

/**
 * Reads at most `limit` events after a place in the feed, from its start when there is none. Only what no transaction that
 * is still running can get in front of is returned, so a reader that goes on from the last event sees each one once.
 */
export async function readFeed(
  db: Db,
  after: FeedPosition | null,
  limit: number,
  filter?: FeedFilter,
): Promise<FeedEvent[]> {
  if (filter) return selectFilteredFeed(db, after ?? feedStart, limit, filter);
  return (await readFeedPage(db, after ?? feedStart, limit)).events;
}

/** As `readFeed` of everybody's events, and tells whether some are held back. */
export async function readFeedPage(db: Db, after: FeedPosition, limit: number): Promise<FeedPage> {
  const rows = await selectFeed(db, after, limit);
  const unsettled = rows.findIndex(({ settled }) => !settled);
  return {
    events: (unsettled === -1 ? rows : rows.slice(0, unsettled)).map(({ settled: _, ...event }) => event),
    held: unsettled !== -1,
  };
}

/** Finds an event, and so its place in the feed, by its id. */
export async function findEvent(db: Db, id: string): Promise<FeedEvent | undefined> {
  return findEventRow(db, id);
}

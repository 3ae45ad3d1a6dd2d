import type { Db } from '../../store/db.ts';
import { findEventRow, selectFeed, selectFilteredFeed } from './event.store.ts';
import { type FeedEvent, type FeedFilter, type FeedPosition, feedStart } from './event.ts';

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
  return filter ? selectFilteredFeed(db, after ?? feedStart, limit, filter) : selectFeed(db, after ?? feedStart, limit);
}

/** Finds an event, and so its place in the feed, by its id. */
export async function findEvent(db: Db, id: string): Promise<FeedEvent | undefined> {
  return findEventRow(db, id);
}

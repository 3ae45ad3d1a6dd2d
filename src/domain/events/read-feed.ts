import type { Db } from '../../store/db.ts';
import { listLaterEvents } from './event.store.ts';
import type { FeedPosition, RecordedEvent } from './event.ts';

/** What a reader of the feed gets. */
export interface FeedPage {
  /** In the order in which every reader sees them. The last one's `tx` and `seq` are where to read on. */
  events: RecordedEvent[];
  /**
   * Further events are committed, but a transaction that is still running may yet put others before them: read on in a moment,
   * because nobody announces the end of that transaction.
   */
  held: boolean;
}

/**
 * Reads the events of everybody that follow a position. Whoever reads on from the last event read sees each event once and none
 * out of order: what a running transaction could still precede is left for later.
 */
export async function readFeed(db: Db, after: FeedPosition, limit: number): Promise<FeedPage> {
  const rows = await listLaterEvents(db, after, limit);
  const unsettled = rows.findIndex(({ settled }) => !settled);
  return {
    events: (unsettled === -1 ? rows : rows.slice(0, unsettled)).map(({ settled: _, ...event }) => event),
    held: unsettled !== -1,
  };
}

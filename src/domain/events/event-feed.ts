import type { Log } from '../../kernel/log.ts';
import type { Db } from '../../store/db.ts';
import { findHead } from './event.store.ts';
import { comparePositions, type FeedEvent, type FeedPosition, feedStart, type Interest } from './event.ts';
import { heldMilliseconds, readFeed, readFeedPage } from './read-feed.ts';

/** How many events are read at a time. */
const batch = 500;
/** How many of the latest events are kept at hand, so that whoever reads on from one of them costs no query. */
const kept = 1_000;
const retryMilliseconds = 1_000;
const pollMilliseconds = 5_000;

/** What reading on from a position gives. */
export interface Missed {
  events: FeedEvent[];
  /** Everything of the interest up to here has been read. */
  position: FeedPosition;
}

/**
 * The events of all processes as this one hears them: in the one order, each once. What was missed is read from the table, what
 * follows is heard live; `recent` and `follow`, called in the same turn, leave no gap and no repeat between the two.
 */
export interface EventFeed {
  /** Starts to listen, once; resolves when the feed knows where it stands. */
  open(): Promise<void>;
  /** The place up to which everything has been heard. */
  position(): FeedPosition;
  /** Returns what was heard after a position when all of it is still at hand. */
  recent(interest: Interest, after: FeedPosition): FeedEvent[] | undefined;
  /** Reads from the table what follows a position, at most up to what has been heard. */
  read(interest: Interest, after: FeedPosition, limit: number): Promise<Missed>;
  /** Calls `hear` with every later event of the interest until the returned function is called. */
  follow(interest: Interest, hear: (event: FeedEvent) => void): () => void;
  /** Looks for new events now. */
  wake(): void;
  close(): Promise<void>;
}

/** What a feed needs: the table, and how to hear that something was added to it. */
export interface FeedNeeds {
  db: Db;
  log: Log;
  listen(handler: () => void): Promise<() => Promise<void>>;
}

interface Follower {
  interest: Interest;
  hear(event: FeedEvent): void;
}

const keyOf = (interest: Interest): string => interest.applicationId ?? `${interest.mode} ${interest.accountId}`;

/** Tells whether an event is of interest. */
export function concerns(interest: Interest, event: FeedEvent): boolean {
  if (interest.types && !interest.types.includes(event.type)) return false;
  if (interest.applicationId !== undefined) return event.applicationId === interest.applicationId;
  return event.accountId === interest.accountId && event.mode === interest.mode;
}

/** Makes the feed of this process. It rests until it is opened. */
export function createEventFeed(needs: FeedNeeds): EventFeed {
  const followers = new Map<string, Set<Follower>>();
  let opened: Promise<void> | undefined;
  let knowsItsPlace = false;
  let stopListening: (() => Promise<void>) | undefined;
  let tail = feedStart;
  /** The latest events: all of those after `memoryStart`. */
  let memory: FeedEvent[] = [];
  let memoryStart = feedStart;
  let pulling: Promise<void> | undefined;
  let again = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const wakeIn = (milliseconds: number) => {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(wake, milliseconds).unref();
  };

  const hear = (event: FeedEvent) => {
    tail = { tx: event.tx, seq: event.seq };
    memory.push(event);
    for (const key of [event.applicationId, `${event.mode} ${event.accountId}`]) {
      for (const follower of followers.get(key) ?? []) {
        if (!concerns(follower.interest, event)) continue;
        try {
          follower.hear(event);
        } catch (error) {
          needs.log.error('feed.follower', { event_id: event.id, error });
        }
      }
    }
  };

  const forget = () => {
    if (memory.length <= 2 * kept) return;
    const { tx, seq } = memory[memory.length - kept - 1]!;
    memoryStart = { tx, seq };
    memory = memory.slice(-kept);
  };

  const pull = async (): Promise<void> => {
    let pause = pollMilliseconds;
    try {
      do {
        again = false;
        const { events, held } = await readFeedPage(needs.db, tail, batch);
        for (const event of events) hear(event);
        forget();
        if (events.length === batch) {
          again = true;
          // Followers get a turn to pass on what they heard.
          await new Promise((resolve) => setImmediate(resolve));
        }
        pause = held ? heldMilliseconds : pollMilliseconds;
      } while (again && !closed);
    } catch (error) {
      pause = retryMilliseconds;
      if (!closed) needs.log.warn('feed.read', { error });
    }
    pulling = undefined;
    wakeIn(pause);
  };

  const wake = (): void => {
    if (!knowsItsPlace || closed) return;
    again = true;
    pulling ??= pull();
  };

  const begin = async () => {
    stopListening = await needs.listen(wake);
    tail = (await findHead(needs.db)) ?? feedStart;
    memoryStart = tail;
    knowsItsPlace = true;
    // Something may have been announced while the place was looked up.
    wake();
  };

  return {
    open: () => {
      opened ??= begin().catch((error) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    position: () => tail,
    recent: (interest, after) => {
      if (comparePositions(after, memoryStart) < 0) return undefined;
      let first = memory.length;
      while (first > 0 && comparePositions(memory[first - 1]!, after) > 0) first -= 1;
      return memory.slice(first).filter((event) => concerns(interest, event));
    },
    read: async (interest, after, limit) => {
      const upTo = tail;
      const events = await readFeed(needs.db, after, limit, { ...interest, upTo });
      const last = events.at(-1);
      return { events, position: events.length === limit ? { tx: last!.tx, seq: last!.seq } : upTo };
    },
    follow: (interest, hearEvent) => {
      const follower = { interest, hear: hearEvent };
      const key = keyOf(interest);
      const known = followers.get(key) ?? new Set();
      followers.set(key, known.add(follower));
      return () => {
        known.delete(follower);
        if (known.size === 0 && followers.get(key) === known) followers.delete(key);
      };
    },
    wake,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      followers.clear();
      await pulling;
      await stopListening?.();
    },
  };
}

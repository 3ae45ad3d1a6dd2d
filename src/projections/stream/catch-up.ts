import type { FeedPosition } from '../../domain/events/event.ts';
import type { EventFeed } from '../../domain/events/event-feed.ts';
import type { Group } from './group.ts';
import type { Sink } from './sink.ts';

/** How many missed events are read at a time. */
const page = 100;

const placeOf = ({ tx, seq }: FeedPosition): FeedPosition => ({ tx, seq });

/**
 * Gives a subscription what it missed since a position, a page at a time and only as fast as it reads, and then makes it a member
 * of its group: the last look at what was missed and the joining happen in one turn, so nothing falls between. Resolves
 * with whether it became one: not, when it is gone or stuck.
 */
export async function catchUp(
  feed: EventFeed,
  group: Group,
  sink: Sink,
  after: FeedPosition,
  isStuck: (room: Promise<void>) => Promise<boolean>,
): Promise<boolean> {
  let position = after;
  while (sink.isOpen()) {
    const reached = feed.position();
    const recent = feed.recent(group.interest, position);
    if (recent?.length === 0) {
      group.join(sink);
      return true;
    }
    const missed = recent
      ? {
          events: recent.slice(0, page),
          position: recent.length <= page ? reached : placeOf(recent[page - 1]!),
        }
      : await feed.read(group.interest, position, page);
    for (const event of missed.events) {
      const message = await group.message(event);
      sink.accept([message], message.frame);
      const room = sink.room();
      if (room && (await isStuck(room))) return false;
    }
    position = missed.position;
  }
  return false;
}

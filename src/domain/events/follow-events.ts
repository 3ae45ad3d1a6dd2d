import { type Caller, requireAccount } from '../../kernel/caller.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Db } from '../../store/db.ts';
import type { EventType, FeedEvent, FeedPosition, Interest } from './event.ts';
import { findEvent } from './read-feed.ts';

/** What a subscription follows, and from where. The stream serves it; nothing else can iterate over it. */
export interface Followed extends AsyncIterable<FeedEvent> {
  interest: Interest;
  /** The last event that the subscriber has, or null for those to come. */
  after: FeedPosition | null;
  /** When the right to follow ends, in real time; null when it does not end by itself. */
  until: Date | null;
}

/** Makes what a subscription field returns. */
export function followed(parts: Pick<Followed, 'interest' | 'after' | 'until'>): Followed {
  return {
    ...parts,
    [Symbol.asyncIterator]: () => {
      throw new Failure('INVALID_REQUEST', { message: 'Subscribe at /graphql/stream.' });
    },
  };
}

/** Follows the events of the caller's account in the mode of its key, from after an event that it has, or from now on. */
export async function followAccountEvents(
  ctx: { caller: Caller; db: Db },
  request: { types?: readonly EventType[] | null | undefined; after?: string | null | undefined },
): Promise<Followed> {
  const { accountId, mode } = requireAccount(ctx.caller);
  const after = await findPlace(ctx.db, request.after, (event) => event.accountId === accountId && event.mode === mode);
  const types = request.types?.length ? request.types : undefined;
  return followed({ interest: { accountId, mode, types }, after, until: null });
}

/**
 * Returns the place of the event after which to go on, null where none is given. Throws INVALID_REQUEST for what is no event of the
 * caller, whether it is somebody else's or does not exist.
 */
export async function findPlace(
  db: Db,
  after: string | null | undefined,
  isTheirs: (event: FeedEvent) => boolean,
): Promise<FeedPosition | null> {
  if (after === null || after === undefined) return null;
  const event = await findEvent(db, after);
  if (!event || !isTheirs(event)) {
    throw new Failure('INVALID_REQUEST', {
      message: 'No event of yours has that id.',
      hint: 'Send the id of the last event that was received, or leave it out.',
      argument: 'after',
    });
  }
  return { tx: event.tx, seq: event.seq };
}

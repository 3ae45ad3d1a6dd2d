import { type Caller, requireAccount } from '../../kernel/caller.ts';
import type { NextStep } from '../../kernel/next-step.ts';
import { readCursor, readLimit } from '../../kernel/page.ts';
import type { Db } from '../../store/db.ts';
import { listEventsOfApplications } from './event.store.ts';
import type { EventType, FeedEvent } from './event.ts';
import { findPlace } from './follow-events.ts';
import { readFeed } from './read-feed.ts';

/** A part of the events of an account, oldest first. */
export interface EventPage {
  events: FeedEvent[];
  /** Where more follow already; null at the end of what there is. */
  nextCursor: string | null;
  hasMore: boolean;
  nextStep: NextStep;
}

/** Which events are wanted. `after` is a cursor of this list or the id of an event. */
export interface EventsRequest {
  first?: number | null | undefined;
  after?: string | null | undefined;
  types?: readonly EventType[] | null | undefined;
  applicationId?: string | null | undefined;
}

/** Makes the cursor of an event. */
export const eventCursor = ({ id }: { id: string }): string => Buffer.from(id).toString('base64url');

/**
 * Lists the events of the caller's account in the mode of its key, oldest first and each once: reading on after the last one misses
 * none, however many are being written. Throws INVALID_REQUEST for an `after` that is no event of the account.
 */
export async function listEvents(ctx: { caller: Caller; db: Db }, request: EventsRequest): Promise<EventPage> {
  const { accountId, mode } = requireAccount(ctx.caller);
  const limit = readLimit(request.first, undefined, 'first');
  const id = request.after?.startsWith('evt_') ? request.after : readCursor(request.after, 'evt');
  const after = await findPlace(ctx.db, id, (event) => event.accountId === accountId && event.mode === mode);
  const rows = await readFeed(ctx.db, after, limit + 1, {
    accountId,
    mode,
    types: request.types?.length ? request.types : undefined,
    applicationId: request.applicationId ?? undefined,
  });
  const events = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  const last = events.at(-1);
  return {
    events,
    nextCursor: hasMore ? eventCursor(last!) : null,
    hasMore,
    nextStep: nextStepAfter(hasMore, last?.id ?? id),
  };
}

function nextStepAfter(hasMore: boolean, lastId: string | undefined): NextStep {
  return {
    action: hasMore ? 'read_on' : 'wait',
    why: hasMore
      ? 'More events follow.'
      : 'These are all events so far. Ask again later with the id of the last one, subscribe, or register a webhook.',
    operation: 'ListEvents',
    arguments: lastId === undefined ? {} : { after: lastId },
  };
}

/** Reads the events of some applications, by application, oldest first, with one statement. Whose they are is the caller's to know. */
export async function eventsOfApplications(
  ctx: { db: Db },
  applicationIds: readonly string[],
): Promise<Map<string, FeedEvent[]>> {
  const found = new Map<string, FeedEvent[]>(applicationIds.map((id) => [id, []]));
  for (const event of await listEventsOfApplications(ctx.db, applicationIds))
    found.get(event.applicationId)?.push(event);
  return found;
}

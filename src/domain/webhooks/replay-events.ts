import { type Caller, requireAccount } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import { newId } from '../../kernel/id.ts';
import type { Once } from '../../kernel/once.ts';
import type { Db } from '../../store/db.ts';
import { type FeedPosition, feedStart } from '../events/event.ts';
import { findEvent, readFeed } from '../events/read-feed.ts';
import { insertDeliveries, restartDeliveries } from './delivery.store.ts';
import { deliveryStatuses } from './delivery.ts';
import { newDeliveryOf } from './new-delivery.ts';
import { lockWebhook } from './webhook.store.ts';

/** How many events one call replays at most. */
export const mostReplayed = 10_000;
const pageSize = 1_000;

/** From where to replay, and what. */
export interface ReplayRequest {
  webhookId: string;
  /** Events after this one. */
  afterEventId?: string | null | undefined;
  /** Events from this moment on. */
  since?: Date | null | undefined;
  /** Also what was delivered already; otherwise only what was not. */
  includeDelivered?: boolean | null | undefined;
}

/** What was replayed. */
export interface Replay {
  webhookId: string;
  /** Deliveries that begin, or begin anew. */
  scheduled: number;
  /** Where to go on when there was more than one call replays; null when that was all. */
  continueAfter: string | null;
}

/**
 * Delivers past events to an endpoint again, or for the first time when they happened before it existed or while it was
 * disabled. Throws NOT_FOUND for an endpoint or an event of somebody else, and WEBHOOK_DISABLED when the endpoint gets nothing.
 */
export async function replayEvents(
  ctx: {
    caller: Caller;
    db: Db;
    clock: Clock;
    realClock: Clock;
    wake(queue: 'webhooks'): void;
    once?: Once | undefined;
  },
  request: ReplayRequest,
): Promise<Replay> {
  const { accountId, mode } = requireAccount(ctx.caller);
  if (!request.afterEventId === !request.since) {
    throw new Failure('INVALID_REQUEST', {
      message: 'Give either the event to begin after or the moment to begin at.',
      argument: 'since',
    });
  }
  const statuses = request.includeDelivered
    ? deliveryStatuses
    : deliveryStatuses.filter((status) => status === 'failed' || status === 'exhausted');
  const now = ctx.clock.now();
  const due = ctx.realClock.now();
  const replay = await ctx.db.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, { accountId, mode }, request.webhookId);
    if (!webhook) throw new Failure('NOT_FOUND');
    if (webhook.disabledAt) throw new Failure('WEBHOOK_DISABLED');
    let position: FeedPosition = feedStart;
    if (request.afterEventId) {
      const from = await findEvent(tx, request.afterEventId);
      if (from?.accountId !== accountId) throw new Failure('NOT_FOUND');
      position = from;
    }
    const filter = {
      accountId,
      applicationId: webhook.applicationId ?? undefined,
      types: webhook.events,
      since: request.since ?? undefined,
    };
    const result: Replay = { webhookId: webhook.id, scheduled: 0, continueAfter: null };
    for (let read = 0; read < mostReplayed; read += pageSize) {
      const happened = await readFeed(tx, position, pageSize, filter);
      const last = happened.at(-1);
      if (!last) break;
      const ids = happened.map(({ id }) => id);
      result.scheduled += await restartDeliveries(tx, webhook.id, ids, statuses, due);
      result.scheduled += await insertDeliveries(
        tx,
        happened.map((event) => newDeliveryOf(event, { id: newId('dlv'), endpointId: webhook.id, now })),
        due,
      );
      position = last;
      result.continueAfter = happened.length === pageSize ? last.id : null;
      if (result.continueAfter === null) break;
    }
    await ctx.once?.settle(tx, result);
    return result;
  });
  ctx.wake('webhooks');
  return replay;
}

import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, shiftedClock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import type { Db } from '../../store/db.ts';
import type { FeedEvent } from '../events/event.ts';
import { heldMilliseconds, readFeedPage } from '../events/read-feed.ts';
import { insertDeliveries, lockCursor, moveCursor, type NewDelivery } from './delivery.store.ts';
import { newDeliveryOf } from './new-delivery.ts';
import { findSubscribers, type Subscriber } from './webhook.store.ts';
import { isCommittedIn } from './webhook.ts';

const batch = 500;

/** How often it looks while a transaction that is about to end holds events back. */
const looks = 8;

interface Needs {
  db: Db;
  realClock: Clock;
}

/**
 * Turns the next events of the feed into deliveries, in one transaction with how far it came: a crash repeats nothing and loses
 * nothing, and of several workers one follows the feed at a time. Returns how many events it passed.
 */
export async function fanOutEvents(ctx: Needs): Promise<number> {
  for (let look = 1; ; look += 1) {
    const { passed, held } = await fanOutPage(ctx);
    if (passed > 0 || !held || look === looks) return passed;
    await pause(heldMilliseconds);
  }
}

async function fanOutPage(ctx: Needs): Promise<{ passed: number; held: boolean }> {
  return ctx.db.transaction(async (tx) => {
    const cursor = await lockCursor(tx);
    if (!cursor) return { passed: 0, held: false };
    const { events: happened, held } = await readFeedPage(tx, cursor, batch);
    const last = happened.at(-1);
    if (!last) return { passed: 0, held };
    const subscribers = await subscribersTo(tx, happened);
    const deliveries: NewDelivery[] = [];
    for (const event of happened) {
      for (const subscriber of subscribers.get(event.accountId) ?? []) {
        if (!wants(subscriber, event)) continue;
        const now = shiftedClock(ctx.realClock, subscriber.clockOffsetSeconds).now();
        deliveries.push(newDeliveryOf(event, { id: newId('dlv'), endpointId: subscriber.id, now }));
      }
    }
    await insertDeliveries(tx, deliveries, ctx.realClock.now());
    await moveCursor(tx, last);
    return { passed: happened.length, held };
  });
}

/** Reads who may want to hear of some events, by account. */
async function subscribersTo(tx: Db, happened: readonly FeedEvent[]): Promise<Map<string | null, Subscriber[]>> {
  const accountIds = new Set(happened.flatMap(({ accountId }) => accountId ?? []));
  if (accountIds.size === 0) return new Map();
  const applicationIds = new Set(happened.map(({ applicationId }) => applicationId));
  return Map.groupBy(await findSubscribers(tx, [...accountIds], [...applicationIds]), ({ accountId }) => accountId);
}

function wants(subscriber: Subscriber, event: FeedEvent): boolean {
  return (
    subscriber.mode === event.mode &&
    (subscriber.applicationId === null || subscriber.applicationId === event.applicationId) &&
    subscriber.events.includes(event.type) &&
    !isCommittedIn(subscriber.madeIn, event.tx)
  );
}

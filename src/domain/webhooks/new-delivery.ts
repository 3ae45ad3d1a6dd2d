import type { FeedEvent } from '../events/event.ts';
import type { NewDelivery } from './delivery.store.ts';

/** Returns the delivery of an event to an endpoint as it begins: due at once. */
export function newDeliveryOf(
  event: FeedEvent,
  made: { id: string; endpointId: string; due: Date; now: Date },
): NewDelivery {
  return {
    id: made.id,
    endpointId: made.endpointId,
    eventId: event.id,
    eventType: event.type,
    applicationId: event.applicationId,
    seq: event.seq,
    status: 'pending',
    nextAttemptAt: made.due,
    dueAt: made.due,
    createdAt: made.now,
  };
}

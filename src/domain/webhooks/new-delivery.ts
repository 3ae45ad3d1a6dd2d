import type { FeedEvent } from '../events/event.ts';
import type { NewDelivery } from './delivery.store.ts';

/** Returns the delivery of an event to an endpoint. */
export function newDeliveryOf(event: FeedEvent, made: { id: string; endpointId: string; now: Date }): NewDelivery {
  return {
    id: made.id,
    endpointId: made.endpointId,
    eventId: event.id,
    eventType: event.type,
    applicationId: event.applicationId,
    seq: event.seq,
    createdAt: made.now,
  };
}

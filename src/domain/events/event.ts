import type { Mode } from '../../kernel/caller.ts';
import type { ApplicationStatus } from '../../kernel/status.ts';

/** Kinds of events, as webhooks and subscriptions name them. */
export const eventTypes = ['status_change', 'payment_confirmed', 'visa_approved', 'visa_denied'] as const;
export type EventType = (typeof eventTypes)[number];

/** What an event says: the whole picture of the application at that moment, never personal data. */
export interface EventData {
  application_id: string;
  order_id: string;
  visa_type: string;
  destination: string;
  previous_status: ApplicationStatus | null;
  status: ApplicationStatus;
  authority_reference: string | null;
  /** One plain sentence for timelines. */
  note: string | null;
}

/** An event that is about to be recorded. */
export interface NewEvent {
  type: EventType;
  mode: Mode;
  accountId: string | null;
  guestId: string | null;
  orderId: string;
  applicationId: string;
  at: Date;
  data: EventData;
}

/** A place in the feed: the transaction that wrote an event, and its number within the table. */
export interface FeedPosition {
  /** PostgreSQL's xid8 as decimal text. */
  tx: string;
  seq: number;
}

/** Before the first event. */
export const feedStart: FeedPosition = { tx: '0', seq: 0 };

/** Compares two places: negative when the left one is earlier. */
export function comparePositions(left: FeedPosition, right: FeedPosition): number {
  // Decimal text without leading zeros: the longer is the greater.
  if (left.tx.length !== right.tx.length) return left.tx.length - right.tx.length;
  if (left.tx !== right.tx) return left.tx < right.tx ? -1 : 1;
  return left.seq - right.seq;
}

/** An event as the feed has it. */
export interface FeedEvent extends NewEvent, FeedPosition {
  id: string;
}

/** Which events of the feed are wanted; what is absent does not matter. */
export interface FeedFilter {
  accountId?: string | undefined;
  mode?: Mode | undefined;
  applicationId?: string | undefined;
  types?: readonly EventType[] | undefined;
  /** Not before this moment, in the time of the event's owner. */
  since?: Date | undefined;
  /** Not behind this place. */
  upTo?: FeedPosition | undefined;
}

/** Whose events somebody follows, and which: those of an account in one mode, or those of one application. */
export type Interest = { types?: readonly EventType[] | undefined } & (
  | { accountId: string; mode: Mode; applicationId?: undefined }
  | { accountId?: undefined; mode?: undefined; applicationId: string }
);

/** An event as the outside gets it: over webhooks, subscriptions and lists alike. */
export interface EventPayload {
  id: string;
  type: EventType;
  timestamp: string;
  livemode: boolean;
  data: EventData;
}

/** Returns what is told of an event. The same event always gives the same JSON, byte for byte, wherever it is read. */
export function eventPayload(event: Pick<FeedEvent, 'id' | 'type' | 'mode' | 'at' | 'data'>): EventPayload {
  const { data } = event;
  return {
    id: event.id,
    type: event.type,
    timestamp: event.at.toISOString(),
    livemode: event.mode === 'live',
    // The database keeps the keys of JSON in an order of its own.
    data: {
      application_id: data.application_id,
      order_id: data.order_id,
      visa_type: data.visa_type,
      destination: data.destination,
      previous_status: data.previous_status,
      status: data.status,
      authority_reference: data.authority_reference,
      note: data.note,
    },
  };
}

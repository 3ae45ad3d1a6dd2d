import type { Mode } from '../../kernel/caller.ts';
import type { ApplicationStatus } from '../../kernel/status.ts';
import type { events } from './event.table.ts';

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

/** An event as it stands in the table. */
export type RecordedEvent = typeof events.$inferSelect;

/** A place in the order of all events. Every event recorded later has a later one. */
export interface FeedPosition {
  /** The transaction that wrote the event, as decimal text. */
  tx: string;
  seq: number;
}

/** Before every event. */
export const feedStart: FeedPosition = { tx: '0', seq: 0 };

/** Compares two positions: negative when the left one is earlier. */
export function comparePositions(left: FeedPosition, right: FeedPosition): number {
  // Decimal text without leading zeros: the longer is the greater.
  if (left.tx.length !== right.tx.length) return left.tx.length - right.tx.length;
  if (left.tx !== right.tx) return left.tx < right.tx ? -1 : 1;
  return left.seq - right.seq;
}

/** Whose events, and which: those of an account in one mode, or those of one application. */
export type Interest = { types: readonly EventType[] | null } & (
  | { kind: 'account'; accountId: string; mode: Mode; applicationId?: string }
  | { kind: 'application'; applicationId: string }
);

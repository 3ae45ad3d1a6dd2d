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

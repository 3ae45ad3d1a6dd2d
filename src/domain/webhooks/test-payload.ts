import type { Mode } from '../../kernel/caller.ts';
import type { ApplicationStatus } from '../../kernel/status.ts';
import { type EventPayload, type EventType, eventPayload } from '../events/event.ts';

/** Ids that name nothing: a receiver that looks for the application finds none. */
const nothing = '0'.repeat(26);

const moved: Record<EventType, [from: ApplicationStatus, to: ApplicationStatus]> = {
  status_change: ['SUBMITTED', 'IN_REVIEW'],
  payment_confirmed: ['DRAFT', 'PAID'],
  visa_approved: ['IN_REVIEW', 'APPROVED'],
  visa_denied: ['IN_REVIEW', 'DENIED'],
};

/** Makes an event of an application that does not exist, in the shape of real ones; its note says that it is a test. */
export function testPayload(id: string, type: EventType, mode: Mode, at: Date): EventPayload {
  const [previous_status, status] = moved[type];
  return {
    id,
    type,
    timestamp: at.toISOString(),
    livemode: mode === 'live',
    data: {
      application_id: `app_${nothing}`,
      order_id: `ord_${nothing}`,
      visa_type: 'ESTA',
      destination: 'US',
      previous_status,
      status,
      authority_reference: 'TEST',
      note: 'This is a test event. No application changed.',
    },
  };
}

/** Returns a test event that was kept as JSON as it was made: the same bytes every time. */
export function readTestPayload({ livemode, timestamp, ...payload }: EventPayload): EventPayload {
  return eventPayload({ ...payload, mode: livemode ? 'live' : 'sandbox', at: new Date(timestamp) });
}

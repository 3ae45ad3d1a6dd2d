import type { NewEvent } from '../../src/domain/events/event.ts';
import { newId } from '../../src/kernel/id.ts';

const perApplication = 5;

/** Makes events of the applications of one account, a few of each application, mixed; the note counts those of one application. */
export function eventsOf(accountId: string, amount: number): NewEvent[] {
  const applications = Array.from({ length: Math.ceil(amount / perApplication) }, () => newId('app'));
  const orderId = newId('ord');
  return Array.from({ length: amount }, (_, place) => {
    const applicationId = applications[place % applications.length]!;
    return {
      type: 'status_change',
      mode: 'sandbox',
      accountId,
      guestId: null,
      orderId,
      applicationId,
      at: new Date(),
      data: {
        application_id: applicationId,
        order_id: orderId,
        visa_type: 'ESTA',
        destination: 'US',
        previous_status: 'SUBMITTED',
        status: 'IN_REVIEW',
        authority_reference: 'SIM-000001',
        note: String(Math.floor(place / applications.length)),
      },
    };
  });
}

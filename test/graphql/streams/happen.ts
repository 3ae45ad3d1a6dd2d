import type { NewEvent } from '../../../src/domain/events/event.ts';
import { recordEvents } from '../../../src/domain/events/record-events.ts';
import type { Db } from '../../../src/store/db.ts';

let number = 0;

/** Makes an event of an account, whose note is its number among all that were made here. */
export function madeEvent(accountId: string, changes: Partial<NewEvent> = {}): NewEvent {
  number += 1;
  const applicationId = changes.applicationId ?? 'app_00000000000000000000000000';
  return {
    type: 'status_change',
    mode: 'sandbox',
    accountId,
    guestId: null,
    orderId: 'ord_00000000000000000000000000',
    applicationId,
    at: new Date('2026-11-20T12:00:00Z'),
    data: {
      application_id: applicationId,
      order_id: 'ord_00000000000000000000000000',
      visa_type: 'ESTA',
      destination: 'US',
      previous_status: 'SUBMITTED',
      status: 'IN_REVIEW',
      authority_reference: 'REF-1',
      note: String(number),
    },
    ...changes,
  };
}

/** Has events happen one after the other, at most so many, until it is told to stop, which returns their notes. */
export function keepHappening(db: Db, accountId: string, most = 300): () => Promise<string[]> {
  let writing = true;
  const written = (async () => {
    const notes: string[] = [];
    while (writing && notes.length < most) {
      notes.push(...(await happen(db, accountId, 1)));
      // The embedded engine never lets go of the event loop by itself.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return notes;
  })();
  return () => {
    writing = false;
    return written;
  };
}

/** Has events happen to an account, one transaction each, and returns their notes. */
export async function happen(db: Db, accountId: string, count: number): Promise<string[]> {
  const notes: string[] = [];
  for (let each = 0; each < count; each += 1) {
    const event = madeEvent(accountId);
    await db.transaction((tx) => recordEvents(tx, [event]));
    notes.push(event.data.note!);
  }
  return notes;
}

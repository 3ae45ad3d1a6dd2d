import { newId } from '../../kernel/id.ts';
import type { Db } from '../../store/db.ts';
import { notify } from '../../store/notify.ts';
import { insertEvents } from './event.store.ts';
import type { NewEvent } from './event.ts';

/** The channel on which new events are announced to every process, without saying which. */
export const eventsChannel = 'events';

/**
 * Writes events in the transaction of the change they report: they exist exactly when the change does, and are announced when it
 * is committed.
 */
export async function recordEvents(tx: Db, happened: readonly NewEvent[]): Promise<void> {
  if (happened.length === 0) return;
  await insertEvents(
    tx,
    happened.map((event) => ({ ...event, id: newId('evt') })),
  );
  await notify(tx, eventsChannel, '');
}

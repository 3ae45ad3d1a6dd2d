import { newId } from '../../kernel/id.ts';
import type { Db } from '../../store/db.ts';
import { insertEvents } from './event.store.ts';
import type { NewEvent } from './event.ts';

/** Writes events in the transaction of the change they report: they exist exactly when the change does. */
export async function recordEvents(tx: Db, happened: readonly NewEvent[]): Promise<void> {
  if (happened.length > 0)
    await insertEvents(
      tx,
      happened.map((event) => ({ ...event, id: newId('evt') })),
    );
}

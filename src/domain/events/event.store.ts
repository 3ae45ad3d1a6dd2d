import type { Db } from '../../store/db.ts';
import { events } from './event.table.ts';
import type { NewEvent } from './event.ts';

/** Appends rows; `seq` and `tx` are the database's. */
export async function insertEvents(tx: Db, rows: readonly (NewEvent & { id: string })[]): Promise<void> {
  await tx.insert(events).values([...rows]);
}

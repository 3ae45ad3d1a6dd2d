import type { Owner } from '../../kernel/caller.ts';
import type { Db } from '../../store/db.ts';
import { addToClock } from './owner-clock.store.ts';

/** Moves the sandbox clock of an account or of a guest on and returns how far it runs ahead now, in seconds. */
export async function advanceOwnerClock(tx: Db, owner: Owner, seconds: number): Promise<number> {
  return addToClock(tx, owner, seconds);
}

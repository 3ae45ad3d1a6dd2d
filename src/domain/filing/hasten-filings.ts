import type { Owner } from '../../kernel/caller.ts';
import type { Db } from '../../store/db.ts';
import { moveDueTimes } from './filing.store.ts';

/** Brings the due times of an owner's filings forward: they are kept in real time, and the owner's sandbox clock was moved on. */
export async function hastenFilings(tx: Db, owner: Owner, seconds: number): Promise<void> {
  await moveDueTimes(tx, owner, seconds);
}

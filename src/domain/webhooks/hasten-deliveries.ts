import type { Owner } from '../../kernel/caller.ts';
import type { Db } from '../../store/db.ts';
import { bringForward } from './delivery.store.ts';

/**
 * Brings an owner's retries, and what else its endpoints wait for, forward: they are kept in real time, and the owner's sandbox
 * clock was moved on. Guests have no webhooks.
 */
export async function hastenDeliveries(tx: Db, owner: Owner, seconds: number): Promise<void> {
  if (owner.kind === 'account') await bringForward(tx, owner.accountId, seconds);
}

import type { Owner } from '../../kernel/caller.ts';
import type { Db } from '../../store/db.ts';
import { hastenDue } from './due-delivery.store.ts';
import { hastenWebhooks } from './webhook.store.ts';

/**
 * Brings an owner's retries, and what else its endpoints wait for, forward: they are kept in real time, and the owner's sandbox
 * clock was moved on. Guests have no webhooks.
 */
export async function hastenDeliveries(tx: Db, owner: Owner, seconds: number): Promise<void> {
  if (owner.kind !== 'account') return;
  await hastenWebhooks(tx, owner.accountId, seconds);
  await hastenDue(tx, owner.accountId, seconds);
}

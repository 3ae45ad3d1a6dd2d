import { Failure } from '../../kernel/failure.ts';
import type { Db } from '../../store/db.ts';
import { shareDocuments } from '../documents/keep-documents.ts';
import { findOrderBySession, lockOrder, updateOrder } from '../orders/order.store.ts';

/**
 * Moves the order of a paid live guest checkout to the account that gets the live key it earned, once. The guest token keeps reading the
 * order until it expires. Throws PAYMENT_NOT_VERIFIED for a session that is unknown, unpaid or not live, and
 * KEY_ALREADY_CLAIMED when the key was issued before.
 */
export async function claimLiveKey(tx: Db, paymentSessionId: string, accountId: string): Promise<void> {
  const found = await findOrderBySession(tx, paymentSessionId);
  const order = found && (await lockOrder(tx, found.order.id))?.order;
  if (!order || order.mode !== 'live' || order.paymentStatus !== 'paid' || order.guestId === null) {
    throw new Failure('PAYMENT_NOT_VERIFIED');
  }
  if (order.accountId !== null) throw new Failure('KEY_ALREADY_CLAIMED');
  await updateOrder(tx, order.id, { accountId });
  await shareDocuments(tx, order.guestId, accountId);
}

import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { shareDocuments } from '../documents/keep-documents.ts';
import { findOrderBySession, lockOrder, updateOrder } from '../orders/order.store.ts';
import { holdSelfReferral } from '../partners/hold-self-referral.ts';

/**
 * Moves the order of a paid live guest checkout and its applications to the account that gets the live key it earned, once; the uploads become
 * the account's too. The guest token keeps reading all of it until it expires. A partner's commission on the order is held when the
 * account is the partner's own. Throws PAYMENT_NOT_VERIFIED for a session that is unknown, unpaid or not live, and
 * KEY_ALREADY_CLAIMED when the key was issued before.
 */
export async function claimLiveKey(
  ctx: { vault: Vault; realClock: Clock },
  tx: Db,
  paymentSessionId: string,
  accountId: string,
  email: string | null,
): Promise<void> {
  const found = await findOrderBySession(tx, paymentSessionId);
  const order = found && (await lockOrder(tx, found.order.id))?.order;
  if (order?.mode !== 'live' || order.paymentStatus !== 'paid' || order.guestId === null) {
    throw new Failure('PAYMENT_NOT_VERIFIED');
  }
  if (order.accountId !== null) throw new Failure('KEY_ALREADY_CLAIMED');
  await updateOrder(tx, order.id, { accountId });
  await shareDocuments(tx, order.guestId, accountId);
  await holdSelfReferral(ctx, tx, { orderId: order.id, accountId, email }, ctx.realClock.now());
}

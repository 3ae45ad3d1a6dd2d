import { type Caller, requireAccount } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Db } from '../../store/db.ts';
import type { Application } from '../orders/application.ts';
import { findOrderIdOf, lockOrder, type OrderAtHand } from '../orders/order.store.ts';
import type { Order } from '../orders/order.ts';

/** An application that its owner is about to change, locked with its order. */
export interface ApplicationToChange extends OrderAtHand {
  application: Application;
}

/** Locks an application of the caller's account with its order. Somebody else's and one that does not exist are the same NOT_FOUND. */
export async function lockOwnApplication(
  ctx: { caller: Caller },
  tx: Db,
  applicationId: string,
): Promise<ApplicationToChange> {
  const account = requireAccount(ctx.caller);
  const orderId = await findOrderIdOf(tx, applicationId);
  const atHand = orderId ? await lockOrder(tx, orderId) : undefined;
  const application = atHand?.applications.find((candidate) => candidate.id === applicationId);
  if (!atHand || !application || atHand.order.accountId !== account.accountId || atHand.order.mode !== account.mode) {
    throw new Failure('NOT_FOUND');
  }
  return { ...atHand, application };
}

/**
 * Refuses a change to an application that a worker or an operator is handing to the authority at this moment, or whose refund is under
 * way: it counts as submitted until that is known.
 */
export function requireStill(application: Application, order: Order, realClock: Clock): void {
  const beingFiled = application.filingLeaseUntil !== null && application.filingLeaseUntil > realClock.now();
  const withOperator = application.status === 'PAID' && application.claimedBy !== null;
  if (beingFiled || withOperator) throw new Failure('ALREADY_SUBMITTED');
  if (order.refundState === 'requested' || order.refundState === 'pending') throw new Failure('ALREADY_REFUNDED');
}

import { Failure } from '../../kernel/failure.ts';
import type { Once } from '../../kernel/once.ts';
import type { Db } from '../../store/db.ts';
import { updateApplication } from '../orders/order.store.ts';
import { isOnHold } from '../orders/order.ts';
import { nextStatuses } from '../orders/state.ts';
import { findQueued } from './operator.store.ts';
import { type FilingInHand, lockClaimedFiling, lockFiling, noteAction, type OperatorNeeds } from './operator-hand.ts';
import type { QueuedFiling } from './queued-filing.ts';

/**
 * Gives a live application to the operator. From then on it counts as handed over, until it is given back: no edit, no cancellation, no
 * refund. A claim does not end by itself, because the form may be with the authority already; `takeOver` takes it from
 * whoever has it. Throws INVALID_TRANSITION during the hold, while the money is disputed or goes back, and after the decision.
 */
export async function claimFiling(
  ctx: OperatorNeeds & { once?: Once | undefined },
  request: { applicationId: string; takeOver?: boolean | null | undefined },
): Promise<QueuedFiling> {
  return ctx.db.transaction(async (tx) => {
    const inHand = await lockFiling(ctx, tx, request.applicationId);
    const { application, operator } = inHand;
    requireOpen(inHand, ctx.realClock.now());
    if (application.claimedBy !== operator.accountId) {
      if (application.claimedBy && !request.takeOver) {
        throw new Failure('INVALID_TRANSITION', {
          message: 'Another operator has this filing.',
          hint: 'Agree with that operator, then claim it with takeOver.',
          details: { claimed_by: application.claimedBy, claimed_at: application.claimedAt?.toISOString() ?? null },
        });
      }
      await updateApplication(tx, application.id, {
        claimedBy: operator.accountId,
        claimedAt: ctx.realClock.now(),
      });
      if (application.claimedBy) await noteAction(ctx, tx, inHand, 'taken_over', { from: application.claimedBy });
      else await noteAction(ctx, tx, inHand, 'claimed');
    }
    return settled(ctx, tx, application.id);
  });
}

/** Gives a claimed application back to the queue: before filing it can then be changed, cancelled and refunded again. */
export async function releaseFiling(
  ctx: OperatorNeeds & { once?: Once | undefined },
  applicationId: string,
): Promise<QueuedFiling> {
  return ctx.db.transaction(async (tx) => {
    const inHand = await lockClaimedFiling(ctx, tx, applicationId);
    await updateApplication(tx, applicationId, { claimedBy: null, claimedAt: null });
    await noteAction(ctx, tx, inHand, 'released');
    return settled(ctx, tx, applicationId);
  });
}

async function settled(ctx: { once?: Once | undefined }, tx: Db, applicationId: string): Promise<QueuedFiling> {
  const filing = (await findQueued(tx, applicationId))!;
  await ctx.once?.settle(tx, filing);
  return filing;
}

/** Refuses to hand over what may still change, what is about to be paid back, and what is decided. */
export function requireOpen({ application, order }: FilingInHand, now: Date): void {
  const refuse = (message: string, details: Record<string, unknown> = {}): never => {
    throw new Failure('INVALID_TRANSITION', {
      message,
      details: { status: application.status, allowed: nextStatuses(application.status), ...details },
    });
  };
  if (application.status === 'PAID') {
    const due = application.filingDueAt;
    if (!due || due > now) {
      refuse('The traveler may still change this application.', { files_after: due?.toISOString() ?? null });
    }
    if (isOnHold(order) || order.paymentStatus !== 'paid')
      refuse('The payment of this order is disputed or goes back.');
  } else if (!['SUBMITTED', 'IN_REVIEW', 'ACTION_REQUIRED'].includes(application.status)) {
    refuse('This application is not open.');
  }
}

import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { NextStep } from '../../kernel/next-step.ts';
import type { Once } from '../../kernel/once.ts';
import type { ApplicationStatus } from '../../kernel/status.ts';
import type { Db } from '../../store/db.ts';
import { moveApplication } from '../orders/move-applications.ts';
import { refundableUntil } from '../orders/order.ts';
import { allows } from '../orders/state.ts';
import { lockOwnApplication, requireStill } from './lock-own-application.ts';

/** An application after cancellation. No money moves. */
export interface CancelledApplication {
  applicationId: string;
  status: ApplicationStatus;
  /** Always null: cancelling refunds nothing. */
  refund: null;
  /** Until when the order could be refunded instead; null when there is nothing to refund. */
  refundableUntil: Date | null;
  nextStep: NextStep;
}

/**
 * Cancels an application of the caller's account before it is submitted; no money is returned. A repeat answers the same.
 * Throws NOT_FOUND, and ALREADY_SUBMITTED once the authority has it.
 */
export async function cancelApplication(
  ctx: { caller: Caller; db: Db; clock: Clock; realClock: Clock; once?: Once | undefined },
  applicationId: string,
): Promise<CancelledApplication> {
  return ctx.db.transaction(async (tx) => {
    const { application, order } = await lockOwnApplication(ctx, tx, applicationId);
    if (application.status !== 'CANCELLED') {
      if (allows(application.status, 'cancel')) requireStill(application, order, ctx.realClock);
      await moveApplication(tx, {
        application,
        order,
        trigger: 'cancel',
        at: ctx.clock.now(),
        note: 'The application was cancelled. Nothing was refunded.',
        set: { filingDueAt: null },
      });
    }
    const until = refundableUntil(order);
    const refundable = until !== null && until > ctx.clock.now();
    const result: CancelledApplication = {
      applicationId,
      status: 'CANCELLED',
      refund: null,
      refundableUntil: until,
      nextStep: refundable
        ? {
            action: 'refund',
            why: 'Cancelling returned no money. The whole order can still be refunded.',
            operation: 'RefundApplication',
            arguments: { id: applicationId },
          }
        : { action: 'done', why: 'The application is closed; nothing is left to do.', operation: null, arguments: {} },
    };
    await ctx.once?.settle(tx, result);
    return result;
  });
}

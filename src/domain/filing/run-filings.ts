import { addSeconds } from '../../kernel/clock.ts';
import type { Application } from '../orders/application.ts';
import { lockOrder, updateApplication } from '../orders/order.store.ts';
import { isOnHold } from '../orders/order.ts';
import { AuthorityUnavailable } from './authority.port.ts';
import { type ClaimedFiling, claimDueFilings } from './filing.store.ts';
import { onHoldSeconds } from './filing.ts';
import { askAuthority, type FilingNeeds } from './step-filing.ts';
import { takeStep } from './take-step.ts';

/**
 * Takes every due application one step further: files it, or records what the authority did. Claim, call, record: a crash between any two
 * repeats the call, which the authority tells apart, and loses nothing. Returns how many it worked on.
 */
export async function runFilings(ctx: FilingNeeds): Promise<number> {
  const claimed = await claimDueFilings(ctx.db, ctx.realClock.now(), 20);
  for (const filing of claimed) {
    try {
      await runFiling(ctx, filing);
    } catch (error) {
      // The lease ends by itself and the application is taken up again.
      ctx.log.error('filing.failed', { application_id: filing.applicationId, error });
    }
  }
  return claimed.length;
}

async function runFiling(ctx: FilingNeeds, filing: ClaimedFiling): Promise<void> {
  const application = await confirmClaim(ctx, filing);
  if (!application) return;
  try {
    await takeStep(
      ctx,
      application,
      (current) => askAuthority(ctx, current),
      async () => undefined,
    );
  } catch (error) {
    // Noted, and tried again later.
    if (!(error instanceof AuthorityUnavailable)) throw error;
  }
}

/**
 * Reads a claimed application under its order's lock. Cancelling and refunding look at the lease under the same lock, so either they
 * see the claim or the claim sees them; an application whose order is being refunded or disputed waits.
 */
async function confirmClaim(ctx: FilingNeeds, filing: ClaimedFiling): Promise<Application | undefined> {
  return ctx.db.transaction(async (tx) => {
    const atHand = await lockOrder(tx, filing.orderId);
    const application = atHand?.applications.find((candidate) => candidate.id === filing.applicationId);
    if (!atHand || !application) return undefined;
    // What the authority has already goes on, whatever becomes of the money.
    const waits = application.status === 'PAID' && isOnHold(atHand.order);
    if (application.filingDueAt !== null && !waits) return application;
    const later = waits ? { filingDueAt: addSeconds(ctx.realClock.now(), onHoldSeconds) } : {};
    await updateApplication(tx, application.id, { filingLeaseUntil: null, ...later });
    return undefined;
  });
}

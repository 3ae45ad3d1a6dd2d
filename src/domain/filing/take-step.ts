import { addSeconds } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Db } from '../../store/db.ts';
import type { Application } from '../orders/application.ts';
import { lockOrder, type OrderAtHand, updateApplication } from '../orders/order.store.ts';
import { isOnHold } from '../orders/order.ts';
import { nextStatuses } from '../orders/state.ts';
import { AuthorityUnavailable } from './authority.port.ts';
import { leaseSeconds, retryAt } from './filing.ts';
import { applyStep, type FilingNeeds, type FilingStep } from './step-filing.ts';

/**
 * Takes the lease of an application that was submitted, whoever had it: until the step is recorded it is neither edited, cancelled nor
 * refunded. Throws NOT_FOUND, and INVALID_TRANSITION before the form was submitted and while the money of an application that was not
 * filed is disputed or goes back.
 */
export async function leaseFiling(ctx: FilingNeeds, orderId: string, applicationId: string): Promise<Application> {
  return ctx.db.transaction(async (tx) => {
    const inHand = await lockInHand(tx, orderId, applicationId);
    if (!inHand) throw new Failure('NOT_FOUND');
    const { order, application } = inHand;
    const refuse = (message: string, hint?: string): never => {
      const details = { status: application.status, allowed: nextStatuses(application.status) };
      throw new Failure('INVALID_TRANSITION', { message, ...(hint && { hint }), details });
    };
    if (application.appliedAt === null) {
      refuse('The form has not been submitted yet.', 'Submit it with POST /apply first.');
    }
    if (application.status === 'PAID' && isOnHold(order)) refuse('The payment of this order is disputed or goes back.');
    const lease = { filingLeaseUntil: addSeconds(ctx.realClock.now(), leaseSeconds) };
    await updateApplication(tx, application.id, lease);
    return { ...application, ...lease };
  });
}

/**
 * Takes a leased application one step further: asks `choose` outside of any transaction (undefined: no step), then records the step under the order's lock,
 * together with what `conclude` writes. The lease ends with it and with a Failure; after a bug it runs out, so that nothing is tried in a
 * circle. An authority that is out of reach counts as a failed try and is thrown as AuthorityUnavailable. Returns undefined when
 * the application was deleted with its profile meanwhile.
 */
export async function takeStep<Result>(
  ctx: FilingNeeds,
  application: Application,
  choose: (application: Application) => Promise<FilingStep | null | undefined>,
  conclude: (tx: Db, moved: Application) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    const step = await choose(application);
    return await ctx.db.transaction(async (tx) => {
      const inHand = await lockInHand(tx, application.orderId, application.id);
      return inHand && conclude(tx, await applyStep(ctx, tx, inHand, inHand.application, step));
    });
  } catch (error) {
    const change = afterFailure(ctx, application, error);
    if (change) await ctx.db.transaction((tx) => updateApplication(tx, application.id, change));
    throw error;
  }
}

function afterFailure(ctx: FilingNeeds, { id, filingAttempts }: Application, error: unknown) {
  if (error instanceof Failure) return { filingLeaseUntil: null };
  if (!(error instanceof AuthorityUnavailable)) return undefined;
  const failedAttempts = filingAttempts + 1;
  ctx.log.warn('filing.authority_unavailable', { application_id: id, attempt: failedAttempts });
  return {
    filingLeaseUntil: null,
    filingAttempts: failedAttempts,
    filingDueAt: retryAt(ctx.realClock.now(), failedAttempts),
  };
}

async function lockInHand(
  tx: Db,
  orderId: string,
  applicationId: string,
): Promise<(OrderAtHand & { application: Application }) | undefined> {
  const atHand = await lockOrder(tx, orderId);
  const application = atHand?.applications.find((candidate) => candidate.id === applicationId);
  return atHand && application && { ...atHand, application };
}

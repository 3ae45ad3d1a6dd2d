import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { ApplicationStatus } from '../../kernel/status.ts';
import { type ApplicationStatusReport, getApplicationStatus } from '../applications/get-application-status.ts';
import { requireFiled } from '../filing/run-filings.ts';
import { askAuthority, type FilingNeeds, type FilingStep, recordStep } from '../filing/step-filing.ts';
import type { Application } from '../orders/application.ts';
import { lockOrder } from '../orders/order.store.ts';
import { requireApplication } from '../orders/require-application.ts';
import { nextStatuses, shortestWay, type Trigger } from '../orders/state.ts';

/** The triggers that the simulated authority can play. */
const playable = ['file', 'take_up', 'ask', 'approve', 'deny'] as const satisfies readonly Trigger[];

/**
 * Moves a sandbox application one step of the simulated authority, or to a status along the shortest allowed way. Live applications are
 * NOT_FOUND. Throws INVALID_TRANSITION when there is no such way, and before the form was submitted.
 */
export async function advanceApplication(
  ctx: FilingNeeds & { caller: Caller; clock: Clock; baseUrl: string },
  request: { applicationId: string; to?: ApplicationStatus | null | undefined; guestToken?: string | null | undefined },
): Promise<ApplicationStatusReport> {
  const { application, order } = await requireApplication(ctx, request.applicationId, request.guestToken);
  if (order.mode !== 'sandbox') throw new Failure('NOT_FOUND');
  requireFiled(application);
  if (request.to) {
    const way = shortestWay(application.status, request.to, playable);
    if (!way) {
      throw new Failure('INVALID_TRANSITION', {
        details: { status: application.status, allowed: nextStatuses(application.status) },
      });
    }
    for (const trigger of way) {
      const current = await readForStep(ctx, order.id, application.id);
      await recordStep(ctx, order.id, application.id, await play(ctx, current, trigger as (typeof playable)[number]));
    }
  } else {
    const current = await readForStep(ctx, order.id, application.id);
    const step = await askAuthority(ctx, current);
    if (!step)
      throw new Failure('INVALID_TRANSITION', {
        details: { status: current.status, allowed: nextStatuses(current.status) },
      });
    await recordStep(ctx, order.id, application.id, step);
  }
  return getApplicationStatus(ctx, request);
}

async function readForStep(ctx: FilingNeeds, orderId: string, applicationId: string): Promise<Application> {
  const atHand = await ctx.db.transaction((tx) => lockOrder(tx, orderId));
  const application = atHand?.applications.find((candidate) => candidate.id === applicationId);
  if (!application) throw new Failure('NOT_FOUND');
  return application;
}

async function play(
  ctx: FilingNeeds,
  application: Application,
  trigger: (typeof playable)[number],
): Promise<FilingStep> {
  switch (trigger) {
    case 'file':
      return (await askAuthority(ctx, application)) as FilingStep;
    case 'approve':
      return { trigger, number: await ctx.authority.grant(application.id) };
    case 'ask':
      return {
        trigger,
        fields: ['passport_bio_page_url'],
        message: 'Upload a sharper image of the passport data page.',
      };
    default:
      return { trigger };
  }
}

import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Once } from '../../kernel/once.ts';
import type { ApplicationStatus } from '../../kernel/status.ts';
import type { Db } from '../../store/db.ts';
import { type ApplicationStatusReport, getApplicationStatus } from '../applications/get-application-status.ts';
import { AuthorityUnavailable } from '../filing/authority.port.ts';
import { askAuthority, type FilingNeeds, type FilingStep } from '../filing/step-filing.ts';
import { leaseFiling, takeStep } from '../filing/take-step.ts';
import type { Application } from '../orders/application.ts';
import { requireApplication } from '../orders/require-application.ts';
import { nextStatuses, shortestWay, type Trigger } from '../orders/state.ts';

/** The triggers that the simulated authority can play. */
const playable = ['file', 'take_up', 'ask', 'approve', 'deny'] as const satisfies readonly Trigger[];

/**
 * Moves a sandbox application one step of the simulated authority, or to a status along the shortest allowed way. Live applications are
 * NOT_FOUND. Throws INVALID_TRANSITION when there is no such way, and before the form was submitted; SERVICE_UNAVAILABLE while
 * the simulated authority is out of reach.
 */
export async function advanceApplication(
  ctx: FilingNeeds & { caller: Caller; clock: Clock; baseUrl: string; once?: Once | undefined },
  request: { applicationId: string; to?: ApplicationStatus | null | undefined; guestToken?: string | null | undefined },
): Promise<ApplicationStatusReport> {
  const { applicationId, to } = request;
  const { application, order } = await requireApplication(ctx, applicationId, request.guestToken);
  if (order.mode !== 'sandbox') throw new Failure('NOT_FOUND');
  const conclude = async (tx: Db, moved: Application) => {
    if (to && moved.status !== to) return undefined;
    const report = await getApplicationStatus({ ...ctx, db: tx }, request);
    await ctx.once?.settle(tx, report);
    return report;
  };
  // The way is looked up anew after each step: a worker may have taken the next one.
  for (;;) {
    const leased = await leaseFiling(ctx, application.orderId, applicationId);
    const step = takeStep(ctx, leased, (current) => chooseStep(ctx, current, to), conclude);
    const report = await step.catch((error) => {
      throw error instanceof AuthorityUnavailable ? new Failure('SERVICE_UNAVAILABLE', { cause: error }) : error;
    });
    if (report) return report;
  }
}

async function chooseStep(
  ctx: FilingNeeds,
  application: Application,
  to: ApplicationStatus | null | undefined,
): Promise<FilingStep | undefined> {
  if (to === application.status) return undefined;
  const [trigger] = (to && shortestWay(application.status, to, playable)) || [];
  const step = to ? trigger && (await play(ctx, application, trigger)) : await askAuthority(ctx, application);
  if (step) return step;
  throw new Failure('INVALID_TRANSITION', {
    details: { status: application.status, allowed: nextStatuses(application.status) },
  });
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

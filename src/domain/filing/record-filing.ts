import { Failure } from '../../kernel/failure.ts';
import type { Once } from '../../kernel/once.ts';
import { updateApplication } from '../orders/order.store.ts';
import { allows, nextStatuses } from '../orders/state.ts';
import { formOf } from '../products/form.ts';
import { requireOpen } from './claim-filing.ts';
import { actionOfStep, type FilingActionDetails } from './filing-action.ts';
import { findQueued } from './operator.store.ts';
import { lockClaimedFiling, noteAction, type OperatorNeeds } from './operator-hand.ts';
import type { QueuedFiling } from './queued-filing.ts';
import { applyStep, type FilingNeeds, type FilingStep } from './step-filing.ts';

const longestText = 100;
const longestMessage = 1_000;

/**
 * Records what happened to a live application that the operator has claimed: filed under a reference, taken up, something asked,
 * an answer received, granted, denied. Moves it along the state table with its events; INVALID_TRANSITION where the table has no
 * such move. A decision gives the claim back.
 */
export async function recordFiling(
  ctx: OperatorNeeds & FilingNeeds & { once?: Once | undefined },
  request: { applicationId: string; step: FilingStep },
): Promise<QueuedFiling> {
  const { applicationId, step } = request;
  return ctx.db.transaction(async (tx) => {
    const inHand = await lockClaimedFiling(ctx, tx, applicationId);
    const { application } = inHand;
    if (!allows(application.status, step.trigger)) {
      throw new Failure('INVALID_TRANSITION', {
        details: { status: application.status, allowed: nextStatuses(application.status) },
      });
    }
    requireOpen(inHand, ctx.realClock.now());
    const details = requireSound(step, application);
    await applyStep(ctx, tx, inHand, application, step);
    await noteAction(ctx, tx, inHand, actionOfStep[step.trigger], details);
    if (step.trigger === 'approve' || step.trigger === 'deny') {
      await updateApplication(tx, applicationId, { claimedBy: null, claimedAt: null });
    }
    const filing = (await findQueued(tx, applicationId))!;
    await ctx.once?.settle(tx, filing);
    return filing;
  });
}

/** Refuses what cannot be true, and returns what the trail says of the step. */
function requireSound(step: FilingStep, { product }: { product: Parameters<typeof formOf>[0] }): FilingActionDetails {
  switch (step.trigger) {
    case 'file':
      requireText(step.reference, 'reference', longestText);
      return { reference: step.reference };
    case 'ask': {
      requireText(step.message, 'message', longestMessage);
      const known = new Set(formOf(product).fields.map(({ name }) => name));
      const strange = step.fields.filter((field) => !known.has(field));
      if (step.fields.length === 0 || strange.length > 0) {
        throw new Failure('INVALID_REQUEST', {
          message: step.fields.length === 0 ? 'Name the fields that are asked for.' : 'The form has no such field.',
          argument: 'fields',
          details: Object.fromEntries(
            strange.map((field) => [field, { code: 'UNKNOWN_FIELD', message: 'is not a field of this form' }]),
          ),
        });
      }
      return { fields: step.fields };
    }
    case 'approve':
      requireText(step.number, 'number', longestText);
      if (step.validFrom && step.validUntil && step.validUntil < step.validFrom) {
        throw new Failure('INVALID_REQUEST', {
          message: 'The last day is before the first.',
          argument: 'validUntil',
        });
      }
      return {};
    default:
      return {};
  }
}

function requireText(text: string, argument: string, longest: number): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (text.trim() !== '' && text.length <= longest && !/[\u0000-\u0009\u000b-\u001f\u007f]/.test(text)) return;
  throw new Failure('INVALID_REQUEST', {
    message: `It must be a text of 1 to ${longest} characters.`,
    argument,
  });
}

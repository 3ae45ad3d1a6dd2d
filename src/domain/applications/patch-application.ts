import type { Caller, Owner } from '../../kernel/caller.ts';
import { addSeconds, type Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { NextStep } from '../../kernel/next-step.ts';
import type { Once } from '../../kernel/once.ts';
import type { ApplicationStatus } from '../../kernel/status.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { keepDocuments } from '../documents/keep-documents.ts';
import type { Finding } from '../ocr/finding.ts';
import { type Application, formPlace } from '../orders/application.ts';
import { moveApplication } from '../orders/move-applications.ts';
import { updateApplication } from '../orders/order.store.ts';
import { submittedStatuses } from '../orders/state.ts';
import type { FormProblem, FormWarning } from '../products/check-form.ts';
import { fileUrlsIn } from '../products/form.ts';
import { type Confirmation, type FormData, judgeForm, sealConfirmations } from './judge-form.ts';
import { lockOwnApplication, requireStill } from './lock-own-application.ts';
import { nextStepFor } from './next-step.ts';
import { requireSoundForms } from './require-sound-forms.ts';

/** An application after an edit, with the judgement of its whole form. */
export interface PatchedApplication {
  applicationId: string;
  status: ApplicationStatus;
  updatedAt: Date;
  validation: { ok: boolean; errors: FormProblem[]; warnings: FormWarning[]; findings: Finding[] };
  nextStep: NextStep;
}

interface Needs {
  caller: Caller;
  db: Db;
  vault: Vault;
  clock: Clock;
  realClock: Clock;
  baseUrl: string;
  wake(queue: 'filing'): void;
  once?: Once | undefined;
}

/**
 * Edits the form of an application: what is given replaces, null removes. Drafts and paid applications may be left incomplete; one that was
 * applied must stay valid, else VALIDATION_FAILED. One with ACTION_REQUIRED takes only the fields that were asked for, and
 * goes back to the authority when they satisfy the form. After submission: ALREADY_SUBMITTED.
 */
export async function patchApplication(
  ctx: Needs,
  request: { applicationId: string; formData: FormData; confirmations?: readonly Confirmation[] | null | undefined },
): Promise<PatchedApplication> {
  const patched = await ctx.db.transaction(async (tx) => {
    const { application, order } = await lockOwnApplication(ctx, tx, request.applicationId);
    const answering = application.status === 'ACTION_REQUIRED';
    if (!answering && submittedStatuses.includes(application.status)) throw new Failure('ALREADY_SUBMITTED');
    if (!answering && application.status !== 'DRAFT' && application.status !== 'PAID') {
      throw new Failure('INVALID_TRANSITION', { details: { status: application.status } });
    }
    requireStill(application, order, ctx.realClock);
    if (answering) requireAskedFor(request.formData, application.actionRequired?.fields ?? []);

    const form = merge(openForm(ctx.vault, application), request.formData);
    const owners: Owner[] = [
      ...(order.accountId ? [{ kind: 'account' as const, accountId: order.accountId }] : []),
      ...(order.guestId ? [{ kind: 'guest' as const, guestId: order.guestId }] : []),
    ];
    const judgement = await judgeForm(
      { ...ctx, db: tx },
      { product: application.product, form, owners, mode: order.mode, confirmations: request.confirmations },
    );
    const { problems, warnings, clean, findings, unconfirmed } = judgement;
    if (answering || application.appliedAt !== null) requireSoundForms([judgement]);
    const now = ctx.clock.now();
    const confirmed = sealConfirmations(ctx.vault, application.id, request.confirmations);
    const set = {
      form: ctx.vault.sealJson(problems.length === 0 ? clean : form, formPlace(application.id)),
      updatedAt: now,
      ...(confirmed && { confirmations: confirmed }),
    };
    let changed: Application = { ...application, ...set };
    if (answering) {
      changed = await moveApplication(tx, {
        application,
        order,
        trigger: 'answer',
        at: now,
        note: 'What was asked for was sent.',
        set: { ...set, actionRequired: null, filingDueAt: addSeconds(ctx.realClock.now(), 0), filingAttempts: 0 },
      });
    } else {
      await updateApplication(tx, application.id, set);
    }
    await keepDocuments(ctx, tx, owners, { applicationId: application.id }, fileUrlsIn(application.product, form));
    const result: PatchedApplication = {
      applicationId: changed.id,
      status: changed.status,
      updatedAt: now,
      validation: { ok: problems.length === 0 && unconfirmed.length === 0, errors: problems, warnings, findings },
      nextStep: nextStepFor(changed, order),
    };
    await ctx.once?.settle(tx, result);
    return result;
  });
  ctx.wake('filing');
  return patched;
}

/** Opens the form of an application; an application without one has an empty form. */
export function openForm(vault: Vault, application: Pick<Application, 'id' | 'form'>): FormData {
  return application.form ? vault.openJson<FormData>(application.form, formPlace(application.id)) : {};
}

function merge(form: FormData, edits: FormData): FormData {
  return Object.fromEntries(Object.entries({ ...form, ...edits }).filter(([, value]) => value !== null));
}

function requireAskedFor(edits: FormData, asked: readonly string[]): void {
  const others = Object.keys(edits).filter((field) => !asked.includes(field));
  if (others.length === 0) return;
  throw new Failure('ALREADY_SUBMITTED', {
    message: 'Only the fields that were asked for can be changed now.',
    hint: 'Send only the fields that action_required names.',
    details: { asked_for: asked },
  });
}

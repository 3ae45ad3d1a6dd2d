import type { Caller, Owner } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { NextStep } from '../../kernel/next-step.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { findGuest } from '../keys/require-guest.ts';
import type { Finding } from '../ocr/finding.ts';
import { requireOpenProduct } from '../products/catalog.ts';
import type { FormProblem, FormWarning } from '../products/check-form.ts';
import { fileUrlsIn } from '../products/form.ts';
import type { ProductId } from '../products/product-id.ts';
import { type Confirmation, type FormData, judgeForm } from './judge-form.ts';
import { requireSoundForms } from './require-sound-forms.ts';

/** The outcome of a dry run. */
export interface Validation {
  ok: boolean;
  errors: FormProblem[];
  warnings: FormWarning[];
  /** What comparing the form with the passport found; BLOCK stops a submission until it is confirmed. */
  findings: Finding[];
  nextStep: NextStep;
}

/**
 * Judges a form without writing anything. A form that fails is an outcome, not an error, unless the caller asked for strict handling:
 * then it throws VALIDATION_FAILED. A guest whose form names files needs the guest token that they were uploaded with.
 */
export async function validateApplication(
  ctx: { caller: Caller; db: Db; vault: Vault; clock: Clock; baseUrl: string; preferStrict: boolean },
  request: {
    product: ProductId;
    form: FormData;
    guestToken?: string | null | undefined;
    confirmations?: readonly Confirmation[] | null | undefined;
  },
): Promise<Validation> {
  const product = requireOpenProduct(request.product);
  const owners: Owner[] = [];
  if (ctx.caller.kind === 'account') owners.push({ kind: 'account', accountId: ctx.caller.accountId });
  const guest = await findGuest(ctx, request.guestToken);
  if (guest) owners.push({ kind: 'guest', guestId: guest.guestId });
  const names = request.guestToken || fileUrlsIn(product.id, request.form).length > 0;
  if (owners.length === 0 && names) throw new Failure('GUEST_TOKEN_REQUIRED');

  const judgement = await judgeForm(ctx, {
    product: product.id,
    form: request.form,
    owners,
    mode: ctx.caller.mode,
    confirmations: request.confirmations,
  });
  const { problems, warnings, findings, unconfirmed } = judgement;
  const ok = problems.length === 0 && unconfirmed.length === 0;
  if (ctx.preferStrict) requireSoundForms([judgement]);
  return {
    ok,
    errors: problems,
    warnings,
    findings,
    nextStep: ok
      ? {
          action: 'apply',
          why: 'The form is complete. Once the order is paid, it can be submitted as it is.',
          operation: 'SubmitApplication',
          arguments: { visa_type: product.id, form_data: request.form },
        }
      : {
          action: 'correct',
          why:
            problems.length > 0
              ? 'Correct the fields in errors and check again.'
              : 'The form contradicts the passport: correct it, or confirm which value is right.',
          operation: 'ValidateApplication',
          arguments: { visa_type: product.id },
        },
  };
}

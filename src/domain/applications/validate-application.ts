import type { Caller, Owner } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { NextStep } from '../../kernel/next-step.ts';
import type { Db } from '../../store/db.ts';
import { requireGuest } from '../keys/require-guest.ts';
import { requireOpenProduct } from '../products/catalog.ts';
import type { FormProblem, FormWarning } from '../products/check-form.ts';
import { fileUrlsIn } from '../products/form.ts';
import type { ProductId } from '../products/product-id.ts';
import { type FormData, judgeForm } from './judge-form.ts';

/** The outcome of a dry run. */
export interface Validation {
  ok: boolean;
  errors: FormProblem[];
  warnings: FormWarning[];
  nextStep: NextStep;
}

/**
 * Judges a form without writing anything. A form that fails is an outcome, not an error, unless the caller asked for strict handling:
 * then it throws VALIDATION_FAILED. A guest whose form names files needs the guest token that they were uploaded with.
 */
export async function validateApplication(
  ctx: { caller: Caller; db: Db; clock: Clock; baseUrl: string; preferStrict: boolean },
  request: { product: ProductId; form: FormData; guestToken?: string | null | undefined },
): Promise<Validation> {
  const product = requireOpenProduct(request.product);
  const owners: Owner[] = [];
  if (ctx.caller.kind === 'account') owners.push({ kind: 'account', accountId: ctx.caller.accountId });
  if (request.guestToken)
    owners.push({ kind: 'guest', guestId: (await requireGuest(ctx, request.guestToken)).guestId });
  if (owners.length === 0 && fileUrlsIn(product.id, request.form).length > 0) throw new Failure('GUEST_TOKEN_REQUIRED');

  const { problems, warnings } = await judgeForm(ctx, product.id, request.form, owners);
  if (problems.length > 0 && ctx.preferStrict) {
    const details = Object.fromEntries(problems.map(({ field, code, message }) => [field, { code, message }]));
    throw new Failure('VALIDATION_FAILED', { details });
  }
  return {
    ok: problems.length === 0,
    errors: problems,
    warnings,
    nextStep:
      problems.length === 0
        ? {
            action: 'apply',
            why: 'The form is complete. Once the order is paid, it can be submitted as it is.',
            operation: 'SubmitApplication',
            arguments: { visa_type: product.id, form_data: request.form },
          }
        : {
            action: 'correct',
            why: 'Correct the fields in errors and check again.',
            operation: 'ValidateApplication',
            arguments: { visa_type: product.id },
          },
  };
}

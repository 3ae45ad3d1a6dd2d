import type { Owner } from '../../kernel/caller.ts';
import { type Clock, dateOf } from '../../kernel/clock.ts';
import type { Db } from '../../store/db.ts';
import { fileOwnership } from '../documents/file-ownership.ts';
import { checkForm, type FormVerdict } from '../products/check-form.ts';
import { fileUrlsIn } from '../products/form.ts';
import type { OpenProductId } from '../products/product-id.ts';

/** Form data as it came in. */
export type FormData = Record<string, unknown>;

/**
 * Judges a form by its product's definitions, conditions, cross-field rules and calendar, and looks up to whom its files belong in
 * one statement. The one judge behind validate, apply and edit.
 */
export async function judgeForm(
  ctx: { db: Db; clock: Clock; baseUrl: string },
  product: OpenProductId,
  form: FormData,
  owners: readonly Owner[],
): Promise<FormVerdict> {
  const ownership = await fileOwnership(ctx, owners, fileUrlsIn(product, form));
  return checkForm(product, form, {
    today: dateOf(ctx.clock.now()),
    fileOwnership: (url) => ownership.get(url) ?? 'unknown',
  });
}

import type { Caller, Mode } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { type Authorization, authorizationPlace } from '../orders/application.ts';
import { requireApplication } from '../orders/require-application.ts';
import { findProduct } from '../products/catalog.ts';
import { travelerFields } from '../products/traveler-fields.ts';
import { findSealedForm } from './filing.store.ts';
import { openFiledForm } from './step-filing.ts';

/** What a confirmation says. */
export interface GrantedAuthorization extends Authorization {
  applicationId: string;
  mode: Mode;
  productName: string;
  destinations: readonly string[];
  firstName: string | null;
  lastName: string | null;
  passportNumber: string | null;
  nationality: string | null;
  authorityReference: string | null;
  decidedAt: Date;
}

/**
 * Returns what was granted, for the owner: an account's own, or whoever has the guest token. Everybody else gets NOT_FOUND, as does the
 * owner while nothing was granted. A guest token that has run out is GUEST_SESSION_EXPIRED.
 */
export async function readAuthorization(
  ctx: { caller: Caller; db: Db; vault: Vault; clock: Clock },
  request: { applicationId: string; guestToken?: string | null | undefined },
): Promise<GrantedAuthorization> {
  const { application, order } = await requireApplication(ctx, request.applicationId, request.guestToken).catch(
    (error) => {
      const isStranger = error instanceof Failure && error.code === 'GUEST_TOKEN_REQUIRED';
      throw isStranger ? new Failure('NOT_FOUND') : error;
    },
  );
  if (!application.authorization || !application.decidedAt) throw new Failure('NOT_FOUND');
  const granted = ctx.vault.openJson<Authorization>(application.authorization, authorizationPlace(application.id));
  const form = openFiledForm(ctx.vault, { id: application.id, form: await findSealedForm(ctx.db, application.id) });
  const names = travelerFields[application.product];
  const read = (fact: keyof typeof names) => {
    const value = names[fact] === undefined ? undefined : form[names[fact]];
    return typeof value === 'string' ? value : null;
  };
  const product = findProduct(application.product);
  return {
    ...granted,
    applicationId: application.id,
    mode: order.mode,
    productName: product.name,
    destinations: product.destinations,
    firstName: read('firstName'),
    lastName: read('lastName'),
    passportNumber: read('passportNumber'),
    nationality: read('nationality'),
    authorityReference: application.authorityReference,
    decidedAt: application.decidedAt,
  };
}

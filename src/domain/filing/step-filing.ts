import { addSeconds, type Clock, shiftedClock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { type Application, type ApplicationChange, authorizationPlace, formPlace } from '../orders/application.ts';
import { moveApplication } from '../orders/move-applications.ts';
import { type OrderAtHand, updateApplication } from '../orders/order.store.ts';
import { allows } from '../orders/state.ts';
import { findProduct } from '../products/catalog.ts';
import { travelerFields } from '../products/traveler-fields.ts';
import type { PassportFacts } from '../products/validity.ts';
import type { Authority, AuthorityStep } from './authority.port.ts';
import { wasAsked } from './filing.store.ts';
import { authorizationOf } from './filing.ts';

/** What stepping a filing needs. */
export interface FilingNeeds {
  db: Db;
  vault: Vault;
  realClock: Clock;
  log: Log;
  authority: Authority;
  /** Seconds between the authority's steps; 0 waits to be advanced by hand. */
  paceSeconds: number;
}

/** A step of the authority, with the reference that filing gave; or an answer that reached it in another way than through an edit. */
export type FilingStep = AuthorityStep | { trigger: 'file'; reference: string } | { trigger: 'answer' };

const notes: Record<FilingStep['trigger'], string> = {
  file: 'The application was filed with the authority.',
  take_up: 'The authority opened the application.',
  ask: 'The authority asked for something.',
  answer: 'What was asked for was received.',
  approve: 'The authority granted the authorization.',
  deny: 'The authority did not grant the authorization.',
};

/** Asks the authority what happens next to an application: outside of any transaction, and safe to repeat. */
export async function askAuthority(ctx: FilingNeeds, application: Application): Promise<FilingStep | null> {
  const form = openFiledForm(ctx.vault, application);
  if (application.status === 'PAID') {
    const filed = await ctx.authority.file({
      applicationId: application.id,
      product: application.product,
      form,
      attempt: application.filingAttempts,
    });
    return { trigger: 'file', reference: filed.reference };
  }
  return ctx.authority.next({
    applicationId: application.id,
    reference: application.authorityReference!,
    status: application.status,
    form,
    asked: await wasAsked(ctx.db, application.id),
  });
}

/**
 * Applies a step to an application that was read under lock, and sets when the next one is due; null is an authority with nothing to say. A
 * step that the status no longer allows was recorded before, or overtaken: like none at all it only ends the lease. Returns the
 * application as it stands.
 */
export async function applyStep(
  ctx: FilingNeeds,
  tx: Db,
  { order, clockOffsetSeconds }: OrderAtHand,
  application: Application,
  step: FilingStep | null | undefined,
): Promise<Application> {
  const realNow = ctx.realClock.now();
  const at = shiftedClock(ctx.realClock, clockOffsetSeconds).now();
  const next = order.mode === 'sandbox' && ctx.paceSeconds > 0 ? addSeconds(realNow, ctx.paceSeconds) : null;
  const rest = { filingLeaseUntil: null, filingAttempts: 0 } as const;
  if (!step || !allows(application.status, step.trigger)) {
    // Without an answer there is nothing more to ask; whoever was faster has set when the next step is due.
    const stays = { ...rest, filingDueAt: step === null ? null : application.filingDueAt };
    await updateApplication(tx, application.id, stays);
    return { ...application, ...stays };
  }
  const set: ApplicationChange = { ...rest, filingDueAt: next };
  if (step.trigger === 'file') Object.assign(set, { authorityReference: step.reference, submittedAt: at });
  if (step.trigger === 'ask') {
    Object.assign(set, { actionRequired: { fields: step.fields, message: step.message }, filingDueAt: null });
  }
  if (step.trigger === 'answer') set.actionRequired = null;
  if (step.trigger === 'approve' || step.trigger === 'deny') Object.assign(set, { decidedAt: at, filingDueAt: null });
  if (step.trigger === 'approve') {
    const granted = authorizationOf(
      step.number,
      step.validFrom ? new Date(`${step.validFrom}T00:00:00Z`) : at,
      findProduct(application.product).validity,
      passportFacts(application, openFiledForm(ctx.vault, application)),
    );
    const authorization = { ...granted, ...(step.validUntil && { validUntil: step.validUntil }) };
    set.authorization = ctx.vault.sealJson(authorization, authorizationPlace(application.id));
  }
  const moved = await moveApplication(tx, {
    application,
    order,
    trigger: step.trigger,
    at,
    note: notes[step.trigger],
    set,
  });
  ctx.log.info('filing.step', { application_id: application.id, code: step.trigger, mode: order.mode });
  return moved;
}

function passportFacts({ product }: Application, form: Record<string, unknown>): PassportFacts {
  const read = (fact: 'passportExpiry' | 'nationality') => {
    const value = form[travelerFields[product][fact]!];
    return typeof value === 'string' ? value : null;
  };
  return { expiry: read('passportExpiry'), nationality: read('nationality') };
}

/** Opens the form of an application; one without has an empty form. */
export function openFiledForm(vault: Vault, application: Pick<Application, 'id' | 'form'>): Record<string, unknown> {
  return application.form ? vault.openJson(application.form, formPlace(application.id)) : {};
}

import type { Caller, Owner } from '../../kernel/caller.ts';
import { addSeconds, type Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { NextStep } from '../../kernel/next-step.ts';
import type { Once } from '../../kernel/once.ts';
import type { ApplicationStatus } from '../../kernel/status.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { keepDocuments } from '../documents/keep-documents.ts';
import { findGuest, type Guest } from '../keys/require-guest.ts';
import { type Application, formPlace } from '../orders/application.ts';
import {
  findOrderBySession,
  listApplicationsOf,
  lockOrder,
  type OrderAtHand,
  updateApplication,
} from '../orders/order.store.ts';
import type { Order } from '../orders/order.ts';
import { requireOpenProduct } from '../products/catalog.ts';
import { fileUrlsIn } from '../products/form.ts';
import type { ProductId } from '../products/product-id.ts';
import { travelerForm } from '../products/traveler-fields.ts';
import { findProfiles } from '../profiles/find-profiles.ts';
import type { Profile } from '../profiles/profile.ts';
import { type Confirmation, type FormData, type Judgement, judgeForm, sealConfirmations } from './judge-form.ts';
import { nextStepFor } from './next-step.ts';
import { requireSoundForms } from './require-sound-forms.ts';

/** One traveler of a submission; the parts are merged, the later ones win: profile, contact_info, applicant_data, form_data. */
export interface TravelerSubmission {
  profile_id?: string | null | undefined;
  contact_info?: FormData | null | undefined;
  applicant_data?: FormData | null | undefined;
  form_data?: FormData | null | undefined;
  /** Which value is right where the form and the passport disagree. */
  confirmations?: readonly Confirmation[] | null | undefined;
}

/** What is submitted: one traveler in the open, or several in `travelers`. */
export interface SubmissionRequest extends TravelerSubmission {
  product: ProductId;
  paymentSessionId: string;
  travelers?: readonly TravelerSubmission[] | null | undefined;
  guestToken?: string | null | undefined;
}

/** What became of a submission. */
export interface Submission {
  /** The first traveler's application. */
  applicationId: string;
  status: ApplicationStatus;
  applications: { applicationId: string; status: ApplicationStatus; traveler: number }[];
  filing: { state: 'queued'; filesAfter: Date };
  /** The guest token that came with the submission, where it covers the order. */
  guestToken: string | null;
  nextStep: NextStep;
  links: { status: string; summary: string };
}

interface Needs {
  caller: Caller;
  db: Db;
  vault: Vault;
  /** The caller's own time. */
  clock: Clock;
  /** The real time, by which filing is due. */
  realClock: Clock;
  baseUrl: string;
  /** Time between submission and filing in which edit, cancel and refund still work. */
  filingHoldSeconds: (mode: Caller['mode']) => number;
  wake(queue: 'filing'): void;
  once?: Once | undefined;
}

/**
 * Submits the forms of a paid order: all of its travelers or none. The applications stay PAID, and are filed when the hold is over. Refuses, and
 * writes nothing: VISA_NOT_OPEN, MULTI_TRAVELER_REQUIRES_KEY, PAYMENT_NOT_VERIFIED, VISA_TYPE_MISMATCH, TRAVELER_COUNT_MISMATCH,
 * ALREADY_SUBMITTED, VALIDATION_FAILED with every problem of every traveler, and DOCUMENT_MISMATCH where a form contradicts the
 * uploaded passport and nobody confirmed which is right; GUEST_TOKEN_REQUIRED and GUEST_SESSION_EXPIRED for a token that does not hold.
 */
export async function submitApplication(ctx: Needs, request: SubmissionRequest): Promise<Submission> {
  const product = requireOpenProduct(request.product);
  if (ctx.caller.kind !== 'account' && (request.travelers || request.profile_id)) {
    throw new Failure('MULTI_TRAVELER_REQUIRES_KEY');
  }
  const found = await findOrderBySession(ctx.db, request.paymentSessionId);
  const guest = await findGuest(ctx, request.guestToken);
  if (request.guestToken && !guest && ctx.caller.kind === 'guest') throw new Failure('GUEST_TOKEN_REQUIRED');
  if (!found || !mayUse(ctx.caller, guest, found.order) || found.order.paymentStatus !== 'paid') {
    throw new Failure('PAYMENT_NOT_VERIFIED');
  }
  const { order } = found;
  // Whoever comes to an account's order through its guest token is a guest there: a profile would tie the order to another account.
  if (!isOpenTo(ctx.caller, order) && (request.travelers || request.profile_id)) {
    throw new Failure('MULTI_TRAVELER_REQUIRES_KEY');
  }
  if (order.product !== product.id) {
    throw new Failure('VISA_TYPE_MISMATCH', { details: { paid_for: order.product }, argument: 'input.product' });
  }
  const travelers = request.travelers ?? [request];
  if (travelers.length !== order.travelers) {
    throw new Failure('TRAVELER_COUNT_MISMATCH', {
      details: { paid_for: order.travelers, sent: travelers.length },
      argument: 'input.travelers',
    });
  }
  const drafts = await listApplicationsOf(ctx.db, order.id);
  if (drafts.some(({ appliedAt }) => appliedAt !== null)) throw new Failure('ALREADY_SUBMITTED');
  const merged = await mergeForms(ctx, order, travelers);
  const owners = ownersOf(ctx.caller, guest, order);
  const judgements: Judgement[] = [];
  for (const [index, { form, profile }] of merged.entries()) {
    const { confirmations } = travelers[index]!;
    judgements.push(
      await judgeForm(ctx, { product: product.id, form, owners, mode: order.mode, confirmations, profile }),
    );
  }
  requireSoundForms(judgements, request.travelers ? (index) => `travelers[${index}].` : undefined);
  const forms = judgements.map(({ clean }) => clean);

  const submission = await ctx.db.transaction(async (tx) => {
    const atHand = (await lockOrder(tx, order.id))!;
    const submitted = await recordForms(ctx, tx, atHand, { forms, travelers, owners });
    const answer = { ...submitted, guestToken: guest && guest.guestId === order.guestId ? request.guestToken! : null };
    await ctx.once?.settle(tx, answer);
    return answer;
  });
  ctx.wake('filing');
  return submission;
}

/** An order is used in the mode that it was made in, by whom it is open to and by whoever has its guest token. */
function mayUse(caller: Caller, guest: Guest | undefined, order: Order): boolean {
  return caller.mode === order.mode && (isOpenTo(caller, order) || guest?.guestId === order.guestId);
}

/** An account's order is its own; a guest's is open to whoever has the session. */
function isOpenTo(caller: Caller, order: Order): boolean {
  return order.accountId === null || (caller.kind === 'account' && caller.accountId === order.accountId);
}

/** The parties to whom a file of this submission may belong. */
function ownersOf(caller: Caller, guest: Guest | undefined, order: Order): Owner[] {
  const guestIds = new Set([order.guestId, guest?.guestId].filter((id) => typeof id === 'string'));
  const owners: Owner[] = [...guestIds].map((guestId) => ({ kind: 'guest', guestId }));
  if (caller.kind === 'account') owners.push({ kind: 'account', accountId: caller.accountId });
  return owners;
}

interface MergedForm {
  form: FormData;
  profile: Profile | undefined;
}

async function mergeForms(ctx: Needs, order: Order, travelers: readonly TravelerSubmission[]): Promise<MergedForm[]> {
  const ids = travelers.flatMap(({ profile_id }) => (profile_id ? [profile_id] : []));
  const profiles = ids.length > 0 ? await findProfiles(ctx, ids) : new Map<string, never>();
  return travelers.map((traveler, index) => {
    const { profile_id, contact_info, applicant_data, form_data } = traveler;
    if (!profile_id && !contact_info && !applicant_data && !form_data) {
      throw new Failure('VALIDATION_FAILED', {
        message: 'The form data is missing.',
        details: { form_data: { code: 'MISSING', message: 'Send form_data, travelers or a profile_id.' } },
      });
    }
    const profile = profile_id ? profiles.get(profile_id) : undefined;
    if (profile_id && !profile) {
      const field = travelers.length > 1 ? `travelers[${index}].profile_id` : 'profile_id';
      throw new Failure('NOT_FOUND', { details: { [field]: { code: 'NOT_FOUND', message: 'No such profile.' } } });
    }
    const seed = profile ? travelerForm(order.product, profile) : {};
    return { form: { ...seed, ...contact_info, ...applicant_data, ...form_data }, profile };
  });
}

/** What is recorded: the judged forms, what came with each, and to whom their files may belong. */
interface SoundForms {
  forms: readonly FormData[];
  travelers: readonly TravelerSubmission[];
  owners: readonly Owner[];
}

async function recordForms(
  ctx: Needs,
  tx: Db,
  { order, applications }: OrderAtHand,
  { forms, travelers, owners }: SoundForms,
): Promise<Omit<Submission, 'guestToken'>> {
  if (applications.some((application) => application.appliedAt !== null)) throw new Failure('ALREADY_SUBMITTED');
  const open = applications.filter((application) => application.status === 'PAID');
  if (order.paymentStatus !== 'paid' || order.refundState === 'requested' || open.length === 0) {
    throw new Failure('PAYMENT_NOT_VERIFIED');
  }
  const now = ctx.clock.now();
  const holdSeconds = ctx.filingHoldSeconds(order.mode);
  const changed: Application[] = [];
  for (const application of applications) {
    if (application.status !== 'PAID') {
      changed.push(application);
      continue;
    }
    const change = {
      form: ctx.vault.sealJson(forms[application.position], formPlace(application.id)),
      confirmations: sealConfirmations(ctx.vault, application.id, travelers[application.position]?.confirmations),
      profileId: travelers[application.position]?.profile_id ?? null,
      appliedAt: now,
      updatedAt: now,
      filingDueAt: addSeconds(ctx.realClock.now(), holdSeconds),
    };
    await updateApplication(tx, application.id, change);
    const files = fileUrlsIn(order.product, forms[application.position]!);
    await keepDocuments(ctx, tx, owners, { applicationId: application.id }, files);
    changed.push({ ...application, ...change });
  }
  const first = changed.find((application) => application.appliedAt !== null)!;
  return {
    applicationId: first.id,
    status: first.status,
    applications: changed.map(({ id, status, position }) => ({ applicationId: id, status, traveler: position })),
    filing: { state: 'queued', filesAfter: addSeconds(now, holdSeconds) },
    nextStep: nextStepFor(first, order),
    links: {
      status: `${ctx.baseUrl}/api/v1/agent/status/${first.id}`,
      summary: `${ctx.baseUrl}/api/v1/agent/summary/${first.id}`,
    },
  };
}

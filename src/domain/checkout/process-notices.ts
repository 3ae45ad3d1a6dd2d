import { addSeconds } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import {
  claimDueNotices,
  deleteNotices,
  endNotices,
  findSessionByIntent,
  type StoredNotice,
} from './payment-notice.store.ts';
import { PaymentsUnavailable } from './payments.port.ts';
import { type ReconcileNeeds, reconcilePayment } from './reconcile-payment.ts';

/** After so many tries, about three days, the notice is given up: the job that looks at what hangs does not need it. */
const mostAttempts = 72;
const keptSeconds = 30 * 24 * 60 * 60;

/**
 * Works on the notices that came: asks the provider for the truth about what each names and brings the order in line. Several about one
 * session are one question. Returns how many it took up. Run by a worker; safe to repeat and to run in several places.
 */
export async function processNotices(ctx: ReconcileNeeds): Promise<number> {
  const due = await claimDueNotices(ctx.db, ctx.realClock.now(), 50);
  const bySession = new Map<string | null, StoredNotice[]>();
  for (const notice of due) {
    const session = await attempt(ctx, [notice], () => sessionOf(ctx, notice));
    if (session === undefined) continue;
    bySession.set(session, [...(bySession.get(session) ?? []), notice]);
  }
  for (const [session, notices] of bySession) {
    // Something of the provider's account that is not ours is done with.
    const done = session === null || (await attempt(ctx, notices, () => reconciled(ctx, session)));
    const ids = notices.filter(({ attempts }) => done || attempts >= mostAttempts).map(({ id }) => id);
    await endNotices(ctx.db, ids, ctx.realClock.now());
  }
  return due.length;
}

const reconciled = async (ctx: ReconcileNeeds, session: string): Promise<true> => {
  await reconcilePayment(ctx, session, { thoroughly: true });
  return true;
};

async function sessionOf(ctx: ReconcileNeeds, notice: StoredNotice): Promise<string | null> {
  if (notice.paymentSessionId !== null) return notice.paymentSessionId;
  const known = await findSessionByIntent(ctx.db, notice.paymentIntentId!);
  return known ?? (await ctx.payments('live').findSessionOf(notice.paymentIntentId!)) ?? null;
}

/** Returns undefined when the work failed: it is tried again when the notice is due again. */
async function attempt<Result>(
  ctx: ReconcileNeeds,
  notices: readonly StoredNotice[],
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    const isOutage = error instanceof PaymentsUnavailable || error instanceof Failure;
    const facts = { event_id: notices[0]!.id, code: notices[0]!.type };
    if (isOutage) ctx.log.warn('payment.notice_delayed', facts);
    else ctx.log.error('payment.notice_failed', { ...facts, error });
    return undefined;
  }
}

/** Forgets notices that came more than 30 days ago; the provider repeats none for longer than three. */
export async function purgeNotices(ctx: Pick<ReconcileNeeds, 'db' | 'realClock'>): Promise<number> {
  return deleteNotices(ctx.db, addSeconds(ctx.realClock.now(), -keptSeconds), 1000);
}

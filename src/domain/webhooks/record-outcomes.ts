import { addSeconds } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Db } from '../../store/db.ts';
import { type AttemptOutcome, afterAttempt, isGone, isTaken } from './delivery.ts';
import { type AttemptRecord, type ClaimedDelivery, recordAttempts } from './due-delivery.store.ts';
import { disableWebhookRow, startFailing, stopFailing, type Target } from './webhook.store.ts';
import { type DisableReason, failingLimitSeconds } from './webhook.ts';

/** An attempt that is over and not recorded yet. */
export interface FinishedAttempt {
  claimed: ClaimedDelivery;
  target: Target;
  leaseUntil: Date;
  outcome: AttemptOutcome;
  /** When it was over, in real time. */
  at: Date;
}

/** Records attempts together, and what they say of their endpoints: well, failing, or to be disabled. Safe to repeat. */
export async function recordOutcomes(
  ctx: { db: Db; log: Log; random(): number },
  finished: readonly FinishedAttempt[],
): Promise<void> {
  const records = finished.map((attempt) => recordOf(attempt, ctx.random()));
  await recordAttempts(ctx.db, records);
  for (const [place, attempt] of finished.entries()) logAttempt(ctx.log, attempt, records[place]!);
  await judgeEndpoints(ctx, finished);
}

function recordOf({ claimed, target, leaseUntil, outcome, at }: FinishedAttempt, random: number): AttemptRecord {
  const { retryAfter: _, ...told } = outcome;
  return {
    ...told,
    ...afterAttempt(claimed.attempts, outcome, at, random),
    id: claimed.id,
    leaseUntil,
    lastAttemptAt: addSeconds(at, target.clockOffsetSeconds),
  };
}

function logAttempt(log: Log, { claimed, outcome }: FinishedAttempt, record: AttemptRecord): void {
  log[record.status === 'exhausted' ? 'warn' : 'info']('webhook.attempt', {
    webhook_id: claimed.endpointId,
    delivery_id: claimed.id,
    event_id: claimed.eventId,
    attempt: record.attempts,
    code: record.status,
    duration_ms: outcome.durationMs,
    ...(outcome.responseStatus !== null && { status: outcome.responseStatus }),
    ...(outcome.error !== null && { reason: outcome.error }),
  });
}

async function judgeEndpoints(ctx: { db: Db; log: Log }, finished: readonly FinishedAttempt[]): Promise<void> {
  const well: string[] = [];
  const failing: string[] = [];
  for (const [id, attempts] of Map.groupBy(finished, ({ target }) => target.id)) {
    const { target, at } = attempts.at(-1)!;
    if (attempts.some(({ outcome }) => isGone(outcome))) await disable(ctx, id, 'gone', attempts.at(-1)!);
    else if (attempts.some(({ outcome }) => isTaken(outcome))) {
      if (target.failingSince !== null) well.push(id);
    } else if (target.failingSince === null) failing.push(id);
    else if (at.getTime() - target.failingSince.getTime() >= failingLimitSeconds * 1000) {
      await disable(ctx, id, 'failing', attempts.at(-1)!);
    }
  }
  if (well.length > 0) await stopFailing(ctx.db, well);
  if (failing.length > 0) await startFailing(ctx.db, failing, finished.at(-1)!.at);
}

async function disable(
  ctx: { db: Db; log: Log },
  id: string,
  reason: DisableReason,
  { at, target }: FinishedAttempt,
): Promise<void> {
  const disabled = await ctx.db.transaction((tx) =>
    disableWebhookRow(tx, id, { reason, at: addSeconds(at, target.clockOffsetSeconds) }),
  );
  if (disabled) ctx.log.warn('webhook.disabled', { webhook_id: id, reason });
}

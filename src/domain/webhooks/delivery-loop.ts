import { addSeconds, type Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { createClaimPace } from './claim-pace.ts';
import type { AttemptOutcome } from './delivery.ts';
import { type ClaimedDelivery, claimDue, releaseClaims } from './due-delivery.store.ts';
import { createReceiverGate, type DeliveryLimits, type ReceiverSign } from './receiver-gate.ts';
import { type FinishedAttempt, recordOutcomes } from './record-outcomes.ts';
import { createKeyCabinet, sendDelivery } from './send-delivery.ts';
import { findTargets, type Target } from './webhook.store.ts';
import type { WebhookSender } from './webhook-sender.port.ts';

/** What delivering needs. */
export interface DeliveryNeeds {
  db: Db;
  vault: Vault;
  realClock: Clock;
  log: Log;
  webhookSender: WebhookSender;
}

/** Delivers what is due, again and again. */
export interface DeliveryLoop {
  /**
   * Records what is over, claims what is due when less than half is left, and waits for something to be over. Returns 0 when
   * nothing is due and nothing runs. Claim, call, record: after a crash the lease ends and the attempt is made again.
   */
  run(): Promise<number>;
  /** Ends the wait of `run`: something may be due. */
  poke(): void;
  /** Claims nothing more, lets go of what waits, and waits until what runs is recorded. */
  stop(): Promise<void>;
}

/** What one process sends at once. */
export const usualLimits: DeliveryLimits = {
  claimed: 4_000,
  running: 512,
  perReceiver: 16,
  waitingPerReceiver: 240,
  perSlowReceiver: 2,
  slowMs: 5_000,
  leaseSeconds: 60,
};

/** How long `run` waits at most. */
const longestWaitMs = 1_000;

/** How many are claimed at first, which is soon answered; twice as many each time while there is more. */
const firstClaim = 400;

/** How many attempts are recorded together while others still run, and how long the first of them waits for the others. */
const recordTogether = 100;
const recordWithinMs = 10;

interface Claim {
  claimed: ClaimedDelivery;
  target: Target;
  leaseUntil: Date;
}

/** Makes the loop of one process; several processes share the work. `random` decides the jitter of retries. */
export function createDeliveryLoop(
  ctx: DeliveryNeeds,
  limits: DeliveryLimits = usualLimits,
  random: () => number = Math.random,
): DeliveryLoop {
  const cabinet = createKeyCabinet(ctx.vault);
  let finished: FinishedAttempt[] = [];
  const unused: Claim[] = [];
  let stopping = false;
  let news = Promise.withResolvers<void>();
  const pace = createClaimPace();
  /** The claim under way: what is at hand is sent and recorded meanwhile. Why one failed is for the next run to say. */
  let claiming: Promise<void> | undefined;
  let claimFailure: { error: unknown } | undefined;
  /** How many the next claim asks for at most. */
  let mostNext = firstClaim;
  /** How many finished attempts are news. */
  let enough = 1;

  const attempt = async (item: Claim): Promise<ReceiverSign | null> => {
    const begun = ctx.realClock.now();
    if (addSeconds(begun, limits.leaseSeconds / 2) > item.leaseUntil) {
      unused.push(item);
      news.resolve();
      return null;
    }
    let outcome: AttemptOutcome;
    try {
      outcome = await sendDelivery(ctx.webhookSender, cabinet, item.claimed, item.target, begun);
    } catch (error) {
      ctx.log.error('webhook.send', { delivery_id: item.claimed.id, error });
      outcome = { responseStatus: null, error: 'CONNECTION', responseExcerpt: null, retryAfter: null, durationMs: 0 };
    }
    finished.push({ ...item, outcome, at: ctx.realClock.now() });
    if (finished.length >= enough) news.resolve();
    if (pace.isRunningLow(gate.size())) void claim();
    return { durationMs: outcome.durationMs, answered: outcome.responseStatus !== null };
  };
  const gate = createReceiverGate(limits, attempt);

  const record = async (): Promise<void> => {
    if (unused.length > 0) await releaseClaims(ctx.db, unused.splice(0));
    if (finished.length === 0) return;
    const batch = finished;
    finished = [];
    try {
      await recordOutcomes({ ...ctx, random }, batch);
    } catch (error) {
      // Recorded with the next batch; once its lease is over, another worker may have it.
      const now = ctx.realClock.now();
      finished = [...batch.filter(({ leaseUntil }) => leaseUntil > now), ...finished];
      throw error;
    }
  };

  /** Tells whether there may be more. */
  const claimMore = async (): Promise<boolean> => {
    if (gate.size() === 0) mostNext = firstClaim;
    const room = Math.min(mostNext, limits.claimed - gate.size());
    if (room <= 0 || stopping) return false;
    const now = ctx.realClock.now();
    const leaseUntil = addSeconds(now, limits.leaseSeconds);
    const perReceiver = limits.perReceiver + limits.waitingPerReceiver;
    const due = await claimDue(ctx.db, now, leaseUntil, { limit: room, perReceiver, crowded: gate.crowded() });
    if (due.length === 0) return false;
    mostNext = Math.max(firstClaim, 2 * due.length);
    const targets = await findTargets(ctx.db, [...new Set(due.map(({ endpointId }) => endpointId))]);
    const byId = new Map(targets.map((target) => [target.id, target]));
    for (const delivery of due) {
      const target = byId.get(delivery.endpointId);
      if (!target) continue;
      const item = { claimed: delivery, target, leaseUntil };
      if (stopping) unused.push(item);
      else gate.enter(target.receiver, item);
    }
    return due.length === room;
  };

  const beginClaim = async (): Promise<void> => {
    pace.begun();
    const isMore = await claimMore().catch((error) => {
      claimFailure = { error };
      return false;
    });
    pace.ended(gate.size());
    claiming = undefined;
    news.resolve();
    if (isMore && gate.size() * 2 <= limits.claimed) void claim();
  };
  /** Waits for the claim under way, or for a new one. */
  const claim = (): Promise<void> => {
    claiming ??= beginClaim();
    return claiming;
  };

  const isIdle = () => gate.size() === 0 && finished.length === 0 && unused.length === 0;

  const newsWithin = async (milliseconds: number): Promise<void> => {
    const timer = setTimeout(news.resolve, milliseconds);
    await news.promise.finally(() => clearTimeout(timer));
  };

  return {
    run: async () => {
      news = Promise.withResolvers();
      enough = 1;
      const over = finished.length;
      if (pace.isTime(gate.size())) void claim();
      await record();
      if (over > 0) pace.recorded();
      if (isIdle()) await claim();
      if (claimFailure) {
        const { error } = claimFailure;
        claimFailure = undefined;
        throw error;
      }
      // Claiming did not see yet what was recorded beside it, which the next event of an application may have waited for.
      if (isIdle()) return over > 0 || pace.restMs() === 0 ? 1 : 0;
      await newsWithin(claiming === undefined ? pace.restMs() : longestWaitMs);
      if (finished.length > 0 && finished.length < recordTogether && gate.size() > finished.length) {
        enough = recordTogether;
        news = Promise.withResolvers();
        await newsWithin(recordWithinMs);
      }
      return 1;
    },
    poke: () => {
      pace.hinted();
      news.resolve();
    },
    stop: async () => {
      stopping = true;
      await claiming;
      unused.push(...gate.empty());
      await gate.idle();
      await record().catch((error) => ctx.log.error('webhook.record', { count: finished.length, error }));
    },
  };
}

import { addSeconds, type Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
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
   * Records what is over, claims what is due as far as there is room, and waits for something to be over. Returns 0 when
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
  waitingPerReceiver: 112,
  perSlowReceiver: 2,
  slowMs: 5_000,
  leaseSeconds: 60,
};

/** How long `run` waits for something to be over before it looks again for what became due. */
const lookAgainMs = 1_000;

/** How many are claimed at first. */
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
  const running = new Set<Promise<unknown>>();
  let finished: FinishedAttempt[] = [];
  const unused: Claim[] = [];
  let stopping = false;
  let news = Promise.withResolvers<void>();
  /** How many finished attempts are news. */
  let enough = 1;

  const attempt = async (claim: Claim): Promise<ReceiverSign | null> => {
    const begun = ctx.realClock.now();
    if (addSeconds(begun, limits.leaseSeconds / 2) > claim.leaseUntil) {
      unused.push(claim);
      news.resolve();
      return null;
    }
    const { claimed, target } = claim;
    const outcome = await sendDelivery(ctx.webhookSender, cabinet, claimed, target, begun).catch(
      (error): AttemptOutcome => {
        ctx.log.error('webhook.send', { delivery_id: claimed.id, error });
        return { responseStatus: null, error: 'CONNECTION', responseExcerpt: null, retryAfter: null, durationMs: 0 };
      },
    );
    finished.push({ ...claim, outcome, at: ctx.realClock.now() });
    if (finished.length >= enough) news.resolve();
    return { durationMs: outcome.durationMs, answered: outcome.responseStatus !== null };
  };
  const gate = createReceiverGate<Claim>(limits, (claim) => {
    const sending = attempt(claim).finally(() => running.delete(sending));
    running.add(sending);
    return sending;
  });

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

  const claimMore = async (): Promise<void> => {
    // With nothing at hand a few are had sooner than many.
    const room = gate.size() === 0 ? Math.min(firstClaim, limits.claimed) : limits.claimed - gate.size();
    if (room <= 0 || stopping) return;
    const now = ctx.realClock.now();
    const leaseUntil = addSeconds(now, limits.leaseSeconds);
    const perReceiver = limits.perReceiver + limits.waitingPerReceiver;
    const due = await claimDue(ctx.db, now, leaseUntil, { limit: room, perReceiver, crowded: gate.crowded() });
    if (due.length === 0) return;
    const targets = await findTargets(ctx.db, [...new Set(due.map(({ endpointId }) => endpointId))]);
    const byId = new Map(targets.map((target) => [target.id, target]));
    for (const claimed of due) {
      const target = byId.get(claimed.endpointId);
      if (target) gate.enter(target.receiver, { claimed, target, leaseUntil });
    }
  };

  const newsWithin = async (milliseconds: number): Promise<void> => {
    const timer = setTimeout(news.resolve, milliseconds);
    await news.promise.finally(() => clearTimeout(timer));
  };

  return {
    run: async () => {
      news = Promise.withResolvers();
      enough = 1;
      const over = finished.length;
      const [recorded, claimed] = await Promise.allSettled([record(), claimMore()]);
      if (recorded.status === 'rejected') throw recorded.reason;
      if (claimed.status === 'rejected') throw claimed.reason;
      // Claiming did not see yet what was recorded beside it, which the next event of an application may have waited for.
      if (gate.size() === 0 && finished.length === 0 && unused.length === 0) return over > 0 ? 1 : 0;
      await newsWithin(lookAgainMs);
      if (finished.length > 0 && finished.length < recordTogether && gate.size() > finished.length) {
        enough = recordTogether;
        news = Promise.withResolvers();
        await newsWithin(recordWithinMs);
      }
      return 1;
    },
    poke: () => news.resolve(),
    stop: async () => {
      stopping = true;
      unused.push(...gate.empty());
      await Promise.all(running);
      await record().catch((error) => ctx.log.error('webhook.record', { count: finished.length, error }));
    },
  };
}

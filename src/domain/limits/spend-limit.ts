import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { type LimitHealth, type LimitStore, openLimitStore } from './limiter-store.ts';
import { type Budget, keysPerHour, type Policy, policies, refusal, subjectOf, windowSeconds } from './rate-limit.ts';

/** Calls a minute by policy; 0 is off. */
export interface LimitSettings {
  public: number;
  guest: number;
  key: number;
  /** Keys an hour for one address; 10 when absent, and off where public calls are not limited. */
  keys?: number;
}

/** The limits of the service, counted exactly, also under concurrency and over instances that share a store. */
export interface Limits {
  /** Counts one call; the budget tells whether it was one too many. Undefined when the policy is off. */
  spend(policy: Policy, subject: string): Promise<Budget | undefined>;
  /** Returns the budget without counting anything; undefined when the policy is off. */
  peek(policy: Policy, subject: string): Promise<Budget | undefined>;
  /** Counts one issued key against an address; throws RATE_LIMITED for one too many. */
  spendKey(address: string): Promise<void>;
  /** How the store of the counts stands. */
  health(): LimitHealth;
  /** Lets go of the store. */
  close(): Promise<void>;
}

/** Opens the limits on a store. */
export async function openLimits(
  settings: LimitSettings,
  store: LimitStore,
  services: { clock: Clock; log: Log },
): Promise<Limits> {
  const opened = await openLimitStore(store, services);
  const points: Record<Policy, number> = {
    ...settings,
    keys: settings.keys ?? (settings.public === 0 ? 0 : keysPerHour),
  };
  const limiters = new Map<Policy, RateLimiterAbstract>();
  for (const policy of policies) {
    if (points[policy] > 0) limiters.set(policy, opened.limiter(policy, points[policy], windowSeconds[policy]));
  }

  const spend = async (policy: Policy, subject: string): Promise<Budget | undefined> => {
    const limiter = limiters.get(policy);
    if (limiter === undefined) return undefined;
    try {
      return budget(policy, points[policy], await limiter.consume(subject), false);
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return budget(policy, points[policy], refused, true);
      throw refused;
    }
  };

  return {
    spend,
    peek: async (policy, subject) => {
      const limiter = limiters.get(policy);
      if (limiter === undefined) return undefined;
      return budget(policy, points[policy], await limiter.get(subject), false);
    },
    spendKey: async (address) => {
      const left = await spend('keys', address);
      if (left?.exceeded) throw refusal(left);
    },
    health: opened.health,
    close: opened.close,
  };
}

function budget(policy: Policy, limit: number, counted: RateLimiterRes | null, exceeded: boolean): Budget {
  return {
    policy,
    limit,
    remaining: counted === null ? limit : counted.remainingPoints,
    resetsInSeconds: counted === null ? windowSeconds[policy] : Math.max(1, Math.ceil(counted.msBeforeNext / 1000)),
    exceeded,
  };
}

/** Counts one call against the budget of whoever makes it: a key's, or a guest's address, public calls apart from others. */
export function spendLimit(
  limits: Limits,
  call: { caller: Caller; address: string; isPublic: boolean },
): Promise<Budget | undefined> {
  const { policy, subject } = subjectOf(call);
  return limits.spend(policy, subject);
}

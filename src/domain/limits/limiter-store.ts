import {
  type RateLimiterAbstract,
  RateLimiterDrizzle,
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Db } from '../../store/db.ts';
import { rateLimits } from './rate-limit.table.ts';

/** Where the counts are: in this process, or where all instances see them. */
export type LimitStore = { kind: 'memory' } | { kind: 'redis'; url: string } | { kind: 'postgres'; db: Db };

/** How the store of the counts stands. */
export interface LimitHealth {
  store: LimitStore['kind'];
  /** False while the shared store is out of reach and this instance counts alone. */
  shared: boolean;
}

/** Makes limiters on one store. */
export interface LimiterFactory {
  limiter(policy: string, points: number, duration: number): RateLimiterAbstract;
  health(): LimitHealth;
  close(): Promise<void>;
}

/** How long after counting alone the store still counts as out of reach. */
const concernMilliseconds = 10_000;

/**
 * Opens the store of the counts. A shared store that cannot be reached stops no call: until it is back, the instance counts
 * by itself, and says so in `health`.
 */
export async function openLimitStore(store: LimitStore, services: { clock: Clock; log: Log }): Promise<LimiterFactory> {
  if (store.kind === 'memory') {
    return {
      limiter: (keyPrefix, points, duration) => new RateLimiterMemory({ keyPrefix, points, duration }),
      health: () => ({ store: 'memory', shared: true }),
      close: async () => {},
    };
  }
  const { clock, log } = services;
  let alone: number | undefined;

  /** Counts while the shared store does not. */
  class Insurance extends RateLimiterMemory {
    override consume(
      key: string | number,
      points?: number,
      options?: Record<string, unknown>,
    ): Promise<RateLimiterRes> {
      const now = clock.now().getTime();
      if (alone === undefined || now - alone > concernMilliseconds)
        log.warn('limits.counting_alone', { reason: store.kind });
      alone = now;
      return super.consume(key, points, options);
    }
  }
  const isConcerned = () => alone !== undefined && clock.now().getTime() - alone <= concernMilliseconds;
  const shared = (keyPrefix: string, points: number, duration: number) => ({
    keyPrefix,
    points,
    duration,
    // Once a budget is used up, the rest of its window is refused without asking the store.
    inMemoryBlockOnConsumed: points,
    insuranceLimiter: new Insurance({ keyPrefix, points, duration }),
  });

  if (store.kind === 'postgres') {
    return {
      limiter: (policy, points, duration) =>
        new RateLimiterDrizzle({
          ...shared(policy, points, duration),
          storeClient: store.db,
          schema: rateLimits,
          clearExpiredByTimeout: false,
        }),
      health: () => ({ store: 'postgres', shared: !isConcerned() }),
      close: async () => {},
    };
  }
  // Loaded where it is configured: every start would pay for it.
  const { Redis } = await import('ioredis');
  const redis = new Redis(store.url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: 1_000,
    retryStrategy: (tries) => Math.min(tries * 100, 2_000),
  });
  redis.on('error', () => {}); // said by the insurance, once, when it matters
  await redis.connect().catch((error: unknown) => log.warn('limits.redis_unreachable', { error }));
  return {
    limiter: (policy, points, duration) =>
      new RateLimiterRedis({
        ...shared(`limits:${policy}`, points, duration),
        storeClient: redis,
        rejectIfRedisNotReady: true,
      }),
    health: () => ({ store: 'redis', shared: redis.status === 'ready' && !isConcerned() }),
    close: async () => redis.disconnect(),
  };
}

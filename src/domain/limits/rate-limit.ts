import type { Caller } from '../../kernel/caller.ts';
import { Failure } from '../../kernel/failure.ts';

/** The limits: calls of guests to public fields, their other calls, calls with a key, and keys issued to an address. */
export const policies = ['public', 'guest', 'key', 'keys'] as const;
export type Policy = (typeof policies)[number];

/** How long the window of each policy is. */
export const windowSeconds: Record<Policy, number> = { public: 60, guest: 60, key: 60, keys: 3600 };

/** How keys are limited where limits by address are on. */
export const keysPerHour = 10;

/** What is left of one subject's budget. */
export interface Budget {
  policy: Policy;
  limit: number;
  remaining: number;
  /** Until the window ends and the budget is whole again. */
  resetsInSeconds: number;
  /** The call was one too many. */
  exceeded: boolean;
}

/** Who is counted for a call, and under which policy. */
export function subjectOf(call: { caller: Caller; address: string; isPublic: boolean }): {
  policy: Policy;
  subject: string;
} {
  if (call.caller.kind === 'account') return { policy: 'key', subject: call.caller.keyId };
  return { policy: call.isPublic ? 'public' : 'guest', subject: call.address };
}

/** The refusal of a call that was one too many. */
export function refusal({ policy, limit, resetsInSeconds }: Budget): Failure {
  return new Failure('RATE_LIMITED', {
    retryAfterSeconds: resetsInSeconds,
    details: { policy, limit, window_seconds: windowSeconds[policy] },
  });
}

/** The headers `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10) of what was spent. */
export function rateLimitHeaders({ policy, limit, remaining, resetsInSeconds }: Budget): Record<string, string> {
  return {
    RateLimit: `"${policy}";r=${remaining};t=${resetsInSeconds}`,
    'RateLimit-Policy': `"${policy}";q=${limit};w=${windowSeconds[policy]}`,
  };
}

import { type Budget, type Policy, rateLimitHeaders, refusal, subjectOf } from '../domain/limits/rate-limit.ts';
import type { Access } from '../graphql/access.ts';
import { type AccountCaller, type Caller, type Mode, requireAccount, requireOperator } from '../kernel/caller.ts';
import { Failure } from '../kernel/failure.ts';

export type { Access };

/** Counts one call of a subject; the budget tells whether it was one too many. Undefined where nothing is limited. */
export interface Limiter {
  spend(policy: Policy, subject: string): Budget | undefined | Promise<Budget | undefined>;
}

/** What a request says about who sends it. */
export interface Sender {
  /** The client's address; IPv6 as its /64 network. */
  address: string;
  /** The whole `Authorization` header. */
  authorization: string | undefined;
  /** Looks like a browser and did not say that it is an agent. */
  browserShaped: boolean;
}

/** What recognizing and admitting callers needs. */
export interface Gate {
  /** Tells which account an `Authorization` header proves; throws INVALID_API_KEY. */
  identify(authorization: string): AccountCaller | Promise<AccountCaller>;
  limiter: Limiter;
  /** Mode of callers without a key. */
  guestMode: Mode;
}

/** What one request has used of its budget; filled in while it is answered. */
export interface Spending {
  budget?: Budget | undefined;
}

/** Returns the headers that tell how the budget stands; none where nothing was counted. */
export function budgetHeaders({ budget }: Spending): Record<string, string> | undefined {
  return budget && rateLimitHeaders(budget);
}

/**
 * Tells who is calling. A wrong key is refused wherever it is sent, and counts against the address that sent it. Takes no
 * turn of the event loop when the key is known already.
 */
export function identifyCaller(gate: Gate, sender: Sender, spending: Spending): Caller | Promise<Caller> {
  const { authorization, address, browserShaped } = sender;
  if (authorization === undefined) return { kind: 'guest', mode: gate.guestMode, address, browserShaped };
  const refuse = async (error: unknown): Promise<never> => {
    if (error instanceof Failure) await spend(gate.limiter, 'guest', address, spending);
    throw error;
  };
  try {
    const caller = gate.identify(authorization);
    return caller instanceof Promise ? caller.catch(refuse) : caller;
  } catch (error) {
    return refuse(error);
  }
}

async function spend(limiter: Limiter, policy: Policy, subject: string, spending: Spending): Promise<void> {
  spending.budget = await limiter.spend(policy, subject);
  if (spending.budget?.exceeded) throw refusal(spending.budget);
}

/** Throws when a caller may not use what is open to `access`. */
export function requireAccess(access: Access, caller: Caller): void {
  if (access === 'OPERATOR') requireOperator(caller);
  else if (access === 'KEY') requireAccount(caller);
  else if (access === 'GUEST_OR_KEY' && caller.kind === 'guest' && caller.browserShaped) throw new Failure('NOT_FOUND');
}

/**
 * Lets a call pass: counts it against the caller's budget, refused calls too, so that guessing is slow, then checks the
 * access. Throws the refusal.
 */
export function admit(
  gate: Gate,
  rule: { access: Access; limited: boolean },
  caller: Caller,
  address: string,
  spending: Spending,
): void | Promise<void> {
  if (!rule.limited || caller.kind === 'system') return requireAccess(rule.access, caller);
  const { policy, subject } = subjectOf({ caller, address, isPublic: rule.access === 'PUBLIC' });
  const pass = (budget: Budget | undefined) => {
    spending.budget = budget;
    if (budget?.exceeded) throw refusal(budget);
    requireAccess(rule.access, caller);
  };
  const budget = gate.limiter.spend(policy, subject);
  return budget instanceof Promise ? budget.then(pass) : pass(budget);
}

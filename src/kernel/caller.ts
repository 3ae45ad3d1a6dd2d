import { Failure } from './failure.ts';

/** Whether real money and real authorities are involved. Sandbox and live data never mix. */
export type Mode = 'sandbox' | 'live';

/** What a key may do. `operator` also runs the service: filings, partners, keys of others. */
export type Scope = 'agent' | 'partner' | 'operator';

/** An account that proved itself with an API key. */
export interface AccountCaller {
  kind: 'account';
  accountId: string;
  keyId: string;
  mode: Mode;
  scopes: readonly Scope[];
  /** How far the sandbox clock of the account runs ahead, in seconds; 0 in live mode. */
  clockOffsetSeconds: number;
}

/** Somebody without a key. A guest token, where one is needed, travels as an argument. */
export interface GuestCaller {
  kind: 'guest';
  mode: Mode;
  /** The client's address, for limits only. */
  address: string;
  /** Looks like a browser and did not say that it is an agent: guest-or-key endpoints answer 404. */
  browserShaped: boolean;
}

/** The service itself: workers and the command line. */
export interface SystemCaller {
  kind: 'system';
  mode: Mode;
}

/** Who is calling. Never a nullable account id. */
export type Caller = AccountCaller | GuestCaller | SystemCaller;

/** Who owns an order, its applications and its files: an account, or the guest session of one checkout. */
export type Owner = { kind: 'account'; accountId: string } | { kind: 'guest'; guestId: string };

/** Returns the account behind the call; throws AUTHENTICATION_REQUIRED for anybody else. */
export function requireAccount(caller: Caller): AccountCaller {
  if (caller.kind !== 'account') throw new Failure('AUTHENTICATION_REQUIRED');
  return caller;
}

/** Returns the operator behind the call; throws AUTHENTICATION_REQUIRED or INSUFFICIENT_SCOPE for anybody else. */
export function requireOperator(caller: Caller): AccountCaller {
  const account = requireAccount(caller);
  if (!account.scopes.includes('operator')) {
    throw new Failure('INSUFFICIENT_SCOPE', { details: { required_scope: 'operator' } });
  }
  return account;
}

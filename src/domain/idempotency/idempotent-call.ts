import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Caller } from '../../kernel/caller.ts';
import { Failure, type FailureCode, type FailureKind, failureKinds } from '../../kernel/failure.ts';

/** How long an answer is kept. */
export const keptSeconds = 24 * 60 * 60;
/** How long a run is believed to be alive without a sign of life. */
export const leaseSeconds = 30;
/** How often a run gives one. */
export const renewalSeconds = 10;

/** One call that came with an idempotency key. */
export interface IdempotentCall {
  caller: Caller;
  /** The operation as its projection names it: the same key of the same caller means another call elsewhere. */
  operation: string;
  /** The header as it was sent. */
  key: string;
  /** The whole request: what makes it the same request when it comes again. */
  request: unknown;
}

const printable = /^[\x20-\x7e]{1,255}$/;

/** Returns the key; throws INVALID_IDEMPOTENCY_KEY unless it is 1 to 255 printable characters. */
export function requireIdempotencyKey(key: string): string {
  if (printable.test(key) && key.trim() !== '') return key;
  throw new Failure('INVALID_IDEMPOTENCY_KEY');
}

/**
 * Returns who, what and which key, as a hash. An account is one caller with all its keys, so that a retry after a roll finds
 * its answer. A guest is an address: whoever shares it would have to guess the key and send the very same request.
 */
export function scopeOf({ caller, operation, key }: IdempotentCall): string {
  const who =
    caller.kind === 'account'
      ? caller.accountId
      : caller.kind === 'guest'
        ? `${caller.mode} ${caller.address}`
        : 'system';
  return hash('sha256', JSON.stringify([caller.kind, who, operation, key]));
}

/** Returns the hash of the request's canonical JSON (RFC 8785): the order of keys and the white space do not matter. */
export function fingerprintOf(request: unknown): string {
  return hash('sha256', canonicalize(request) ?? '');
}

/** What is looked at of an answer: its status, and the code of a failure. */
export interface Outcome {
  status: number;
  error?: { code: FailureCode } | undefined;
}

/**
 * Tells whether an answer is kept for repetitions: a success is, and a failure that the same request would meet again. An
 * outage is not, nor what waiting cures: after PAYMENT_NOT_VERIFIED the same key goes through once the payment is there.
 */
export function isKept({ status, error }: Outcome): boolean {
  // A request that GraphQL itself refused has no code of ours.
  const kind = error === undefined ? undefined : (failureKinds[error.code] as FailureKind | undefined);
  return status < 500 && kind?.retryable !== true;
}

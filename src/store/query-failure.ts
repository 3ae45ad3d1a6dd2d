import { PgPreparedQuery } from 'drizzle-orm/pg-core';
import { Failure } from '../kernel/failure.ts';

/** A statement that failed for a reason nobody expected. Names the statement, never its parameters; the driver's error is the cause. */
export class StatementError extends Error {
  constructor(statement: string, cause: unknown) {
    super(`statement failed: ${statement}`, { cause });
    this.name = 'StatementError';
  }
}

/** What the drivers and the system say when the server cannot be reached or went away. */
const lostConnection = new Set([
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/**
 * SQLSTATEs that another try can mend (PostgreSQL 17, appendix A): class 08 connection, 53 resources, 57P0x shutdown, 57014
 * statement timeout, 55P03 lock timeout, 25P03 and 25P04 transaction timeouts, 25006 a standby, 40001 and 40P01 conflicts.
 */
const passing = /^(08...|53...|57P0[1-5]|57014|55P03|25P0[34]|25006|40001|40P01)$/;
/** Those of them with which the server also ends the connection. */
const ending = /^(08...|57P0[1-5]|25P0[34])$/;

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '');
}

/** Tells whether the connection was lost, so that what the server did last is not known. */
export function isConnectionLost(error: unknown): boolean {
  return lostConnection.has(codeOf(error)) || ending.test(codeOf(error));
}

/** Returns the failure that a caller is told when the database is out of reach or too busy, or the error itself. */
export function failureOf(error: unknown): unknown {
  if (error instanceof Failure) return error;
  return isConnectionLost(error) || passing.test(codeOf(error)) ? unavailable(error) : error;
}

/** The failure of a database that is out of reach, when nothing was changed. */
export function unavailable(cause: unknown): Failure {
  return new Failure('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2, cause });
}

/** The failure of a change whose acknowledgement was lost: it may be in the database or not, and the caller is told so. */
export function outcomeUnknown(cause: unknown): Failure {
  return new Failure('SERVICE_UNAVAILABLE', {
    message: 'The database went out of reach while the change was recorded: it may or may not have been made.',
    hint: 'Send the same request again with the same Idempotency-Key: what was already done is not done twice.',
    retryAfterSeconds: 2,
    cause,
  });
}

/** Tells whether a statement was refused because a unique value exists already. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code, constraint_name, constraint: name } = at as Error & Record<string, unknown>;
    if (code === '23505') return constraint === undefined || constraint_name === constraint || name === constraint;
  }
  return false;
}

/**
 * From here on a failed statement throws the Failure itself, or a StatementError. Drizzle's own error quotes the
 * parameters in its message, and hides the Failure from whoever answers the caller.
 */
export function keepParametersOutOfErrors(): void {
  const queries = PgPreparedQuery.prototype as unknown as {
    queryWithCache(statement: string, parameters: unknown[], query: () => Promise<unknown>): Promise<unknown>;
  };
  queries.queryWithCache = async (statement, _parameters, query) => {
    try {
      return await query();
    } catch (error) {
      const failure = failureOf(error);
      throw failure instanceof Failure || codeOf(failure) === '' ? failure : new StatementError(statement, error);
    }
  };
}

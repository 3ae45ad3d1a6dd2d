import { Failure, type FailureCode } from '../kernel/failure.ts';
import type { Log } from '../kernel/log.ts';
import type { PersistedDocument } from './document.ts';
import type { Problems } from './values.ts';

/** An error as every projection tells it. */
export interface WireError {
  code: FailureCode;
  message: string;
  hint?: string;
  details?: Record<string, unknown>;
}

/** A failed answer: the error, its HTTP status, and when a retry makes sense. */
export interface FailedAnswer {
  status: number;
  error: WireError;
  retryAfterSeconds?: number;
}

/** Codes of errors of the database and its connection that pass by themselves. */
const outages = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  // PostgreSQL: too many connections, shutting down, starting up, cancelled by its own timeout.
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '57014',
  // PostgreSQL: serialization failure and deadlock; nothing was changed.
  '40001',
  '40P01',
]);

function isOutage(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < 5 && cause instanceof Error; depth += 1) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string' && outages.has(code)) return true;
    cause = cause.cause;
  }
  return false;
}

/** Returns the expected failure behind anything that was thrown: an outage is SERVICE_UNAVAILABLE, a bug INTERNAL. */
export function toFailure(error: unknown): Failure {
  let cause = error;
  // GraphQL wraps what a resolver threw.
  while (cause instanceof Error && !(cause instanceof Failure)) {
    const { originalError } = cause as { originalError?: unknown };
    if (!(originalError instanceof Error)) break;
    cause = originalError;
  }
  if (cause instanceof Failure) return cause;
  return isOutage(cause)
    ? new Failure('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5, cause })
    : new Failure('INTERNAL', { cause });
}

/**
 * The one place where what was thrown becomes what is told, over every projection. What was not expected is logged
 * whole under the request id and told as INTERNAL or SERVICE_UNAVAILABLE, in our own words. Complaints about an argument
 * are said in the words of the document that the caller used.
 */
export function tell(error: unknown, requestId: string, log: Log, document?: PersistedDocument): FailedAnswer {
  const failure = toFailure(error);
  if (failure.cause !== undefined || failure.status >= 500) {
    log[failure.status >= 500 ? 'error' : 'warn']('failure', {
      request_id: requestId,
      code: failure.code,
      error: failure.cause ?? failure,
      ...(document && { operation: document.name }),
    });
  }
  const { code, hint, argument } = failure;
  const wire: WireError = { code, message: failure.message, hint };
  let { details } = failure;
  if (argument !== undefined) {
    const word = document ? document.callersWord(argument) : argument;
    wire.message = `${word}: ${failure.message}`;
    details = { ...details, [word]: details?.[word] ?? { code: 'INVALID_VALUE', message: failure.message } };
  }
  if (details !== undefined) wire.details = details;
  return {
    status: failure.status,
    error: wire,
    ...(failure.retryAfterSeconds !== undefined && { retryAfterSeconds: failure.retryAfterSeconds }),
  };
}

/** Makes the refusal of a request whose fields are wrong: the first problem is told as the message. */
export function refuseFields(problems: Problems): Failure {
  const [name, problem] = Object.entries(problems)[0]!;
  const suggestion = problem.code === 'UNKNOWN_FIELD' ? /did you mean ([^?]+)\?/.exec(problem.message)?.[1] : undefined;
  return new Failure('INVALID_REQUEST', {
    message: `${name} ${problem.message.replace(/; did you mean [^?]+\?$/, '')}.`,
    ...(suggestion !== undefined && { hint: `Use ${suggestion} in place of ${name}.` }),
    details: problems,
  });
}

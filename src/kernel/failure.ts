import { failureKinds } from './failure-kinds.ts';

export { type FailureKind, failureKinds } from './failure-kinds.ts';

/** The code of an expected failure, as it appears in `error.code`. */
export type FailureCode = keyof typeof failureKinds;

/** What `error.details` says of one field. */
export interface FieldProblem {
  code: string;
  message: string;
}

/** What a failure can carry beyond its code. */
export interface FailureOptions {
  /** The sentence for the caller; the meaning of the code when absent. Our own words, never an upstream's. */
  message?: string;
  /** What to do; the action of the code when absent. */
  hint?: string;
  /** Problems by field, or facts that help to correct the request. */
  details?: Record<string, unknown>;
  /** Path of the argument at fault in the schema's words, e.g. `input.travelers`; a projection says it in its caller's words. */
  argument?: string;
  /** Seconds after which a retry makes sense. */
  retryAfterSeconds?: number;
  /** The cause, for the log only. */
  cause?: unknown;
}

/** An expected failure: told to the caller as it stands. Anything else that is thrown is a bug or an outage. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly hint: string;
  readonly details: Record<string, unknown> | undefined;
  readonly argument: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: FailureCode, options: FailureOptions = {}) {
    super(options.message ?? failureKinds[code].meaning, { cause: options.cause });
    this.name = 'Failure';
    this.code = code;
    this.hint = options.hint ?? failureKinds[code].action;
    this.details = options.details;
    this.argument = options.argument;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  /** HTTP status of the answer. */
  get status(): number {
    return failureKinds[this.code].status;
  }
}

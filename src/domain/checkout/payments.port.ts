import type { Mode } from '../../kernel/caller.ts';
import type { Money } from '../../kernel/money.ts';

/** One line of what is paid: a fee kind. Amounts are for all travelers together and never negative. */
export interface PaymentLine {
  label: string;
  amount: Money;
}

/** What a payment session is made for. */
export interface SessionRequest {
  orderId: string;
  /** Sum of the lines less the discount. */
  total: Money;
  lines: readonly PaymentLine[];
  /** A positive amount that is taken off, or null. */
  discount: PaymentLine | null;
  /** Where the receipt goes. */
  email: string | null;
  expiresAt: Date;
  /** Pages of this service to which the payer returns. */
  successUrl: string;
  cancelUrl: string;
  /** The same key never makes a second session. */
  idempotencyKey: string;
}

/** The provider's truth about one session. */
export interface SessionState {
  sessionId: string;
  url: string | null;
  status: 'unpaid' | 'processing' | 'paid' | 'failed' | 'expired';
  paymentIntentId: string | null;
  /** What is or was asked for. */
  amount: Money;
  live: boolean;
  paidAt: Date | null;
  /** How much of it was given back, by whomever. */
  refundedMinor: number;
}

/** The provider's truth about one refund. */
export interface RefundResult {
  refundId: string;
  state: 'succeeded' | 'pending' | 'failed';
  /** The charge had been refunded before, elsewhere. */
  alreadyRefunded: boolean;
}

/**
 * What is asked of a payment provider. Every call throws PaymentsUnavailable when the provider cannot be reached or does not
 * answer as it should; nothing has happened then that the same call, repeated, would not find.
 */
export interface Payments {
  /** Makes the session in which the order is paid, or returns the one that the same key made. */
  createSession(request: SessionRequest): Promise<{ sessionId: string; url: string; expiresAt: Date }>;
  /** Returns how a session stands, or undefined when the provider does not know it. */
  findSession(sessionId: string): Promise<SessionState | undefined>;
  /** Gives the whole payment back; the same key never gives it back twice. */
  refund(request: {
    orderId: string;
    paymentIntentId: string;
    amount: Money;
    idempotencyKey: string;
  }): Promise<RefundResult>;
  /** Closes a session that shall not be paid any more; repeats are harmless. */
  expireSession(sessionId: string): Promise<void>;
}

/** The provider of each mode: sandbox keys never reach a real one. */
export type PaymentsByMode = (mode: Mode) => Payments;

/** The provider is out of reach or failed; the same call may be repeated. */
export class PaymentsUnavailable extends Error {
  readonly retryAfterSeconds: number | undefined;
  constructor(message: string, options: { cause?: unknown; retryAfterSeconds?: number } = {}) {
    super(message, { cause: options.cause });
    this.name = 'PaymentsUnavailable';
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

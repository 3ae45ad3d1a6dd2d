import type { Mode } from '../../kernel/caller.ts';
import type { Money } from '../../kernel/money.ts';
import type { DisputeState } from './dispute.ts';

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
  /** Pages of this service to which the payer returns; the provider puts its session in place of `{SESSION}`. */
  successUrl: string;
  cancelUrl: string;
  /** The same key never makes a second session. */
  idempotencyKey: string;
}

/** One refund as the provider knows it, whoever made it. */
export interface RefundTruth {
  refundId: string;
  state: 'succeeded' | 'pending' | 'failed';
  amountMinor: number;
  /** This service made it; the others were made elsewhere, e.g. in the provider's dashboard. */
  ours: boolean;
}

/** One dispute as the provider knows it. */
export interface DisputeTruth {
  disputeId: string;
  state: DisputeState;
  reason: string;
  amount: Money;
  openedAt: Date;
}

/** The provider's truth about one session and the payment that it led to. */
export interface SessionState {
  sessionId: string;
  /** Where it can still be paid; null when it cannot any more. */
  url: string | null;
  status: 'unpaid' | 'processing' | 'paid' | 'failed' | 'expired';
  paymentIntentId: string | null;
  /** What was asked for, and once paid what was received. */
  amount: Money;
  live: boolean;
  refunds: readonly RefundTruth[];
  disputes: readonly DisputeTruth[];
}

/** What became of a refund that was asked for. */
export interface RefundResult {
  /** Null when the provider refused without making one. */
  refundId: string | null;
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
  createSession(request: SessionRequest): Promise<{ sessionId: string; url: string }>;
  /** Returns how a session stands, or undefined when the provider does not know it. */
  findSession(sessionId: string): Promise<SessionState | undefined>;
  /** Returns the session that led to a payment, or undefined when none did. */
  findSessionOf(paymentIntentId: string): Promise<string | undefined>;
  /** Gives the whole payment back, or what is left of it; the same key never gives it back twice. */
  refund(request: { orderId: string; paymentIntentId: string; idempotencyKey: string }): Promise<RefundResult>;
  /** Closes a session that shall not be paid any more; repeats are harmless. */
  expireSession(sessionId: string): Promise<void>;
}

/** The provider of each mode: sandbox keys never reach a real one. */
export type PaymentsByMode = (mode: Mode) => Payments;

/** The provider is out of reach or failed; the same call may be repeated. */
export class PaymentsUnavailable extends Error {
  readonly retryAfterSeconds: number;
  /** It failed so often lately that it was not even asked. */
  readonly outOfService: boolean;
  constructor(message: string, options: { cause?: unknown; retryAfterSeconds?: number; outOfService?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.name = 'PaymentsUnavailable';
    this.retryAfterSeconds = options.retryAfterSeconds ?? 5;
    this.outOfService = options.outOfService ?? false;
  }
}

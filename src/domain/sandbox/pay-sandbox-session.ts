import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Log } from '../../kernel/log.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { getPaymentStatus, type PaymentStatusReport } from '../checkout/get-payment-status.ts';
import type { PaymentsByMode } from '../checkout/payments.port.ts';
import { findOrderBySession } from '../orders/order.store.ts';
import type { TestPayer } from './test-payer.port.ts';

/**
 * Plays the payer of a sandbox session: paid, declined or processing. Whoever has the session's id may; live orders and live
 * keys answer NOT_FOUND. A session that can no longer be paid answers INVALID_TRANSITION.
 */
export async function paySandboxSession(
  ctx: {
    caller: Caller;
    db: Db;
    vault: Vault;
    realClock: Clock;
    log: Log;
    payments: PaymentsByMode;
    testPayer: TestPayer;
  },
  request: { paymentSessionId: string; outcome: 'paid' | 'declined' | 'processing' },
): Promise<PaymentStatusReport> {
  const found = await findOrderBySession(ctx.db, request.paymentSessionId);
  if (found?.order.mode !== 'sandbox' || (ctx.caller.kind === 'account' && ctx.caller.mode === 'live')) {
    throw new Failure('NOT_FOUND');
  }
  if (!(await ctx.testPayer.pay(request.paymentSessionId, request.outcome))) {
    throw new Failure('INVALID_TRANSITION', {
      message: 'This session can no longer be paid.',
      hint: 'Check out again to get a new session.',
      details: { status: found.order.paymentStatus },
    });
  }
  return getPaymentStatus(ctx, request.paymentSessionId);
}

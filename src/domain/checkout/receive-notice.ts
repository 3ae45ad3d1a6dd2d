import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Log } from '../../kernel/log.ts';
import type { Db } from '../../store/db.ts';
import { insertNotice } from './payment-notice.store.ts';
import type { PaymentNotices } from './payment-notices.port.ts';

/** A notice as it arrived: its bytes and what is said to prove it. */
export interface ArrivedNotice {
  body: Uint8Array;
  signature: string | undefined;
}

/**
 * Takes a notice of the payment provider in: proves it, keeps it, and leaves the work to a worker, so that the provider has its answer at once. A
 * repetition does nothing. Throws NOT_FOUND where no provider is configured and INVALID_SIGNATURE for what it did not send.
 */
export async function receiveNotice(
  ctx: {
    db: Db;
    realClock: Clock;
    log: Log;
    paymentNotices?: PaymentNotices | undefined;
    wake(queue: 'payments'): void;
  },
  { body, signature }: ArrivedNotice,
): Promise<void> {
  if (!ctx.paymentNotices) throw new Failure('NOT_FOUND');
  const now = ctx.realClock.now();
  const notice = ctx.paymentNotices.read(body, signature, now);
  if (!notice) throw new Failure('INVALID_SIGNATURE');
  const { id, type, sessionId, paymentIntentId, live } = notice;
  if (!live) return ctx.log.warn('payment.notice_of_other_mode', { code: type });
  if (sessionId === null && paymentIntentId === null) return;
  const isNews = await insertNotice(ctx.db, {
    id,
    type,
    paymentSessionId: sessionId,
    paymentIntentId,
    receivedAt: now,
    dueAt: now,
  });
  if (isNews) ctx.wake('payments');
}

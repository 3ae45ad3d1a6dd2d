import { randomBytes } from 'node:crypto';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Payments, SessionState } from '../../domain/checkout/payments.port.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Db } from '../../store/db.ts';
import { sandboxPayments } from './sandbox-payment.table.ts';

/** How a test payment can end. */
export type SandboxOutcome = 'paid' | 'declined' | 'processing';

/** The built-in provider: a small working model of a payment provider, with a page of ours in which nothing is charged. */
export interface SandboxPayments extends Payments {
  /** Plays the payer. Returns false when the session is unknown or can no longer be paid. */
  pay(sessionId: string, outcome: SandboxOutcome): Promise<boolean>;
}

const statusAfter = { paid: 'paid', declined: 'failed', processing: 'processing' } as const;

/** Makes the sandbox provider on the given database. */
export function createSandboxPayments(needs: { db: Db; clock: Clock; baseUrl: string }): SandboxPayments {
  const { db, clock, baseUrl } = needs;
  const find = async (sessionId: string) => {
    const [row] = await db.select().from(sandboxPayments).where(eq(sandboxPayments.sessionId, sessionId));
    return row;
  };
  const urlOf = (sessionId: string) => `${baseUrl}/sandbox/pay/${sessionId}`;

  return {
    async createSession(request) {
      const sessionId = `cs_sandbox_${randomBytes(24).toString('base64url')}`;
      await db
        .insert(sandboxPayments)
        .values({
          sessionId,
          idempotencyKey: request.idempotencyKey,
          orderId: request.orderId,
          amountMinor: request.total.minor,
          currency: request.total.currency,
          status: 'unpaid',
          expiresAt: request.expiresAt,
        })
        .onConflictDoNothing({ target: sandboxPayments.idempotencyKey });
      const [row] = await db
        .select()
        .from(sandboxPayments)
        .where(eq(sandboxPayments.idempotencyKey, request.idempotencyKey));
      return { sessionId: row!.sessionId, url: urlOf(row!.sessionId) };
    },

    async findSession(sessionId): Promise<SessionState | undefined> {
      const row = await find(sessionId);
      return (
        row && {
          sessionId,
          url: row.status === 'unpaid' || row.status === 'failed' ? urlOf(sessionId) : null,
          status: row.status,
          paymentIntentId: row.paymentIntentId,
          amount: { minor: row.amountMinor, currency: row.currency },
          live: false,
          refunds: row.refundId
            ? [{ refundId: row.refundId, state: 'succeeded', amountMinor: row.amountMinor, ours: true }]
            : [],
          disputes: [],
        }
      );
    },

    async findSessionOf(paymentIntentId) {
      const [row] = await db
        .select({ sessionId: sandboxPayments.sessionId })
        .from(sandboxPayments)
        .where(eq(sandboxPayments.paymentIntentId, paymentIntentId));
      return row?.sessionId;
    },

    async refund({ paymentIntentId }) {
      const refundId = `re_sandbox_${randomBytes(12).toString('hex')}`;
      await db
        .update(sandboxPayments)
        .set({ refundId })
        .where(and(eq(sandboxPayments.paymentIntentId, paymentIntentId), isNull(sandboxPayments.refundId)));
      const [row] = await db.select().from(sandboxPayments).where(eq(sandboxPayments.paymentIntentId, paymentIntentId));
      if (!row?.refundId) return { refundId: null, state: 'failed', alreadyRefunded: false };
      return { refundId: row.refundId, state: 'succeeded', alreadyRefunded: false };
    },

    async expireSession(sessionId) {
      await db
        .update(sandboxPayments)
        .set({ status: 'expired' })
        .where(and(eq(sandboxPayments.sessionId, sessionId), inArray(sandboxPayments.status, ['unpaid', 'failed'])));
    },

    async pay(sessionId, outcome) {
      const paid = outcome === 'declined' ? {} : { paymentIntentId: `pi_sandbox_${randomBytes(12).toString('hex')}` };
      const rows = await db
        .update(sandboxPayments)
        .set({ status: statusAfter[outcome], ...paid, ...(outcome === 'paid' ? { paidAt: clock.now() } : {}) })
        .where(
          and(
            eq(sandboxPayments.sessionId, sessionId),
            inArray(sandboxPayments.status, ['unpaid', 'failed', 'processing']),
          ),
        )
        .returning({ sessionId: sandboxPayments.sessionId });
      return rows.length > 0 || (outcome === 'paid' && (await find(sessionId))?.status === 'paid');
    },
  };
}

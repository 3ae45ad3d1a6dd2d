import type { Clock } from '../../kernel/clock.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { updateOrder } from '../orders/order.store.ts';
import { emailPlace, type Order } from '../orders/order.ts';
import { findProduct } from '../products/catalog.ts';
import { soonChecked } from './payment-check.ts';
import { paymentLines } from './payment-lines.ts';
import type { PaymentsByMode, SessionRequest } from './payments.port.ts';

/** What making a session needs. */
export interface SessionNeeds {
  db: Db;
  vault: Vault;
  realClock: Clock;
  baseUrl: string;
  payments: PaymentsByMode;
}

/**
 * Asks the provider for the session in which an order is paid. Everything is read from the order, so that the same order always asks for the same
 * thing under the same key and never gets a second session.
 */
export async function openSession(
  ctx: Pick<SessionNeeds, 'vault' | 'baseUrl' | 'payments'>,
  order: Order,
): Promise<{ sessionId: string; url: string }> {
  return ctx.payments(order.mode).createSession(sessionRequest(ctx, order));
}

/** Returns what the provider is asked for an order. */
export function sessionRequest(ctx: Pick<SessionNeeds, 'vault' | 'baseUrl'>, order: Order): SessionRequest {
  return {
    orderId: order.id,
    ...paymentLines(order.price, findProduct(order.product).name),
    email: order.email && ctx.vault.open(order.email, emailPlace(order.id)).toString(),
    expiresAt: order.expiresAt,
    successUrl: `${ctx.baseUrl}/checkout/success?session={SESSION}`,
    cancelUrl: `${ctx.baseUrl}/checkout/cancel`,
    idempotencyKey: `checkout:${order.id}`,
  };
}

/** Notes the session of an order, and that the provider is asked in a while should no news of it come. */
export async function recordSession(
  ctx: Pick<SessionNeeds, 'realClock'>,
  tx: Db,
  order: Pick<Order, 'id' | 'mode'>,
  session: { sessionId: string; url: string },
): Promise<void> {
  await updateOrder(tx, order.id, {
    paymentSessionId: session.sessionId,
    checkoutUrl: session.url,
    // The built-in provider sends no news: whoever pays there has the order brought in line at once.
    ...(order.mode === 'live' ? soonChecked(ctx.realClock.now()) : { checkDueAt: null }),
  });
}

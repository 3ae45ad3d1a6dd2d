import type { Caller } from '../../kernel/caller.ts';
import type { Db } from '../../store/db.ts';
import { findOrderBySession } from '../orders/order.store.ts';
import type { OpenProductId } from '../products/product-id.ts';

/** Returns the product whose full form a payment session opens, or undefined when the session is unknown or not paid. */
export async function findPaidProduct(
  ctx: { db: Db; caller: Caller },
  paymentSessionId: string,
): Promise<OpenProductId | undefined> {
  const found = await findOrderBySession(ctx.db, paymentSessionId);
  return found?.order.paymentStatus === 'paid' && found.order.mode === ctx.caller.mode
    ? found.order.product
    : undefined;
}

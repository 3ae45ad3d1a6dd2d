import { type Caller, requireOperator } from '../../kernel/caller.ts';
import { type Page, type PageRequest, pageOf, readCursor, readLimit } from '../../kernel/page.ts';
import type { Db } from '../../store/db.ts';
import type { Order } from '../orders/order.ts';
import { listDisputesOf, type StoredDispute } from './payment-dispute.store.ts';
import { listTroubledOrders } from './payment-problem.store.ts';

/** An order about whose money an operator has to look at something. */
export interface PaymentTrouble {
  order: Order;
  disputes: StoredDispute[];
}

/** Lists payments that contradict their order, refunds that failed or were partial, and disputes; newest order first. Operators only. */
export async function listPaymentProblems(
  ctx: { caller: Caller; db: Db },
  request: PageRequest,
): Promise<Page<PaymentTrouble>> {
  if (ctx.caller.kind !== 'system') requireOperator(ctx.caller);
  const limit = readLimit(request.limit);
  const page = pageOf(await listTroubledOrders(ctx.db, readCursor(request.after, 'ord'), limit + 1), limit);
  const disputes = Map.groupBy(
    await listDisputesOf(
      ctx.db,
      page.items.map(({ id }) => id),
    ),
    ({ orderId }) => orderId,
  );
  return { ...page, items: page.items.map((order) => ({ order, disputes: disputes.get(order.id) ?? [] })) };
}

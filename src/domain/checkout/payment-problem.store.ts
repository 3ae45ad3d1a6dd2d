import { and, desc, isNotNull, lt, or } from 'drizzle-orm';
import type { Db } from '../../store/db.ts';
import { orders } from '../orders/order.table.ts';
import type { Order } from '../orders/order.ts';

/** Lists orders about whose money an operator has to look at something, newest first. */
export async function listTroubledOrders(db: Db, before: string | undefined, limit: number): Promise<Order[]> {
  return db
    .select()
    .from(orders)
    .where(
      and(
        or(isNotNull(orders.paymentProblem), isNotNull(orders.disputedAt)),
        before === undefined ? undefined : lt(orders.id, before),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(limit);
}

import { and, desc, eq, getTableColumns, inArray, lt } from 'drizzle-orm';
import type { Mode } from '../../kernel/caller.ts';
import type { ApplicationStatus } from '../../kernel/status.ts';
import type { Db } from '../../store/db.ts';
import type { OpenProductId } from '../products/product-id.ts';
import { applications } from './application.table.ts';
import type { ListedApplication } from './application.ts';
import { orders } from './order.table.ts';
import type { Order } from './order.ts';

const {
  form: _form,
  authorization: _authorization,
  confirmations: _confirmations,
  ...listed
} = getTableColumns(applications);

/** Which applications of an account are wanted; what is absent does not matter. */
export interface ApplicationFilter {
  accountId: string;
  mode: Mode;
  status?: readonly ApplicationStatus[] | undefined;
  product?: OpenProductId | undefined;
  orderId?: string | undefined;
  before?: string | undefined;
  limit: number;
}

/** Lists the applications of an account, newest first. */
export async function listApplicationRows(db: Db, filter: ApplicationFilter): Promise<ListedApplication[]> {
  return db
    .select(listed)
    .from(applications)
    .innerJoin(orders, eq(orders.id, applications.orderId))
    .where(
      and(
        eq(orders.accountId, filter.accountId),
        eq(orders.mode, filter.mode),
        filter.status === undefined ? undefined : inArray(applications.status, [...filter.status]),
        filter.product === undefined ? undefined : eq(applications.product, filter.product),
        filter.orderId === undefined ? undefined : eq(applications.orderId, filter.orderId),
        filter.before === undefined ? undefined : lt(applications.id, filter.before),
      ),
    )
    .orderBy(desc(applications.id))
    .limit(filter.limit);
}

/** Reads some orders with one statement. */
export async function listOrdersById(db: Db, ids: readonly string[]): Promise<Order[]> {
  return db
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]));
}

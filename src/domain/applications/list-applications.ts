import { type Caller, requireAccount } from '../../kernel/caller.ts';
import { type Page, pageOf, readCursor, readLimit } from '../../kernel/page.ts';
import type { ApplicationStatus } from '../../kernel/status.ts';
import type { Db } from '../../store/db.ts';
import type { FeedEvent } from '../events/event.ts';
import { eventsOfApplications } from '../events/list-events.ts';
import type { ListedApplication } from '../orders/application.ts';
import { listApplicationRows, listOrdersById } from '../orders/application-list.store.ts';
import type { TimelineEntry } from '../orders/order.store.ts';
import type { Order } from '../orders/order.ts';
import type { OpenProductId } from '../products/product-id.ts';

/** Which applications are wanted. */
export interface ApplicationsRequest {
  first?: number | null | undefined;
  after?: string | null | undefined;
  status?: readonly ApplicationStatus[] | null | undefined;
  product?: OpenProductId | null | undefined;
  orderId?: string | null | undefined;
}

/** Lists the applications of the caller's account in the mode of its key, newest first, a page at a time. */
export async function listApplications(
  ctx: { caller: Caller; db: Db },
  request: ApplicationsRequest,
): Promise<Page<ListedApplication>> {
  const { accountId, mode } = requireAccount(ctx.caller);
  const limit = readLimit(request.first, undefined, 'first');
  const rows = await listApplicationRows(ctx.db, {
    accountId,
    mode,
    status: request.status?.length ? request.status : undefined,
    product: request.product ?? undefined,
    orderId: request.orderId ?? undefined,
    before: readCursor(request.after, 'app'),
    limit: limit + 1,
  });
  return pageOf(rows, limit);
}

/** Returns the orders behind applications that were listed for the caller, in the order of the ids, with one statement. */
export async function ordersOf(ctx: { db: Db }, ids: readonly string[]): Promise<Order[]> {
  const found = new Map((await listOrdersById(ctx.db, ids)).map((order) => [order.id, order]));
  return ids.map((id) => found.get(id)!);
}

/** Returns the events of applications that were listed for the caller, in the order of the ids, with one statement. */
export async function eventsOf(ctx: { db: Db }, ids: readonly string[]): Promise<FeedEvent[][]> {
  const found = await eventsOfApplications(ctx, ids);
  return ids.map((id) => found.get(id)!);
}

/** Makes the timeline of an application out of its events: the checkout, then every change of status. */
export function timelineOf(
  application: Pick<ListedApplication, 'createdAt'>,
  events: readonly FeedEvent[],
): TimelineEntry[] {
  const changes = events
    .filter(({ type }) => type === 'status_change')
    .map(({ at, data }) => ({ at: at.toISOString(), status: data.status, note: data.note }));
  return [{ at: application.createdAt.toISOString(), status: 'DRAFT', note: 'The checkout was made.' }, ...changes];
}

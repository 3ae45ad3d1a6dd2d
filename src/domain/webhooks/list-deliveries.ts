import { type Caller, requireAccount } from '../../kernel/caller.ts';
import { type Page, type PageRequest, pageOf, readCursor, readLimit } from '../../kernel/page.ts';
import type { Db } from '../../store/db.ts';
import { listDeliveryRows } from './delivery.store.ts';
import type { Delivery, DeliveryStatus } from './delivery.ts';
import { getWebhook } from './get-webhook.ts';
import { inOwnersTime } from './owners-time.ts';
import type { Webhook } from './webhook.ts';

/** One page of what was or is to be delivered to an endpoint. */
export interface DeliveryPage extends Page<Delivery> {
  webhook: Webhook;
}

/** Lists the deliveries to an endpoint of the caller's account, newest first, a page at a time; throws NOT_FOUND for any other. */
export async function listDeliveries(
  ctx: { caller: Caller; db: Db },
  request: PageRequest & { webhookId: string; status?: DeliveryStatus | null | undefined },
): Promise<DeliveryPage> {
  const caller = requireAccount(ctx.caller);
  const limit = readLimit(request.limit);
  const before = readCursor(request.after, 'dlv');
  const webhook = await getWebhook(ctx, request.webhookId);
  const rows = await listDeliveryRows(ctx.db, webhook.id, {
    status: request.status ?? undefined,
    before,
    limit: limit + 1,
  });
  return { ...pageOf(inOwnersTime(rows, caller), limit), webhook };
}

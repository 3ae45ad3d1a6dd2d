import { type Caller, requireAccount } from '../../kernel/caller.ts';
import { type Page, type PageRequest, pageOf, readCursor, readLimit } from '../../kernel/page.ts';
import type { Db } from '../../store/db.ts';
import { listWebhookRows } from './webhook.store.ts';
import type { Webhook } from './webhook.ts';

/** Lists the endpoints of the caller's account, for one application and for all, newest first, a page at a time. */
export async function listWebhooks(ctx: { caller: Caller; db: Db }, request: PageRequest): Promise<Page<Webhook>> {
  const caller = requireAccount(ctx.caller);
  const limit = readLimit(request.limit);
  const before = readCursor(request.after, 'whk');
  return pageOf(await listWebhookRows(ctx.db, caller, { before, limit: limit + 1 }), limit);
}

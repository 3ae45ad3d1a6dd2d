import { type Caller, requireAccount } from '../../kernel/caller.ts';
import { type Page, type PageRequest, pageOf, readCursor, readLimit } from '../../kernel/page.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { listProfileRows } from './profile.store.ts';
import type { Profile } from './profile.ts';

/** Lists the profiles of the caller's account, newest first, a page at a time. */
export async function listProfiles(
  ctx: { caller: Caller; db: Db; vault: Vault },
  request: PageRequest,
): Promise<Page<Profile>> {
  const { accountId } = requireAccount(ctx.caller);
  const limit = readLimit(request.limit);
  const before = readCursor(request.after, 'prf');
  return pageOf(await listProfileRows(ctx.db, ctx.vault, { accountId, before, limit: limit + 1 }), limit);
}

import { type Caller, requireAccount, requireOperator } from '../../kernel/caller.ts';
import { type Page, type PageRequest, pageOf, readCursor, readLimit } from '../../kernel/page.ts';
import type { Db } from '../../store/db.ts';
import type { ApiKey } from './api-key.ts';
import { listKeyRows } from './key.store.ts';

/** Whose keys to list, and which page of them. */
export interface ListKeysRequest extends PageRequest {
  /** Another account's, for operators; every account's with `*`. */
  accountId?: string | null | undefined;
}

/** Lists keys, newest first, ended ones among them: the caller's own, and for operators anybody's. Never shows a secret. */
export async function listKeys(ctx: { caller: Caller; db: Db }, request: ListKeysRequest): Promise<Page<ApiKey>> {
  const limit = readLimit(request.limit);
  const before = readCursor(request.after, 'key');
  const accountId = whose(ctx.caller, request.accountId);
  return pageOf(await listKeyRows(ctx.db, { accountId, before, limit: limit + 1 }), limit);
}

function whose(caller: Caller, asked: string | null | undefined): string | undefined {
  if (caller.kind !== 'system') {
    const own = requireAccount(caller).accountId;
    if (!asked || asked === own) return own;
    requireOperator(caller);
  }
  return asked === '*' || !asked ? undefined : asked;
}

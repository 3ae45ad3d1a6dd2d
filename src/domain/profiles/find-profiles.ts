import { type Caller, requireAccount } from '../../kernel/caller.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { findProfileRows } from './profile.store.ts';
import type { Profile } from './profile.ts';

/** Returns those of some profiles that the caller's account has, by id, in one statement. */
export async function findProfiles(
  ctx: { caller: Caller; db: Db; vault: Vault },
  ids: readonly string[],
): Promise<Map<string, Profile>> {
  const { accountId } = requireAccount(ctx.caller);
  const found = await findProfileRows(ctx.db, ctx.vault, accountId, [...new Set(ids)]);
  return new Map(found.map((profile) => [profile.id, profile]));
}

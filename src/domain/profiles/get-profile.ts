import { type Caller, requireAccount } from '../../kernel/caller.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { findProfile } from './profile.store.ts';
import type { Profile } from './profile.ts';

/** Returns a profile of the caller's account; NOT_FOUND for another's as for none. */
export async function getProfile(ctx: { caller: Caller; db: Db; vault: Vault }, id: string): Promise<Profile> {
  const profile = await findProfile(ctx.db, ctx.vault, requireAccount(ctx.caller).accountId, id);
  if (!profile) throw new Failure('NOT_FOUND');
  return profile;
}

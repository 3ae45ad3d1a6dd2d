import { type Caller, requireAccount } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import type { Once } from '../../kernel/once.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import type { FileOwners } from './file-owners.port.ts';
import { insertProfile } from './profile.store.ts';
import { fileFields, type Profile, type ProfileInput, readProfileInput } from './profile.ts';
import { keepFiles, requireSoundChange } from './profile-files.ts';

/** Saves a traveler of the caller's account. Every field may be left out; those that are given must be sound. */
export async function createProfile(
  ctx: { caller: Caller; db: Db; vault: Vault; clock: Clock; fileOwners: FileOwners; once?: Once | undefined },
  input: ProfileInput,
): Promise<Profile> {
  const { accountId } = requireAccount(ctx.caller);
  const change = readProfileInput(input, ctx.clock);
  await requireSoundChange(ctx, accountId, change);
  const now = ctx.clock.now();
  const profile: Profile = { ...change.set, id: newId('prf'), createdAt: now, updatedAt: now };
  return ctx.db.transaction(async (tx) => {
    await insertProfile(tx, ctx.vault, accountId, profile);
    if (fileFields.some((field) => profile[field] !== undefined)) await keepFiles(ctx, tx, accountId, profile);
    await ctx.once?.settle(tx, profile);
    return profile;
  });
}

import { type Caller, requireAccount } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Once } from '../../kernel/once.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import type { FileOwners } from './file-owners.port.ts';
import { findProfile, lockProfile, updateProfileRow } from './profile.store.ts';
import type { Profile } from './profile.ts';
import { fileFields, type ProfileInput, readProfileInput } from './profile.ts';
import { keepFiles, requireSoundChange } from './profile-files.ts';

/** Changes the given fields of a profile: null clears one, what is left out stays. Applications made with it keep their form. */
export async function updateProfile(
  ctx: { caller: Caller; db: Db; vault: Vault; clock: Clock; fileOwners: FileOwners; once?: Once | undefined },
  id: string,
  input: ProfileInput,
): Promise<Profile> {
  const { accountId } = requireAccount(ctx.caller);
  if (!(await findProfile(ctx.db, ctx.vault, accountId, id))) throw new Failure('NOT_FOUND');
  const change = readProfileInput(input, ctx.clock);
  await requireSoundChange(ctx, accountId, change);
  return ctx.db.transaction(async (tx) => {
    const known = await lockProfile(tx, ctx.vault, accountId, id);
    if (!known) throw new Failure('NOT_FOUND');
    const profile: Profile = { ...known, ...change.set, updatedAt: ctx.clock.now() };
    for (const field of change.clear) delete profile[field];
    await updateProfileRow(tx, ctx.vault, profile);
    if (fileFields.some((field) => profile[field] !== known[field])) await keepFiles(ctx, tx, accountId, profile);
    await ctx.once?.settle(tx, profile);
    return profile;
  });
}

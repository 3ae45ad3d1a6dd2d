import { type Caller, requireAccount } from '../../kernel/caller.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Once } from '../../kernel/once.ts';
import type { Db } from '../../store/db.ts';
import { deleteProfileRow } from './profile.store.ts';

/** What was deleted. */
export interface ProfileDeletion {
  id: string;
  /** Applications made with the profile, which went with it. */
  applicationsDeleted: number;
}

/** Deletes a profile and the applications made with it, for good. */
export async function deleteProfile(
  ctx: { caller: Caller; db: Db; once?: Once | undefined },
  id: string,
): Promise<ProfileDeletion> {
  const { accountId } = requireAccount(ctx.caller);
  return ctx.db.transaction(async (tx) => {
    const applicationsDeleted = await deleteProfileRow(tx, accountId, id);
    if (applicationsDeleted === undefined) throw new Failure('NOT_FOUND');
    const deletion = { id, applicationsDeleted };
    await ctx.once?.settle(tx, deletion);
    return deletion;
  });
}

import type { Db } from '../../store/db.ts';
import type { FileOwners } from './file-owners.port.ts';
import { fileFields, type Profile, type ProfileChange, type ProfileProblems, requireNoProblems } from './profile.ts';

/** Throws INVALID_REQUEST for a change with problems, among them files that the account does not have. */
export async function requireSoundChange(
  ctx: { fileOwners: FileOwners },
  accountId: string,
  change: ProfileChange,
): Promise<void> {
  const problems: ProfileProblems = { ...change.problems };
  const urls = fileFields.flatMap((field) => change.set[field] ?? []);
  if (urls.length > 0) {
    const owners = await ctx.fileOwners.ownership([{ kind: 'account', accountId }], urls);
    for (const field of fileFields) {
      const url = change.set[field];
      const ownership = url === undefined ? 'own' : (owners.get(url) ?? 'unknown');
      if (ownership === 'foreign') {
        problems[field] = { code: 'FORBIDDEN_FILE_URL', message: 'is the URL of a file that is not yours' };
      } else if (ownership === 'unknown') {
        problems[field] = { code: 'INVALID_FILE_URL', message: 'must be a URL that POST /documents returned' };
      }
    }
  }
  requireNoProblems(problems);
}

/** Notes which of the account's files a profile needs now: they stay as long as it does. */
export async function keepFiles(
  ctx: { fileOwners: FileOwners },
  tx: Db,
  accountId: string,
  profile: Profile,
): Promise<void> {
  const urls = fileFields.flatMap((field) => profile[field] ?? []);
  await ctx.fileOwners.keep(tx, [{ kind: 'account', accountId }], { profileId: profile.id }, urls);
}

import { addSeconds, type Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Db } from '../../store/db.ts';
import { deleteDocuments, withdrawUnneeded } from './document.store.ts';
import { unusedLifetimeSeconds, uploadSeconds } from './document.ts';
import type { FileStore } from './file-store.port.ts';
import { deleteUploadLinks } from './upload-link.store.ts';

const batch = 100;
/** Links are remembered for a day after they ran out, so that their page can say so. */
const linkMemorySeconds = 24 * 60 * 60;

/**
 * Deletes, rows and files, what nobody needs: uploads that no application and no profile has referred to for 7 days, uploads that broke
 * off more than an hour ago, and uploads of accounts and guests that were deleted. Returns how many. Can run on every instance,
 * can be stopped at any moment, and takes up again where it was.
 */
export async function sweepDocuments(ctx: { db: Db; files: FileStore; realClock: Clock; log: Log }): Promise<number> {
  const now = ctx.realClock.now();
  const before = { unused: addSeconds(now, -unusedLifetimeSeconds), unfinished: addSeconds(now, -uploadSeconds) };
  let count = 0;
  for (;;) {
    const withdrawn = await withdrawUnneeded(ctx.db, before, batch);
    // The file goes before its row: a crash in between leaves a row without owner, which the next sweep finds.
    for (const { fileKey } of withdrawn) await ctx.files.delete(fileKey);
    await deleteDocuments(
      ctx.db,
      withdrawn.map(({ id }) => id),
    );
    count += withdrawn.length;
    if (withdrawn.length < batch) break;
  }
  await deleteUploadLinks(ctx.db, addSeconds(now, -linkMemorySeconds));
  if (count > 0) ctx.log.info('documents swept', { count });
  return count;
}

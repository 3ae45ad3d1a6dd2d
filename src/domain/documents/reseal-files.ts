import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { listFiles } from './document.store.ts';
import { contentPlace } from './document.ts';
import type { FileStore } from './file-store.port.ts';

const batch = 100;

/** How many files there are, how many were sealed anew, and how many no configured key opens. */
export interface ResealedFiles {
  examined: number;
  resealed: number;
  unreadable: number;
}

/**
 * Seals anew every file that an old key sealed, one at a time. It can be stopped at any moment and run again; a file that cannot be
 * opened is left as it is and counted; a store that refuses ends the run. Run it, beside the resealing of the columns, before an old key is taken away.
 */
export async function resealFiles(ctx: { db: Db; vault: Vault; files: FileStore }): Promise<ResealedFiles> {
  const report: ResealedFiles = { examined: 0, resealed: 0, unreadable: 0 };
  for (let after = ''; ; ) {
    const rows = await listFiles(ctx.db, after, batch);
    for (const { id, fileKey } of rows) {
      report.examined += 1;
      const sealed = await ctx.files.get(fileKey);
      if (!sealed || !ctx.vault.isOutdated(sealed)) continue;
      const place = contentPlace(id);
      const bytes = opened(ctx.vault, sealed, place);
      if (bytes === undefined) {
        report.unreadable += 1;
        continue;
      }
      await ctx.files.put(fileKey, ctx.vault.seal(bytes, place));
      report.resealed += 1;
    }
    const last = rows.at(-1);
    if (!last) return report;
    after = last.id;
  }
}

function opened(vault: Vault, sealed: Uint8Array, place: string): Buffer | undefined {
  try {
    return vault.open(sealed, place);
  } catch {
    return undefined;
  }
}

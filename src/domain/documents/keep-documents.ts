import type { Owner } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Db } from '../../store/db.ts';
import { type DocumentHolder, replaceUses, shareGuestDocuments } from './document.store.ts';
import { documentIdOf } from './document.ts';
import { redirectGuestLinks } from './upload-link.store.ts';

export type { DocumentHolder };

/**
 * Notes, in the caller's transaction, that an application or a profile refers to exactly the uploads behind these URLs: they are kept
 * as long as it exists. URLs that are not the owners' are passed over.
 */
export async function keepDocuments(
  ctx: { realClock: Clock; baseUrl: string },
  tx: Db,
  owners: readonly Owner[],
  holder: DocumentHolder,
  urls: readonly string[],
): Promise<void> {
  const ids = urls.flatMap((url) => documentIdOf(ctx.baseUrl, url) ?? []);
  await replaceUses(tx, owners, holder, [...new Set(ids)], ctx.realClock.now());
}

/**
 * Makes the account that a guest's order moves to the owner of the guest's uploads, in that move's transaction. The guest token keeps
 * reading them until it expires.
 */
export async function shareDocuments(tx: Db, guestId: string, accountId: string): Promise<void> {
  await shareGuestDocuments(tx, guestId, accountId);
  await redirectGuestLinks(tx, guestId, accountId);
}

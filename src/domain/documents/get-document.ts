import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Db } from '../../store/db.ts';
import { requireOwner } from '../keys/require-guest.ts';
import { findDocument } from './document.store.ts';
import { documentUrl, type UploadedDocument } from './document.ts';
import { fillableFields } from './fillable-fields.ts';

/** Returns what is known of a document of the caller, without its content; throws NOT_FOUND for any other. */
export async function getDocument(
  ctx: { caller: Caller; db: Db; clock: Clock; baseUrl: string },
  request: { id: string; guestToken?: string | null | undefined },
): Promise<UploadedDocument> {
  const { owner } = await requireOwner(ctx, request.guestToken, async (owner) =>
    Boolean(await findDocument(ctx.db, owner, request.id)),
  );
  const found = await findDocument(ctx.db, owner, request.id);
  if (!found) throw new Failure('NOT_FOUND');
  const { fileKey: _fileKey, hasZone, ...document } = found;
  return {
    ...document,
    url: documentUrl(ctx.baseUrl, document.id),
    fills: fillableFields(document.kind, hasZone),
  };
}

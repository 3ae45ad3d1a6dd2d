import { hash } from 'node:crypto';
import type { Caller } from '../../kernel/caller.ts';
import { addSeconds, type Clock } from '../../kernel/clock.ts';
import { newId, newSecret } from '../../kernel/id.ts';
import type { Once } from '../../kernel/once.ts';
import type { Db } from '../../store/db.ts';
import type { ApplicationOwners } from './application-owners.port.ts';
import { type DocumentKind, documentUrl, uploadLinkLifetimeSeconds } from './document.ts';
import { requireUploader } from './upload-document.ts';
import { insertUploadLink } from './upload-link.store.ts';
import { type UploadLink, uploadPageUrl } from './upload-link.ts';

/** Makes a link for one upload in a browser, good for 15 minutes and once. Throws as `uploadDocument` does for who may not. */
export async function createUploadLink(
  ctx: {
    caller: Caller;
    db: Db;
    clock: Clock;
    baseUrl: string;
    applicationOwners: ApplicationOwners;
    once?: Once | undefined;
  },
  request: { kind: DocumentKind; applicationId?: string | null | undefined; guestToken?: string | null | undefined },
): Promise<UploadLink> {
  const { owner, clock, applicationId } = await requireUploader(ctx, request);
  const token = newSecret('up_');
  const now = clock.now();
  const documentId = newId('doc');
  const link: UploadLink = {
    id: newId('upl'),
    uploadUrl: uploadPageUrl(ctx.baseUrl, token),
    kind: request.kind,
    documentId,
    documentUrl: documentUrl(ctx.baseUrl, documentId),
    expiresAt: addSeconds(now, uploadLinkLifetimeSeconds),
  };
  return ctx.db.transaction(async (tx) => {
    const { id, kind, expiresAt } = link;
    await insertUploadLink(tx, owner, {
      id,
      kind,
      documentId,
      applicationId,
      tokenHash: hash('sha256', token),
      createdAt: now,
      expiresAt,
    });
    await ctx.once?.settle(tx, link);
    return link;
  });
}

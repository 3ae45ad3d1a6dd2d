import type { Caller, Owner } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Once } from '../../kernel/once.ts';
import type { Db } from '../../store/db.ts';
import { requireOwner } from '../keys/require-guest.ts';
import type { ApplicationOwners } from './application-owners.port.ts';
import type { DocumentKind, UploadedDocument } from './document.ts';
import type { SentFile } from './examine-file.ts';
import { type StoreUploadContext, storeUpload } from './store-upload.ts';

/** An upload as a caller asks for it. */
export interface UploadRequest extends SentFile {
  kind: DocumentKind;
  applicationId?: string | null | undefined;
  guestToken?: string | null | undefined;
}

/** What an upload needs besides keeping it. */
export interface UploadContext extends StoreUploadContext {
  caller: Caller;
  clock: Clock;
  applicationOwners: ApplicationOwners;
  once?: Once | undefined;
}

/**
 * Takes an upload in and returns its URL with what was checked. Throws INVALID_UPLOAD for a file that cannot be kept,
 * GUEST_TOKEN_REQUIRED or GUEST_SESSION_EXPIRED for a guest, NOT_FOUND for an application that is not the caller's.
 */
export async function uploadDocument(ctx: UploadContext, request: UploadRequest): Promise<UploadedDocument> {
  const { owner, applicationId } = await requireUploader(ctx, request);
  const { kind, filename, mime, content } = request;
  return storeUpload(ctx, { owner, kind, file: { filename, mime, content }, applicationId }, async (tx, document) => {
    await ctx.once?.settle(tx, document);
  });
}

/**
 * Tells whose an upload is, and which application it belongs to: the account's, or else the guest's of the token. Throws NOT_FOUND when the
 * application is neither's, and as `requireOwner` does.
 */
export async function requireUploader(
  ctx: { caller: Caller; db: Db; clock: Clock; applicationOwners: ApplicationOwners },
  request: { applicationId?: string | null | undefined; guestToken?: string | null | undefined },
): Promise<{ owner: Owner; clock: Clock; applicationId: string | null }> {
  const applicationId = request.applicationId ?? null;
  const isTheirs = async (owner: Owner) =>
    applicationId === null || (await ctx.applicationOwners.owns(owner, applicationId));
  const { owner, clock } = await requireOwner(ctx, request.guestToken, isTheirs);
  if (await isTheirs(owner)) return { owner, clock, applicationId };
  throw new Failure('NOT_FOUND', {
    message: 'The application does not exist, or it is not yours.',
    argument: 'input.applicationId',
  });
}

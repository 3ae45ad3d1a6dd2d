import type { Caller, Owner } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Once } from '../../kernel/once.ts';
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
  const { owner } = await requireOwner(ctx, request.guestToken);
  const applicationId = await requireOwnApplication(ctx, owner, request.applicationId);
  const { kind, filename, mime, content } = request;
  return storeUpload(ctx, { owner, kind, file: { filename, mime, content }, applicationId }, async (tx, document) => {
    await ctx.once?.settle(tx, document);
  });
}

/** Returns the application that is named, or null; throws NOT_FOUND when it is not the owner's. */
export async function requireOwnApplication(
  ctx: { applicationOwners: ApplicationOwners },
  owner: Owner,
  applicationId: string | null | undefined,
): Promise<string | null> {
  if (applicationId === null || applicationId === undefined) return null;
  if (await ctx.applicationOwners.owns(owner, applicationId)) return applicationId;
  throw new Failure('NOT_FOUND', {
    message: 'The application does not exist, or it is not yours.',
    argument: 'input.applicationId',
  });
}

import type { Caller, Owner } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { requireOwner } from '../keys/require-guest.ts';
import { findDocument } from './document.store.ts';
import { contentPlace } from './document.ts';
import type { FileStore } from './file-store.port.ts';
import { extensionOf, type FileType } from './file-type.ts';

/** The file of a document, and the name to save it under: ours, so that nothing of the sender's reaches a header. */
export interface DocumentContent {
  bytes: Buffer;
  type: FileType;
  filename: string;
}

/** Returns the file of a document to its owner. Everybody else gets NOT_FOUND, whatever is missing or wrong. */
export async function readContent(
  ctx: { caller: Caller; db: Db; vault: Vault; files: FileStore; clock: Clock },
  request: { id: string; guestToken?: string | null | undefined },
): Promise<DocumentContent> {
  const isTheirs = async (owner: Owner) => Boolean(await findDocument(ctx.db, owner, request.id));
  const { owner } = await requireOwner(ctx, request.guestToken, isTheirs).catch((error) => {
    throw error instanceof Failure ? new Failure('NOT_FOUND') : error;
  });
  return readContentOf(ctx, owner, request.id);
}

/** Returns the file of a document of an owner; NOT_FOUND when the owner has no such document. Whoever asks must have been admitted. */
export async function readContentOf(
  ctx: { db: Db; vault: Vault; files: FileStore },
  owner: Owner,
  id: string,
): Promise<DocumentContent> {
  const document = await findDocument(ctx.db, owner, id);
  if (!document) throw new Failure('NOT_FOUND');
  const sealed = await ctx.files.get(document.fileKey);
  if (!sealed) throw new Error('the file of a document is missing in the store');
  return {
    bytes: ctx.vault.open(sealed, contentPlace(document.id)),
    type: document.type,
    filename: `${document.kind}-${document.id}.${extensionOf(document.type)}`,
  };
}

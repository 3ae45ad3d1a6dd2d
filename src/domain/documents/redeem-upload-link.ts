import { hash } from 'node:crypto';
import type { Owner } from '../../kernel/caller.ts';
import { type Clock, shiftedClock } from '../../kernel/clock.ts';
import type { Db } from '../../store/db.ts';
import type { DocumentKind, UploadedDocument } from './document.ts';
import type { SentFile } from './examine-file.ts';
import { type StoreUploadContext, storeUpload } from './store-upload.ts';
import { claimUploadLink, findUploadLink, type UploadLinkRow } from './upload-link.store.ts';
import type { LinkState } from './upload-link.ts';

/** Thrown inside the transaction to undo it; never leaves this file. */
const usedMeanwhile = new Error('the link was used meanwhile');

/** Tells how a link stands, and what it asks for while it is open. */
export async function readUploadLink(
  ctx: { db: Db; realClock: Clock },
  token: string,
): Promise<{ state: Exclude<LinkState, 'open'> } | { state: 'open'; kind: DocumentKind; expiresAt: Date }> {
  const link = await find(ctx, token);
  const state = stateOf(ctx, link);
  return state === 'open' ? { state, kind: link!.kind, expiresAt: link!.expiresAt } : { state };
}

/**
 * Takes the one upload of a link in. A file that is refused (INVALID_UPLOAD) leaves the link open; of several that arrive at the same
 * time, on whatever instance, one is kept and the others are told that the link is used.
 */
export async function redeemUploadLink(
  ctx: StoreUploadContext,
  token: string,
  file: SentFile,
): Promise<{ state: 'open'; document: UploadedDocument } | { state: Exclude<LinkState, 'open'> }> {
  const link = await find(ctx, token);
  const state = stateOf(ctx, link);
  if (!link || state !== 'open') return { state: state as Exclude<LinkState, 'open'> };
  const owner: Owner = link.accountId
    ? { kind: 'account', accountId: link.accountId }
    : { kind: 'guest', guestId: link.guestId! };
  const { kind, applicationId, documentId } = link;
  try {
    const document = await storeUpload(ctx, { owner, kind, file, applicationId, documentId }, async (tx) => {
      if (!(await claimUploadLink(tx, link.id, ctx.realClock.now()))) throw usedMeanwhile;
    });
    return { state: 'open', document };
  } catch (error) {
    if (error === usedMeanwhile) return { state: 'used' };
    throw error;
  }
}

async function find(ctx: { db: Db }, token: string): Promise<UploadLinkRow | undefined> {
  return token.length > 100 ? undefined : findUploadLink(ctx.db, hash('sha256', token));
}

function stateOf(ctx: { realClock: Clock }, link: UploadLinkRow | undefined): LinkState {
  if (!link) return 'unknown';
  if (link.usedAt) return 'used';
  return link.expiresAt <= shiftedClock(ctx.realClock, link.clockOffsetSeconds).now() ? 'expired' : 'open';
}

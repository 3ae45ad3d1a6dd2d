import { hash, randomBytes } from 'node:crypto';
import type { Owner } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { addUses, finishDocument, insertDocument } from './document.store.ts';
import { contentPlace, type DocumentKind, documentUrl, type UploadedDocument } from './document.ts';
import { examineFile, type SentFile } from './examine-file.ts';
import type { FileCleaner } from './file-cleaner.port.ts';
import type { FileStore } from './file-store.port.ts';
import { fillableFields } from './fillable-fields.ts';
import type { ZoneReader } from './zone-reader.port.ts';

/** What keeping an upload needs; the clock is the real one. */
export interface StoreUploadContext {
  db: Db;
  vault: Vault;
  files: FileStore;
  cleaner: FileCleaner;
  zoneReader?: ZoneReader | undefined;
  realClock: Clock;
  baseUrl: string;
}

/** What is to be kept, whose it is, and what it belongs to. */
export interface Upload {
  owner: Owner;
  kind: DocumentKind;
  file: SentFile;
  applicationId: string | null;
  /** The id that a link promised; a new one otherwise. */
  documentId?: string;
}

/**
 * Keeps an upload: examined and made harmless, its row written, its file sealed and stored, then shown, together with what
 * `conclude` writes. A crash in between leaves a row that the next sweep clears away with its file, and nothing that can be read.
 */
export async function storeUpload(
  ctx: StoreUploadContext,
  upload: Upload,
  conclude: (tx: Db, document: UploadedDocument) => Promise<void>,
): Promise<UploadedDocument> {
  const { owner, kind, file, applicationId } = upload;
  const { clean, checks, zone } = await examineFile(ctx, kind, file);
  const id = upload.documentId ?? newId('doc');
  // The promised id is taken at the end, by whoever is first; a try that breaks off must not occupy it.
  const rowId = upload.documentId === undefined ? id : newId('doc');
  const fileKey = randomBytes(24).toString('hex');
  const document: UploadedDocument = {
    id,
    url: documentUrl(ctx.baseUrl, id),
    kind,
    type: clean.type,
    sizeBytes: clean.bytes.length,
    sha256: hash('sha256', clean.bytes),
    width: clean.width,
    height: clean.height,
    pages: clean.pages,
    checks,
    fills: fillableFields(kind, zone !== undefined),
  };
  const { url: _url, fills: _fills, ...facts } = document;
  await insertDocument(ctx.db, owner, {
    ...facts,
    id: rowId,
    fileKey,
    filename: ctx.vault.seal(Buffer.from(file.filename), `documents.filename:${id}`),
    zone: zone ? ctx.vault.sealJson(zone, `documents.zone:${id}`) : null,
    createdAt: ctx.realClock.now(),
  });
  await ctx.files.put(fileKey, ctx.vault.seal(clean.bytes, contentPlace(id)));
  await ctx.db.transaction(async (tx) => {
    const now = ctx.realClock.now();
    await conclude(tx, document);
    await finishDocument(tx, rowId, { id, storedAt: now });
    if (applicationId !== null) await addUses(tx, [owner], { applicationId }, [id], now);
  });
  return document;
}

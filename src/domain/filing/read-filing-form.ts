import { Failure } from '../../kernel/failure.ts';
import type { Vault } from '../../store/vault.ts';
import { documentIdOf } from '../documents/document.ts';
import type { FileStore } from '../documents/file-store.port.ts';
import { type DocumentContent, readContentOf } from '../documents/read-content.ts';
import { formOf } from '../products/form.ts';
import type { OpenProductId } from '../products/product-id.ts';
import { lockClaimedFiling, noteAction, type OperatorNeeds } from './operator-hand.ts';
import { openFiledForm } from './step-filing.ts';

/** One field of a form with its value, in the order of the product's form. */
export interface FiledField {
  name: string;
  label: string;
  section: string | null;
  value: unknown;
  /** Where the operator reads the file, when the field holds one. */
  fileUrl: string | null;
}

/** A whole form, opened. */
export interface FiledForm {
  applicationId: string;
  product: OpenProductId;
  fields: FiledField[];
}

type Needs = OperatorNeeds & { vault: Vault; baseUrl: string };

/** Opens the whole form of an application that the operator has claimed. Every reading is recorded before it is answered. */
export async function readFilingForm(ctx: Needs, applicationId: string): Promise<FiledForm> {
  const inHand = await ctx.db.transaction(async (tx) => {
    const locked = await lockClaimedFiling(ctx, tx, applicationId);
    await noteAction(ctx, tx, locked, 'form_read');
    return locked;
  });
  const form = openFiledForm(ctx.vault, inHand.application);
  const { product } = inHand.application;
  const fields = formOf(product).fields.flatMap(({ name, label, section, type }) => {
    const value = form[name];
    if (value === undefined || value === null) return [];
    const documentId = type === 'file' ? documentIdOf(ctx.baseUrl, String(value)) : undefined;
    const fileUrl = documentId ? `${ctx.baseUrl}/api/v1/agent/filings/${applicationId}/files/${documentId}` : null;
    return [{ name, label, section: section ?? null, value, fileUrl }];
  });
  return { applicationId, product, fields };
}

/** Returns a file of the form of an application that the operator has claimed; NOT_FOUND for any other file. The reading is recorded. */
export async function readFilingFile(
  ctx: Needs & { files: FileStore },
  request: { applicationId: string; documentId: string },
): Promise<DocumentContent> {
  const inHand = await ctx.db.transaction(async (tx) => {
    const locked = await lockClaimedFiling(ctx, tx, request.applicationId);
    const form = openFiledForm(ctx.vault, locked.application);
    const holds = formOf(locked.application.product).fields.some(
      ({ name, type }) => type === 'file' && documentIdOf(ctx.baseUrl, String(form[name] ?? '')) === request.documentId,
    );
    if (!holds) throw new Failure('NOT_FOUND');
    await noteAction(ctx, tx, locked, 'file_read', { documentId: request.documentId });
    return locked;
  });
  const { accountId, guestId } = inHand.order;
  const owners = [
    ...(accountId ? [{ kind: 'account' as const, accountId }] : []),
    ...(guestId ? [{ kind: 'guest' as const, guestId }] : []),
  ];
  for (const owner of owners) {
    const content = await readContentOf(ctx, owner, request.documentId).catch((error) => {
      if (error instanceof Failure) return undefined;
      throw error;
    });
    if (content) return content;
  }
  throw new Failure('NOT_FOUND');
}

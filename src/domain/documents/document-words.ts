import type { NextStep } from '../../kernel/next-step.ts';
import type { DocumentKind, UploadedDocument } from './document.ts';
import type { UploadLink } from './upload-link.ts';

/** How each kind is called in a sentence. */
export const kindNames: Readonly<Record<DocumentKind, string>> = {
  passport_bio_page: 'passport page',
  applicant_photo: 'photo',
  selfie: 'selfie',
  supporting: 'document',
};

/** Says in plain words what became of an upload. */
export function describeDocument({ kind, checks, fills, url }: UploadedDocument): string {
  const failed = checks.filter(({ ok }) => !ok).map(({ message }) => message);
  const name = kindNames[kind];
  if (failed.length > 0) return `The ${name} was uploaded, but it may be refused. ${failed.join(' ')}`;
  const fields = [...new Set(fills.map(({ fields }) => fields[0]!))].join(' or ');
  return fields === ''
    ? `The ${name} was uploaded and passes all checks.`
    : `The ${name} was uploaded and passes all checks. Put ${url} into the form field ${fields}.`;
}

/** Says what comes after an upload: a better file, or the form. */
export function afterUpload({ kind, checks }: UploadedDocument): NextStep {
  if (checks.some(({ ok }) => !ok)) {
    return {
      action: 'upload_again',
      why: 'A check failed. Its message says what to change; the file can be used meanwhile.',
      operation: 'UploadDocument',
      arguments: { kind },
    };
  }
  return {
    action: 'validate',
    why: 'The URL goes into the file field of the form, which can then be checked before anything is paid or filed.',
    operation: 'ValidateApplication',
    arguments: {},
  };
}

/** Says in plain words what to do with an upload link. */
export function describeLink({ kind, uploadUrl }: UploadLink): string {
  return `Give the traveler this link to upload the ${kindNames[kind]}: ${uploadUrl}. It works once, for 15 minutes.`;
}

/** Says what comes after a link was made. */
export function afterLink({ documentId, uploadUrl }: UploadLink): NextStep {
  return {
    action: 'upload_in_browser',
    why: 'The traveler opens the page and chooses the file; then the document can be read and its URL used in the form.',
    operation: 'GetDocument',
    arguments: { id: documentId },
    url: uploadUrl,
  };
}

import type { DocumentKind } from './document.ts';

/** A link with which one file can be uploaded in a browser, without a key. */
export interface UploadLink {
  id: string;
  /** The page for the traveler; holds the only copy of the link's secret. */
  uploadUrl: string;
  kind: DocumentKind;
  /** The document that the upload will be, and its URL for form data: both are known before the file is. */
  documentId: string;
  documentUrl: string;
  expiresAt: Date;
}

/** How a link stands for whoever opens it. */
export type LinkState = 'open' | 'used' | 'expired' | 'unknown';

/** Returns the address of the page behind a link. */
export function uploadPageUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/upload/${token}`;
}

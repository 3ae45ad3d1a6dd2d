import { Failure } from '../../kernel/failure.ts';
import type { FileType } from './file-type.ts';

/** What an upload shows, as the caller says. */
export const documentKinds = ['passport_bio_page', 'applicant_photo', 'selfie', 'supporting'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** Limits of an upload. */
export const maxFileBytes = 10 * 1024 * 1024;
export const maxPixels = 50_000_000;
export const maxPages = 20;

/** How long a link for an upload can be used. */
export const uploadLinkLifetimeSeconds = 15 * 60;

/** How long an upload is kept that no application and no profile refers to, counted from the last time one began to. */
export const unusedLifetimeSeconds = 7 * 24 * 60 * 60;

/** What was looked at, whether it will do, and what the traveler can do about it. */
export interface DocumentCheck {
  check: 'format' | 'resolution' | 'sharpness' | 'brightness' | 'proportions' | 'background' | 'readable_zone';
  ok: boolean;
  message: string;
}

/** Form fields that a document can fill, by product. */
export interface FillableFields {
  visaType: string;
  fields: string[];
}

/** How long an upload may take before it counts as broken off. */
export const uploadSeconds = 60 * 60;

/** A document as it is kept; the size and the digest are those of the file that is served, not of the one that was sent. */
export interface StoredDocument {
  id: string;
  kind: DocumentKind;
  type: FileType;
  sizeBytes: number;
  sha256: string;
  width: number | null;
  height: number | null;
  pages: number | null;
  checks: DocumentCheck[];
}

/** Why a file is refused, in `details.file.code`. */
export type UploadProblem = 'MIME' | 'SIZE' | 'EXTENSION' | 'CORRUPT';

/** The files and forms an upload goes into, in the words of answers: what was stored, where it is, what it can fill. */
export interface UploadedDocument extends StoredDocument {
  url: string;
  fills: FillableFields[];
}

/** Makes the failure that refuses a file; the message tells the traveler what to change. */
export function uploadRefused(code: UploadProblem, message: string): Failure {
  return new Failure('INVALID_UPLOAD', { message, details: { file: { code, message } } });
}

const path = '/api/v1/agent/documents/';

/** Returns the URL that form data holds for a document. */
export function documentUrl(baseUrl: string, id: string): string {
  return `${baseUrl}${path}${id}/content`;
}

/** Returns the id in a URL that `documentUrl` made; undefined for any other text. */
export function documentIdOf(baseUrl: string, url: string): string | undefined {
  if (!url.startsWith(baseUrl + path)) return undefined;
  return /^(doc_[0-9a-z]{26})\/content$/.exec(url.slice(baseUrl.length + path.length))?.[1];
}

/** Where the content of a document is sealed: it opens nowhere else. */
export const contentPlace = (id: string): string => `documents.content:${id}`;

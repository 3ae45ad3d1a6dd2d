import { agreedType } from './agreed-type.ts';
import { type DocumentCheck, type DocumentKind, maxPages, type UploadProblem, uploadRefused } from './document.ts';
import type { CleanFile, FileCleaner, Uncleanable } from './file-cleaner.port.ts';
import { judgePdf, judgePicture, judgeZone } from './judge-picture.ts';
import { type FileContent, readFileContent } from './read-file-content.ts';
import type { ReadZone, ZoneReader } from './zone-reader.port.ts';

/** A file as it was sent. */
export interface SentFile {
  filename: string;
  /** The type that the sender declares. */
  mime: string;
  content: FileContent;
}

/** A file that may be kept, with what was found out about it. */
export interface ExaminedFile {
  clean: CleanFile;
  checks: DocumentCheck[];
  zone: ReadZone | undefined;
}

const longestName = 255;

const refusals: Record<Uncleanable, [UploadProblem, string]> = {
  undecodable: ['CORRUPT', 'The file is damaged or incomplete: it cannot be opened. Export or photograph it again.'],
  too_many_pixels: ['SIZE', 'The picture has more than 50 megapixels. Send a smaller one.'],
  too_many_pages: ['SIZE', `The PDF has more than ${maxPages} pages. Send the pages that matter.`],
  expands_too_far: ['SIZE', 'The file unpacks to far more than a document needs. Export it again, or send a photo.'],
  too_slow: ['CORRUPT', 'The file takes too long to read. Export it again, or send a photo.'],
  encrypted: ['CORRUPT', 'The PDF is protected by a password. Save it without protection.'],
  active_content: ['CORRUPT', 'The PDF has scripts, attachments or other active content. Print it to a plain PDF.'],
  several_headers: ['CORRUPT', 'The file holds more than one PDF. Send one document at a time.'],
  trailing_bytes: ['CORRUPT', 'The PDF is followed by other data. Export it again.'],
};

/**
 * Judges a file, makes it harmless and checks whether it will do for its kind. Throws INVALID_UPLOAD for a file that cannot be kept,
 * with a code and a sentence in the details; a file that is safe but will not do is told in the checks.
 */
export async function examineFile(
  ctx: { cleaner: FileCleaner; zoneReader?: ZoneReader | undefined },
  kind: DocumentKind,
  file: SentFile,
): Promise<ExaminedFile> {
  if (file.filename.length > longestName)
    throw uploadRefused('EXTENSION', 'The file name is longer than 255 characters.');
  const bytes = readFileContent(file.content, file.mime);
  const type = agreedType({ filename: file.filename, mime: file.mime, detected: await ctx.cleaner.detect(bytes) });
  const clean = await ctx.cleaner.clean(bytes, type);
  if (!clean.ok) throw uploadRefused(...refusals[clean.reason]);
  if (clean.measures === null || clean.width === null || clean.height === null) {
    return { clean, checks: judgePdf(kind), zone: undefined };
  }
  const checks = judgePicture(kind, { width: clean.width, height: clean.height, measures: clean.measures });
  if (kind !== 'passport_bio_page' || !ctx.zoneReader) return { clean, checks, zone: undefined };
  const { zone, outcome } = await readZone(ctx.zoneReader, clean.bytes);
  return { clean, checks: [...checks, judgeZone(outcome)], zone };
}

/** Trouble of the reader is no reason to refuse a file: the check then says that it could not be made. */
async function readZone(reader: ZoneReader, picture: Buffer) {
  try {
    // The reader may take the bytes over into a thread of its own.
    const zone = await reader.read(Uint8Array.from(picture));
    return { zone, outcome: zone === undefined ? 'none' : zone.valid ? 'read' : 'wrong_digits' } as const;
  } catch {
    return { zone: undefined, outcome: 'unknown' } as const;
  }
}

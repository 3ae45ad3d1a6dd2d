import { fileTypeFromBuffer } from 'file-type';
import type { CleanFile, FileCleaner, Uncleanable } from '../../domain/documents/file-cleaner.port.ts';
import type { FileType } from '../../domain/documents/file-type.ts';
import { cleanImage, cleanPixels, type RawPicture } from './clean-image.ts';
import { runThread } from './run-thread.ts';
import { createSlots } from './slots.ts';

/** How much a file may take. */
export interface CleanerLimits {
  maxPixels: number;
  maxPages: number;
  /** Files worked on at a time, and files that wait for it. */
  running: number;
  waiting: number;
  /** Longest time for one file. */
  seconds: number;
}

const heic = new URL('./heic.thread.ts', import.meta.url);
const pdf = new URL('./pdf.thread.ts', import.meta.url);

/** How much of a file its type can be read from. */
const beginning = 4100;

const detectable: Record<string, FileType> = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'image/webp': 'image/webp',
  'image/heic': 'image/heic',
  'image/heif': 'image/heic',
  'application/pdf': 'application/pdf',
};

/** Makes files harmless with libvips for JPEG, PNG and WebP, libheif in a thread for HEIC, and a PDF parser in a thread. */
export function createFileCleaner(limits: CleanerLimits): FileCleaner {
  const slots = createSlots(limits);
  const threads = { seconds: limits.seconds, heapMegabytes: 256 };

  const cleanHeic = async (bytes: Uint8Array) => {
    const decoded = await runThread<({ ok: true } & RawPicture) | { ok: false; reason: Uncleanable }>(
      heic,
      { bytes, maxPixels: limits.maxPixels },
      threads,
    );
    return decoded.ok ? cleanPixels(decoded, limits) : decoded;
  };

  const cleanPdf = async (bytes: Uint8Array): Promise<CleanFile | { ok: false; reason: Uncleanable }> => {
    const clean = await runThread<{ ok: true; bytes: Uint8Array; pages: number } | { ok: false; reason: Uncleanable }>(
      pdf,
      { bytes, maxPages: limits.maxPages },
      threads,
    );
    if (!clean.ok) return clean;
    const { buffer, byteOffset, byteLength } = clean.bytes;
    return {
      ok: true,
      bytes: Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength),
      type: 'application/pdf',
      width: null,
      height: null,
      pages: clean.pages,
      measures: null,
    };
  };

  return {
    async detect(bytes) {
      const found = await fileTypeFromBuffer(bytes.subarray(0, beginning));
      return found && Object.hasOwn(detectable, found.mime) ? detectable[found.mime] : undefined;
    },
    clean: (bytes, type) =>
      slots.run(async () => {
        if (type === 'application/pdf') return cleanPdf(bytes);
        if (type === 'image/heic') return cleanHeic(bytes);
        return cleanImage(bytes, type, limits);
      }),
  };
}

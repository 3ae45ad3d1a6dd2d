import sharp, { type Sharp } from 'sharp';
import type { CleanFile, Uncleanable } from '../../domain/documents/file-cleaner.port.ts';
import type { FileType } from '../../domain/documents/file-type.ts';
import { measurePicture } from './measure-picture.ts';

/** How many pixels are decoded at most, and for how long. */
export interface ImageLimits {
  maxPixels: number;
  seconds: number;
}

type ImageType = Exclude<FileType, 'application/pdf'>;

/** Pixels of a decoded picture, four bytes each. */
export interface RawPicture {
  data: Uint8Array;
  width: number;
  height: number;
}

const formats = { 'image/jpeg': 'jpeg', 'image/png': 'png', 'image/webp': 'webp' } as const;

/**
 * Decodes a JPEG, PNG or WebP file whole and writes it anew: upright, in sRGB, the first picture only, nothing but pixels. The
 * size that the header states is judged before a pixel is decoded.
 */
export async function cleanImage(
  bytes: Uint8Array,
  type: Exclude<ImageType, 'image/heic'>,
  limits: ImageLimits,
): Promise<CleanFile | { ok: false; reason: Uncleanable }> {
  const open = () => sharp(bytes, { limitInputPixels: limits.maxPixels, failOn: 'warning', sequentialRead: true });
  try {
    const stated = await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata();
    if (stated.format !== formats[type]) return { ok: false, reason: 'undecodable' };
    if (stated.width * stated.height > limits.maxPixels) return { ok: false, reason: 'too_many_pixels' };
  } catch {
    return { ok: false, reason: 'undecodable' };
  }
  return write(open().autoOrient(), type, limits);
}

/** Writes decoded pixels as JPEG: HEIC is read by few of those who receive an application. */
export async function cleanPixels(
  { data, width, height }: RawPicture,
  limits: ImageLimits,
): Promise<CleanFile | { ok: false; reason: Uncleanable }> {
  return write(sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha(), 'image/jpeg', limits);
}

async function write(
  picture: Sharp,
  type: Exclude<ImageType, 'image/heic'>,
  limits: ImageLimits,
): Promise<CleanFile | { ok: false; reason: Uncleanable }> {
  const options =
    type === 'image/png'
      ? { compressionLevel: 6, adaptiveFiltering: false }
      : type === 'image/webp'
        ? { quality: 92, effort: 2 }
        : { quality: 92 };
  try {
    const { data, info } = await picture
      .toColourspace('srgb')
      .toFormat(formats[type], options)
      .timeout({ seconds: limits.seconds })
      .toBuffer({ resolveWithObject: true });
    const measures = await measurePicture(data);
    return { ok: true, bytes: data, type, width: info.width, height: info.height, pages: null, measures };
  } catch (error) {
    return { ok: false, reason: String(error).includes('timeout') ? 'too_slow' : 'undecodable' };
  }
}

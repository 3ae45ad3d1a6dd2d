import sharp from 'sharp';
import type { Raster } from './raster.ts';

/** Pixels that an image may have before it is decoded. */
export const maxPixels = 50_000_000;

/** Longest side that is worth reading: a zone line of 44 characters is then at most 50 pixels a character. */
const maxSide = 2200;

sharp.cache(false);
sharp.concurrency(1);

/** An image that cannot be read as one. */
export type BadImage = 'UNDECODABLE' | 'TOO_MANY_PIXELS';

/** Decodes an image upright by its orientation mark, in colour, reduced to what reading needs. */
export async function decodeImage(bytes: Uint8Array): Promise<Raster | BadImage> {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > maxPixels) return 'TOO_MANY_PIXELS';
    const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'truncated' })
      .autoOrient()
      .flatten({ background: '#fff' })
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3 || Math.min(info.width, info.height) < 16) return 'UNDECODABLE';
    return {
      width: info.width,
      height: info.height,
      channels: 3,
      data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
    };
  } catch {
    return 'UNDECODABLE';
  }
}

/** Re-encodes an image as an upright JPEG of bounded size, without the metadata of the original. */
export async function plainJpeg(bytes: Uint8Array): Promise<Uint8Array | BadImage> {
  const raster = await decodeImage(bytes);
  if (typeof raster === 'string') return raster;
  const { width, height, channels, data } = raster;
  return await sharp(data, { raw: { width, height, channels } }).jpeg({ quality: 92 }).toBuffer();
}

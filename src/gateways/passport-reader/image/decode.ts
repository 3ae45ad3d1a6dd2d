import { Worker } from 'node:worker_threads';
import sharp, { type Sharp } from 'sharp';
import type { HeicPixels } from './heic.thread.ts';
import type { Raster } from './raster.ts';

/** An image that cannot be read as one. */
export type BadImage = 'UNDECODABLE' | 'TOO_MANY_PIXELS';

/** Pixels that an image may have before it is decoded. */
const maxPixels = 50_000_000;
/** Longest side that is worth reading: a zone line of 44 characters is then at most 50 pixels a character. */
const maxSide = 2200;
const formats = new Set(['jpeg', 'png', 'webp', 'heif']);
/** How long the decoder of one HEIC file may take. */
const heicMs = 10_000;

sharp.cache(false);
sharp.concurrency(1);

/** Decodes an image upright by its orientation mark, in colour, reduced to what reading needs. */
export async function decodeImage(bytes: Uint8Array): Promise<Raster | BadImage> {
  try {
    const opened = await openImage(bytes);
    if (typeof opened === 'string') return opened;
    const { data, info } = await opened
      .flatten({ background: '#fff' })
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3 || Math.min(info.width, info.height) < 16) return 'UNDECODABLE';
    const pixels = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    return { width: info.width, height: info.height, channels: 3, data: pixels };
  } catch {
    return 'UNDECODABLE';
  }
}

/** Opens an image of a kind that cameras make; its pixels are counted before any is decoded. */
async function openImage(bytes: Uint8Array): Promise<Sharp | BadImage> {
  const { width, height, format, compression } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (!formats.has(format)) return 'UNDECODABLE';
  if (width * height > maxPixels) return 'TOO_MANY_PIXELS';
  if (format !== 'heif' || compression === 'av1') {
    return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'truncated' }).autoOrient();
  }
  const pixels = await decodeHeic(bytes);
  if (typeof pixels === 'string') return pixels;
  return sharp(pixels.data, { raw: { width: pixels.width, height: pixels.height, channels: 4 } });
}

/** Decodes HEIC on a thread of its own: the decoder's memory only grows, and goes with the thread. */
function decodeHeic(bytes: Uint8Array): Promise<HeicPixels> {
  const program = new URL('./heic.thread.ts', import.meta.url);
  const thread = new Worker(program, { workerData: { bytes, maxPixels }, name: 'heic' });
  return new Promise<HeicPixels>((resolve) => {
    const timer = setTimeout(() => resolve('UNDECODABLE'), heicMs);
    thread.once('message', (pixels: HeicPixels) => resolve(pixels));
    thread.once('error', () => resolve('UNDECODABLE'));
    thread.once('exit', () => {
      clearTimeout(timer);
      resolve('UNDECODABLE');
    });
  }).finally(() => void thread.terminate());
}

/** Re-encodes an image as an upright JPEG of bounded size, without the metadata of the original. */
export async function plainJpeg(bytes: Uint8Array): Promise<Uint8Array | BadImage> {
  const raster = await decodeImage(bytes);
  if (typeof raster === 'string') return raster;
  const { width, height, channels, data } = raster;
  return await sharp(data, { raw: { width, height, channels } }).jpeg({ quality: 92 }).toBuffer();
}

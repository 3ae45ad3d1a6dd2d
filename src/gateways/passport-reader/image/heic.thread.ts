import { parentPort, workerData } from 'node:worker_threads';
import heic from 'heic-decode';

/** What one HEIC file became: its pixels with transparency, or why it has none. */
export type HeicPixels = { data: Uint8ClampedArray; width: number; height: number } | 'UNDECODABLE' | 'TOO_MANY_PIXELS';

const { bytes, maxPixels } = workerData as { bytes: Uint8Array; maxPixels: number };

async function decode(): Promise<HeicPixels> {
  try {
    const [picture] = await heic.all({ buffer: bytes });
    if (picture === undefined) return 'UNDECODABLE';
    return picture.width * picture.height > maxPixels ? 'TOO_MANY_PIXELS' : await picture.decode();
  } catch {
    return 'UNDECODABLE';
  }
}

parentPort?.postMessage(await decode());

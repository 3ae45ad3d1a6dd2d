import { parentPort, workerData } from 'node:worker_threads';
import heic from 'heic-decode';

// A thread of its own for each file: the decoder is WebAssembly, whose memory only grows and goes with the thread.
const { bytes, maxPixels } = workerData as { bytes: Uint8Array; maxPixels: number };

try {
  const pictures = await heic.all({ buffer: bytes });
  const first = pictures[0];
  if (!first) throw new Error('no picture');
  if (first.width * first.height > maxPixels) {
    parentPort!.postMessage({ ok: false, reason: 'too_many_pixels' });
  } else {
    const { data, width, height } = await first.decode();
    parentPort!.postMessage({ ok: true, data, width, height }, [data.buffer as ArrayBuffer]);
  }
} catch {
  parentPort!.postMessage({ ok: false, reason: 'undecodable' });
}

import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examineFile } from '../../../src/domain/documents/examine-file.ts';
import { createFileCleaner } from '../../../src/gateways/file-cleaner/file-cleaner.ts';
import { Failure } from '../../../src/kernel/failure.ts';
import { type HostileFile, hostileImages, marker } from './hostile-images.ts';
import { hostilePdfs } from './hostile-pdfs.ts';

const cleaner = createFileCleaner({ maxPixels: 50_000_000, maxPages: 20, running: 2, waiting: 16, seconds: 10 });

/** A hostile file costs a fraction of this alone on one core; the bound leaves room for a busy machine. */
const boundMilliseconds = 5000;
const memoryBoundBytes = 700 * 1024 * 1024;

const files: HostileFile[] = [];
let startBytes = 0;
let peakBytes = 0;
let timer: NodeJS.Timeout;

beforeAll(async () => {
  files.push(...(await hostileImages()), ...(await hostilePdfs()));
  startBytes = process.memoryUsage.rss();
  timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  }, 20);
}, 120_000);

afterAll(() => clearInterval(timer));

async function examine({ filename, mime, bytes }: HostileFile) {
  const begun = performance.now();
  try {
    const { clean } = await examineFile({ cleaner }, 'supporting', { filename, mime, content: bytes });
    return { outcome: 'kept', bytes: clean.bytes, milliseconds: performance.now() - begun };
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'INVALID_UPLOAD') throw error;
    const { file } = error.details as { file: { code: string; message: string } };
    expect(file.message).not.toContain(marker);
    return { outcome: file.code, bytes: undefined, milliseconds: performance.now() - begun };
  }
}

/** Finds the marker or a location as they stand, and in every packed stream of a PDF. */
function holdsPayload(bytes: Buffer): boolean {
  if (bytes.includes(marker) || bytes.includes('GPS') || bytes.includes('Exif')) return true;
  if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) return false;
  for (let at = bytes.indexOf('stream\n'); at !== -1; at = bytes.indexOf('stream\n', at + 7)) {
    try {
      if (inflateSync(bytes.subarray(at + 7)).includes(marker)) return true;
    } catch {
      // Not packed: looked through above.
    }
  }
  return false;
}

describe('a corpus of hostile files', () => {
  it('is refused with the right code or kept without its payload, each in bounded time', async () => {
    expect(files.length).toBeGreaterThan(60);
    const slow: string[] = [];
    const found: Record<string, string> = {};
    for (const file of files) {
      const { outcome, bytes, milliseconds } = await examine(file);
      found[file.name] = outcome;
      if (bytes) expect(holdsPayload(bytes), `${file.name} kept its payload`).toBe(false);
      if (milliseconds > boundMilliseconds) slow.push(`${file.name}: ${Math.round(milliseconds)} ms`);
    }
    expect(found).toEqual(Object.fromEntries(files.map(({ name, outcome }) => [name, outcome])));
    expect(slow).toEqual([]);
  }, 300_000);

  it('takes bounded memory, many at a time', async () => {
    const some = files.filter(({ bytes }) => bytes.length > 0).slice(0, 40);
    await Promise.allSettled(some.map(examine));
    expect(peakBytes - startBytes).toBeLessThan(memoryBoundBytes);
  }, 300_000);

  it('is answered with SERVICE_UNAVAILABLE beyond a bounded queue', async () => {
    const crowded = createFileCleaner({ maxPixels: 50_000_000, maxPages: 20, running: 1, waiting: 1, seconds: 10 });
    const [file] = files;
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => crowded.clean(file!.bytes, 'image/jpeg')));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect((outcomes[2] as PromiseRejectedResult).reason).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});

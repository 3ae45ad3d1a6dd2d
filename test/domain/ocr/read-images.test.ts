import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import type { PassportReading, ReadingOutcome } from '../../../src/domain/ocr/passport-reader.port.ts';
import { transliterate } from '../../../src/domain/ocr/transliteration.ts';
import { createLocalReader } from '../../../src/gateways/passport-reader/local.ts';
import truth from '../../ocr-generator/samples/truth.json' with { type: 'json' };

const clock = { now: () => new Date('2026-11-20T12:00:00Z') };
// The machine of a test may be busy: deadlines are not what is tested here.
const reader = createLocalReader({ clock, threads: 1, waiting: 100, deadlineMs: 120_000 });
afterAll(() => reader.close());

const bytesOf = (file: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`../../ocr-generator/samples/${file}`, import.meta.url)));

async function readingOf(file: string): Promise<PassportReading> {
  const outcome = await reader.read(bytesOf(file));
  if (outcome.kind !== 'read') throw new Error(`${file}: ${outcome.kind}`);
  return outcome.reading;
}

const plain = (text: string): string => transliterate(text.normalize('NFD').replace(/\p{M}/gu, '')).replaceAll('<', '');

describe('the reader', { timeout: 180_000 }, () => {
  it.each(truth.documents)(
    'reads every character of $file and is sure of it',
    async ({ file, lines, placeOfBirth }) => {
      const reading = await readingOf(file);
      expect(reading.lines).toEqual(lines);
      expect(reading.verified).toBe(true);
      expect(reading.confidence).toBeGreaterThan(0.6);
      if (reading.placeOfBirth !== null) expect(plain(reading.placeOfBirth.value)).toBe(plain(placeOfBirth ?? ''));
    },
  );

  it.each(truth.doubtful)(
    'is not sure of a letter of $file that looks right from one place only',
    async ({ file, lines }) => {
      const reading = await readingOf(file);
      const wrong = reading.lines.join() !== lines.join();
      expect(reading.verified && wrong).toBe(false);
    },
  );

  it.each([90, 180, 270, 37, 143])('reads a page turned by %i degrees', async (angle) => {
    const { file, lines } = truth.documents.find((one) => one.file.startsWith('033'))!;
    const turned = await sharp(bytesOf(file)).rotate(angle, { background: '#777' }).jpeg().toBuffer();
    expect(await reader.read(new Uint8Array(turned))).toMatchObject({
      kind: 'read',
      reading: { lines, verified: true },
    });
  });

  it('opens HEIC as phones make it', async () => {
    const bytes = readFileSync(new URL('../../support/files/passport.heic', import.meta.url));
    expect((await reader.read(new Uint8Array(bytes))).kind).not.toBe('bad_image');
  });

  it('finds the place of birth on pages that print one legibly', async () => {
    for (const file of ['169_L4_TD3_SWE.jpg', '085_L3_TD3_ROU.jpg', '171_L4_TD2_UTO.jpg']) {
      expect((await readingOf(file)).placeOfBirth).not.toBeNull();
    }
  });

  it.each(truth.negatives)('answers nothing to %s, which has no zone', async (file) => {
    expect(await reader.read(bytesOf(file))).toEqual({ kind: 'no_zone' });
  });

  it.each([
    ['text', Buffer.from('this is no image')],
    ['a drawing with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ['half an image', bytesOf('175_L5_TD3_DEU.jpg').slice(0, 9000)],
  ])('refuses %s as undecodable', async (_what, bytes) => {
    expect(await reader.read(new Uint8Array(bytes))).toEqual({ kind: 'bad_image', problem: 'UNDECODABLE' });
  });

  it('leaves the event loop free and memory bounded while it reads', async () => {
    await readingOf('138_L4_TD3_CHE.jpg');
    const before = process.memoryUsage().rss;
    const started = performance.eventLoopUtilization();
    const outcomes: ReadingOutcome[] = [];
    for (let round = 0; round < 2; round++) {
      for (const { file } of truth.documents) outcomes.push(await reader.read(bytesOf(file)));
    }
    // Utilization, not delay: a busy machine delays every loop, but only blocking makes this one busy.
    expect(performance.eventLoopUtilization(started).utilization).toBeLessThan(0.2);
    expect(outcomes.every((outcome) => outcome.kind === 'read')).toBe(true);
    expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(400);
  });
});

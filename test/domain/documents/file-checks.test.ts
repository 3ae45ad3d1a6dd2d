import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { documentKinds } from '../../../src/domain/documents/document.ts';
import { examineFile } from '../../../src/domain/documents/examine-file.ts';
import { fillableFields } from '../../../src/domain/documents/fillable-fields.ts';
import { readFileContent } from '../../../src/domain/documents/read-file-content.ts';
import type { ZoneReader } from '../../../src/domain/documents/zone-reader.port.ts';
import { createFileCleaner } from '../../../src/gateways/file-cleaner/file-cleaner.ts';
import { drawing, facePhoto, heicPage, passportPage, specimenZone, type TestFile } from '../../support/images.ts';
import { makePdf } from './hostile-pdfs.ts';

const cleaner = createFileCleaner({ maxPixels: 50_000_000, maxPages: 20, running: 2, waiting: 16, seconds: 10 });

type Kind = (typeof documentKinds)[number];

async function checksOf(kind: Kind, file: TestFile, zoneReader?: ZoneReader) {
  const { checks } = await examineFile({ cleaner, zoneReader }, kind, { ...file, content: file.bytes });
  return checks;
}

/** Names of the checks that failed. */
const failing = async (kind: Kind, file: TestFile, zoneReader?: ZoneReader) =>
  (await checksOf(kind, file, zoneReader)).filter(({ ok }) => !ok).map(({ check }) => check);

const blurred = async (file: TestFile, sigma: number): Promise<TestFile> => ({
  ...file,
  bytes: await sharp(file.bytes).blur(sigma).jpeg().toBuffer(),
});

const darkened = async (file: TestFile): Promise<TestFile> => ({
  ...file,
  bytes: await sharp(file.bytes).linear(0.12, 0).jpeg().toBuffer(),
});

describe('the checks of an upload', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('pass a good photo and a good passport page as %s', async (format) => {
    expect(await failing('applicant_photo', await facePhoto({ format }))).toEqual([]);
    expect(await failing('selfie', await facePhoto({ format }))).toEqual([]);
    expect(await failing('passport_bio_page', await passportPage({ format }))).toEqual([]);
  });

  it('pass a square photo, as US visas want it', async () => {
    expect(await failing('applicant_photo', await facePhoto({ width: 800, height: 800 }))).toEqual([]);
  });

  it('pass a passport page as a phone stores it', async () => {
    expect(await failing('passport_bio_page', await heicPage())).toEqual([]);
  });

  it('tell that a picture is too small, with the size it has and the size it needs', async () => {
    const checks = await checksOf('passport_bio_page', await passportPage({ width: 500 }));
    expect(checks.find(({ check }) => check === 'resolution')).toEqual({
      check: 'resolution',
      ok: false,
      message: expect.stringMatching(/500 x 352 pixels; at least 900 x 560/),
    });
  });

  it('tell that a picture is blurred', async () => {
    expect(await failing('applicant_photo', await blurred(await facePhoto(), 4))).toEqual(['sharpness']);
    expect(await failing('passport_bio_page', await blurred(await passportPage(), 6))).toEqual(['sharpness']);
    expect(await failing('passport_bio_page', await blurred(await passportPage(), 0.7))).toEqual([]);
  });

  it('tell that a photo is too dark', async () => {
    expect(await failing('applicant_photo', await darkened(await facePhoto()))).toContain('brightness');
  });

  it.each([
    ['wide', { width: 1400, height: 800 }],
    ['narrow', { width: 600, height: 1400 }],
  ])('tell that a photo is too %s', async (_word, size) => {
    expect(await failing('applicant_photo', await facePhoto(size))).toContain('proportions');
  });

  it('tell that the person is too small or not in the middle', async () => {
    const photo = (await facePhoto({ format: 'png' })).bytes;
    const placed = async (width: number, left: number, top: number): Promise<TestFile> => ({
      filename: 'photo.png',
      mime: 'image/png',
      bytes: await sharp({ create: { width: 900, height: 1100, channels: 3, background: '#eef0f1' } })
        .composite([{ input: await sharp(photo).resize(width).toBuffer(), left, top }])
        .png()
        .toBuffer(),
    });
    const small = await checksOf('applicant_photo', await placed(260, 320, 780));
    expect(small.find(({ check }) => check === 'proportions')).toMatchObject({
      ok: false,
      message: expect.stringContaining('too small'),
    });
    const aside = await checksOf('applicant_photo', await placed(560, 0, 300));
    expect(aside.find(({ check }) => check === 'proportions')).toMatchObject({
      ok: false,
      message: expect.stringContaining('middle'),
    });
  });

  it('tell that the background is too dark or not plain', async () => {
    expect(await failing('applicant_photo', await facePhoto({ background: '#303a33' }))).toEqual(['background']);
    const stripes = [...Array(30).keys()].map((at) => `<rect x="${at * 60}" width="30" height="1100" fill="#853"/>`);
    const busy = await drawing(
      `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1100"><rect width="900" height="1100" fill="#cde"/>${stripes.join('')}</svg>`,
      'jpeg',
      'busy',
    );
    expect(await failing('applicant_photo', busy)).toContain('background');
  });

  it('tell whether the zone of a passport page was read', async () => {
    const page = await passportPage();
    const reader = (read: ZoneReader['read']): ZoneReader => ({ read });
    const lines = [...specimenZone];
    expect(
      await failing(
        'passport_bio_page',
        page,
        reader(async () => ({ valid: true, lines })),
      ),
    ).toEqual([]);
    expect(
      await failing(
        'passport_bio_page',
        page,
        reader(async () => ({ valid: false, lines })),
      ),
    ).toEqual(['readable_zone']);
    expect(
      await failing(
        'passport_bio_page',
        page,
        reader(async () => undefined),
      ),
    ).toEqual(['readable_zone']);
    const broken = reader(async () => {
      throw new Error('reader is down');
    });
    const checks = await checksOf('passport_bio_page', page, broken);
    expect(checks.at(-1)).toMatchObject({
      check: 'readable_zone',
      ok: true,
      message: expect.stringContaining('could not'),
    });
    expect((await checksOf('selfie', await facePhoto(), broken)).map(({ check }) => check)).not.toContain(
      'readable_zone',
    );
  });

  it('accept a PDF as a passport page and not as a photo', async () => {
    const pdf = { filename: 'scan.pdf', mime: 'application/pdf', bytes: await makePdf(2) };
    expect(await failing('passport_bio_page', pdf)).toEqual([]);
    expect(await failing('supporting', pdf)).toEqual([]);
    expect(await failing('applicant_photo', pdf)).toEqual(['format']);
  });
});

describe('a kept picture', () => {
  it('stands upright, whatever its orientation says', async () => {
    const { bytes } = await facePhoto();
    const turned = await sharp(bytes).rotate(90).withMetadata({ orientation: 8 }).jpeg().toBuffer();
    const { clean } = await examineFile({ cleaner }, 'selfie', {
      filename: 'a.jpg',
      mime: 'image/jpeg',
      content: turned,
    });
    expect([clean.width, clean.height]).toEqual([900, 1100]);
    const { orientation, exif } = await sharp(clean.bytes).metadata();
    expect([orientation, exif]).toEqual([undefined, undefined]);
  });

  it('is never one of more pixels than allowed, HEIC too', async () => {
    const strict = createFileCleaner({ maxPixels: 1_000_000, maxPages: 20, running: 1, waiting: 1, seconds: 10 });
    expect(await strict.clean((await heicPage()).bytes, 'image/heic')).toEqual({
      ok: false,
      reason: 'too_many_pixels',
    });
    expect(await strict.clean((await passportPage()).bytes, 'image/jpeg')).toEqual({
      ok: false,
      reason: 'too_many_pixels',
    });
  });

  it('is refused when it takes too long', async () => {
    const hasty = createFileCleaner({ maxPixels: 50_000_000, maxPages: 20, running: 1, waiting: 1, seconds: 0.001 });
    expect(await hasty.clean((await heicPage()).bytes, 'image/heic')).toEqual({ ok: false, reason: 'too_slow' });
  });

  it('is a JPEG when a HEIC was sent', async () => {
    const { bytes, ...file } = await heicPage();
    const { clean } = await examineFile({ cleaner }, 'passport_bio_page', { ...file, content: bytes });
    expect(clean.type).toBe('image/jpeg');
    expect((await sharp(clean.bytes).metadata()).format).toBe('jpeg');
  });
});

describe('file content', () => {
  const sizeProblem = { details: { file: { code: 'SIZE' } } };
  const corrupt = { details: { file: { code: 'CORRUPT' } } };
  const read = (content: string, mime = 'image/png') => {
    try {
      return Buffer.from(readFileContent(content, mime)).toString();
    } catch (error) {
      return error;
    }
  };

  it('is read from base64, its URL-safe form, wrapped lines and data URLs', () => {
    const text = Buffer.from('hello, file??>>').toString('base64');
    expect(read(text)).toBe('hello, file??>>');
    expect(read(Buffer.from('hello, file??>>').toString('base64url'))).toBe('hello, file??>>');
    expect(read(`${text.slice(0, 8)}\r\n${text.slice(8)}\n`)).toBe('hello, file??>>');
    expect(read(`data:image/png;base64,${text}`)).toBe('hello, file??>>');
  });

  it('is refused as too large before it is decoded', () => {
    const bomb = 'A'.repeat(200_000_000);
    const before = process.memoryUsage().arrayBuffers;
    expect(read(bomb)).toMatchObject(sizeProblem);
    expect(read('A'.repeat(14_200_000))).toMatchObject(sizeProblem);
    expect(read('\n'.repeat(14_600_000))).toMatchObject(sizeProblem);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
  });

  it.each([
    ['empty', ''],
    ['blank', '\n\n'],
    ['an empty data URL', 'data:image/png;base64,'],
    ['not base64', 'hello, world!'],
    ['cut off', 'AAAAA'],
    ['padded in the middle', 'AA==AAAA'],
  ])('is refused when it is %s', (_word, text) => {
    expect(read(text)).toMatchObject(corrupt);
  });

  it('is refused when its data URL names another type', () => {
    expect(read('data:text/html;base64,AAAA')).toMatchObject({ details: { file: { code: 'MIME' } } });
  });
});

describe('the fields that a document fills', () => {
  it('begin with the file field of each product, by kind', () => {
    const first = (kind: Kind) =>
      Object.fromEntries(fillableFields(kind, false).map(({ visaType, fields }) => [visaType, fields]));
    expect(first('passport_bio_page')).toEqual({
      ESTA: ['passport_bio_page_url'],
      DS160: ['passport_bio_page_url'],
      UK_ETA: ['passport_bio_page_url'],
      CANADA_ETA: ['passport_bio_page_url'],
    });
    expect(first('selfie')).toEqual({
      ESTA: ['applicant_photo_url'],
      DS160: ['photo_url'],
      UK_ETA: ['applicant_photo_url'],
    });
    expect(first('supporting')).toEqual({});
  });

  it('include what a zone says once it was read', () => {
    const esta = fillableFields('passport_bio_page', true).find(({ visaType }) => visaType === 'ESTA');
    expect(esta!.fields).toEqual(expect.arrayContaining(['family_name', 'passport_number', 'date_of_birth']));
  });
});

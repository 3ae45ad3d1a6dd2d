import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { judgeCheckDigits } from '../../src/domain/ocr/check-digits.ts';
import type { PassportReader, ReadingOutcome } from '../../src/domain/ocr/passport-reader.port.ts';
import { Failure } from '../../src/kernel/failure.ts';
import { startService, type TestService } from '../support/service.ts';

const sample = (file: string): Promise<Buffer> =>
  readFile(new URL(`../ocr-generator/samples/${file}`, import.meta.url));

let house: TestService;
let key: string;
let page: string;

beforeAll(async () => {
  house = await startService();
  key = await house.newKey();
  page = (await sample('085_L3_TD3_ROU.jpg')).toString('base64');
});

const read = (imageBase64: unknown, as: Record<string, string> = { key }) =>
  house.api.post('/ocr', { imageBase64 }, as);

/** A service whose reader does what the test says. */
async function houseWith(read: PassportReader['read']): Promise<TestService> {
  const passportReader: PassportReader = { read, state: () => 'ok', close: async () => {} };
  return startService({ overrides: { passportReader } });
}

describe('POST /ocr answers 200', { timeout: 120_000 }, () => {
  it('with the zone, the place of birth, a profile and form data', async () => {
    const answer = await read(page);
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchSnapshot({
      confidence: expect.toSatisfy((value: number) => value > 0.6 && value <= 1),
      place_of_birth: { confidence: expect.toSatisfy((value: number) => value > 0.5 && value <= 1) },
    });
  });

  it('to a data URL and to a guest with the same zone', async () => {
    const { lines } = (await read(page)).data.mrz;
    const answers = [await read(`data:image/jpeg;base64,${page}`), await read(page, {})];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ data }) => data.mrz.lines)).toEqual([lines, lines]);
  });

  it('with a profile that POST /profiles takes as it is', async () => {
    const { profile } = (await read(page)).data;
    const saved = await house.api.post('/profiles', profile, { key });
    expect(saved.status).toBe(201);
  });

  it('leading a guest to eligibility and an account to a profile', async () => {
    expect((await read(page, {})).data.next_step).toMatchObject({ rest: { path: '/api/v1/agent/eligibility' } });
    expect((await read(page)).data.next_step).toMatchObject({
      action: 'create_profile',
      tool: { name: 'create_profile' },
    });
  });

  it('again with the first answer for the same idempotency key', async () => {
    const call = () => house.api.post('/ocr', { imageBase64: page }, { key, idempotencyKey: 'read-once' });
    const [first, second] = [await call(), await call()];
    expect(second.data).toEqual(first.data);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });

  it('saying of an uncertain reading which check digits disagree, and filling in only what is certain', async () => {
    const lines = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C46UTO7408122F1204159ZE184226B<<<<<10'];
    const checks = judgeCheckDigits('TD3', lines);
    const reading = {
      format: 'TD3' as const,
      lines,
      corrections: [],
      checks,
      verified: false,
      confidence: 0.4,
      placeOfBirth: null,
    };
    const { api } = await houseWith(async () => ({ kind: 'read', reading }));
    const { data } = await api.post('/ocr', { imageBase64: page });
    expect(data.mrz).toMatchObject({ valid: false, check_digits: { document_number: false, date_of_birth: true } });
    expect(data.profile).toEqual({ dateOfBirth: '1974-08-12', passportExpiry: '2012-04-15' });
    expect(data.next_step).toMatchObject({ action: 'read_again', rest: { path: '/api/v1/agent/ocr' } });
  });
});

describe('POST /ocr answers 400', () => {
  it.each([
    ['an empty image', '', 'MISSING'],
    ['a data URL of nothing', 'data:image/png;base64,', 'MISSING'],
    ['what is no base64', '%%%%', 'ENCODING'],
    ['base64 of a wrong length', 'AAAAA', 'ENCODING'],
    ['a data URL of text', 'data:text/html;base64,PGI+', 'ENCODING'],
    ['text in place of an image', Buffer.from('hello').toString('base64'), 'UNDECODABLE'],
    [
      'a drawing with a script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'),
      'UNDECODABLE',
    ],
  ])('INVALID_IMAGE to %s', async (_what, image, code) => {
    const answer = await read(image);
    expect([answer.status, answer.error.code]).toEqual([400, 'INVALID_IMAGE']);
    expect(answer.error.details.imageBase64.code).toBe(code);
  });

  it('INVALID_IMAGE to more than 10 MiB and to more than 50 megapixels, before decoding', async () => {
    const large = await read('A'.repeat(14_100_000));
    expect([large.status, large.error.details.imageBase64.code]).toEqual([400, 'SIZE']);
    const wide = await sharp({ create: { width: 8000, height: 6400, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const many = await read(wide.toString('base64'));
    expect([many.status, many.error.details.imageBase64.code]).toEqual([400, 'PIXELS']);
  });

  it('INVALID_REQUEST to a body without an image', async () => {
    const answer = await house.api.post('/ocr', {}, { key });
    expect([answer.status, answer.error.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(answer.error.details).toHaveProperty('imageBase64');
  });
});

describe('POST /ocr answers 422', { timeout: 120_000 }, () => {
  it('MRZ_NOT_DETECTED to a picture without a zone', async () => {
    const answer = await read((await sample('n033_selfie.jpg')).toString('base64'));
    expect([answer.status, answer.error.code]).toEqual([422, 'MRZ_NOT_DETECTED']);
    expect(answer.error.hint).toContain('data page');
  });
});

describe('POST /ocr answers 404', () => {
  it('to a browser without a key', async () => {
    const headers = {
      'x-agent-friendly': 'false',
      'user-agent': 'Mozilla/5.0 AppleWebKit/537.36',
      'sec-fetch-mode': 'cors',
    };
    const answer = await house.api.post('/ocr', { imageBase64: page }, { headers });
    expect(answer.status).toBe(404);
  });
});

describe('POST /ocr answers 502 and 503', () => {
  const failing = (failure: Failure) => async (): Promise<ReadingOutcome> => {
    throw failure;
  };

  it('OCR_FAILED when the reader breaks, without its words', async () => {
    const { api } = await houseWith(failing(new Failure('OCR_FAILED', { cause: new Error('ERIKSSON') })));
    const answer = await api.post('/ocr', { imageBase64: page });
    expect([answer.status, answer.error.code]).toEqual([502, 'OCR_FAILED']);
    expect(answer.text).not.toContain('ERIKSSON');
  });

  it('SERVICE_UNAVAILABLE with Retry-After when too many images wait', async () => {
    const { api } = await houseWith(failing(new Failure('SERVICE_UNAVAILABLE', { retryAfterSeconds: 7 })));
    const answer = await api.post('/ocr', { imageBase64: page });
    expect([answer.status, answer.error.code, answer.headers.get('retry-after')]).toEqual([
      503,
      'SERVICE_UNAVAILABLE',
      '7',
    ]);
  });
});

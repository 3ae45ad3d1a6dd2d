import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTextractReader } from '../../../src/gateways/passport-reader/textract.ts';
import { silentLog, startService } from '../../support/service.ts';
import { specimens } from './specimens.ts';

interface Received {
  target: string;
  authorization: string;
  image: Buffer;
}

/** A small working model of the provider: answers AnalyzeID with the fields it was told, or with trouble. */
let server: Server;
let endpoint: string;
let received: Received[];
let fields: Record<string, [text: string, confidence: number]> | 'trouble' | 'silence';

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as { DocumentPages: [{ Bytes: string }] };
    received.push({
      target: String(request.headers['x-amz-target']),
      authorization: String(request.headers.authorization),
      image: Buffer.from(body.DocumentPages[0].Bytes, 'base64'),
    });
    if (fields === 'silence') return;
    const status = fields === 'trouble' ? 500 : 200;
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
    if (fields === 'trouble')
      return response.end(JSON.stringify({ __type: 'InternalServerError', message: 'secret words' }));
    const list = Object.entries(fields).map(([name, [text, confidence]]) => ({
      Type: { Text: name },
      ValueDetection: { Text: text, Confidence: confidence },
    }));
    response.end(JSON.stringify({ IdentityDocuments: [{ DocumentIndex: 1, IdentityDocumentFields: list }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)).finally(() => server.closeAllConnections()));
beforeEach(() => {
  received = [];
});
afterEach(() => vi.unstubAllEnvs());

const reader = (deadlineMs = 20_000, inFlight = 8) =>
  createTextractReader({
    region: 'eu-west-1',
    credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'example-secret' },
    endpoint,
    deadlineMs,
    inFlight,
  });
const page = () => readFile(new URL('../../ocr-generator/samples/175_L5_TD3_DEU.jpg', import.meta.url));
const zone = specimens.TD3.join('\n');

describe('Textract', () => {
  it('is asked with a signed AnalyzeID whose image carries no metadata of the original', async () => {
    fields = { MRZ_CODE: [zone, 99] };
    const original = await sharp(await page())
      .withExif({ IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
      .toBuffer();
    expect(original.includes('Exif')).toBe(true);
    await reader().read(original);
    expect(received).toHaveLength(1);
    expect(received[0]!.target).toBe('Textract.AnalyzeID');
    expect(received[0]!.authorization).toContain('Credential=AKIDEXAMPLE/');
    expect(received[0]!.image.includes('Exif')).toBe(false);
    expect((await sharp(received[0]!.image).metadata()).format).toBe('jpeg');
  });

  it.each([
    ['in lines', zone],
    ['in one piece', specimens.TD3.join('')],
    ['with spaces between', specimens.TD3.join('  ')],
  ])('gives a zone %s, judged by our own check digits', async (_how, text) => {
    fields = { MRZ_CODE: [text, 98.5], PLACE_OF_BIRTH: ['ZENITH', 97], FIRST_NAME: ['ANNA', 99] };
    expect(await reader().read(await page())).toEqual({
      kind: 'read',
      reading: {
        format: 'TD3',
        lines: [...specimens.TD3],
        corrections: [],
        checks: {
          document_number: true,
          date_of_birth: true,
          expiry_date: true,
          personal_number: true,
          composite: true,
        },
        verified: true,
        confidence: 0.985,
        placeOfBirth: { value: 'ZENITH', source: 'provider', confidence: 0.97 },
      },
    });
  });

  it('is not believed where a check digit disagrees, however sure it is', async () => {
    fields = { MRZ_CODE: [zone.replace('L898902C3', 'L898902C4'), 99.9] };
    expect(await reader().read(await page())).toMatchObject({
      reading: { verified: false, confidence: 0.5, checks: { document_number: false, composite: false } },
    });
  });

  it.each([
    ['nothing', {}],
    ['half a zone', { MRZ_CODE: [specimens.TD3[0], 99] as [string, number] }],
    ['other characters', { MRZ_CODE: [zone.replace('<<', '«'), 99] as [string, number] }],
  ])('finds no zone when it gives %s', async (_what, given) => {
    fields = given;
    expect(await reader().read(await page())).toEqual({ kind: 'no_zone' });
  });

  it('is never shown what is no image', async () => {
    fields = { MRZ_CODE: [zone, 99] };
    expect(await reader().read(Buffer.from('<svg/>'))).toEqual({ kind: 'bad_image', problem: 'UNDECODABLE' });
    expect(received).toEqual([]);
  });

  it.each(['trouble', 'silence'] as const)('in %s is OCR_FAILED, in our own words', async (what) => {
    fields = what;
    const failing = reader(what === 'silence' ? 400 : 20_000);
    const failure = await failing.read(await page()).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'OCR_FAILED', message: 'The passport reader failed.' });
    expect(failing.state()).toBe('failing');
  });

  it('is sent so many images at a time, and the next is told to come back', async () => {
    fields = { MRZ_CODE: [zone, 99] };
    const bounded = reader(20_000, 1);
    const first = bounded.read(await page());
    expect(bounded.state()).toBe('busy');
    await expect(bounded.read(new Uint8Array(1))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      retryAfterSeconds: 2,
    });
    await first;
    expect(bounded.state()).toBe('ok');
  });
});

describe('a service that reads with Textract', () => {
  async function house() {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDOFTHEENVIRONMENT');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'example-secret');
    const { api } = await startService({
      overrides: { log: silentLog },
      config: { passportReader: { kind: 'textract', region: 'eu-west-1', endpoint } },
    });
    const imageBase64 = (await page()).toString('base64');
    return { api, read: () => api.post('/ocr', { imageBase64 }) };
  }

  it('answers POST /ocr with what it gives, asked with the credentials of the environment', async () => {
    fields = { MRZ_CODE: [zone, 99], PLACE_OF_BIRTH: ['ZENITH', 97] };
    const { api, read } = await house();
    const { status, data } = await read();
    expect([status, data.mrz.valid, data.mrz.lines]).toEqual([200, true, [...specimens.TD3]]);
    expect(data.place_of_birth).toMatchObject({ value: 'ZENITH', source: 'provider' });
    expect(received[0]!.authorization).toMatch(/Credential=AKIDOFTHEENVIRONMENT\/\d{8}\/eu-west-1\/textract\//);
    expect((await api.get('/health')).data.checks.ocr).toEqual({ status: 'ok', detail: 'textract ok' });
  });

  it('answers 502 when it fails, in our own words, says so in health, and recovers with it', async () => {
    const { api, read } = await house();
    fields = 'trouble';
    const refused = await read();
    expect([refused.status, refused.error.code]).toEqual([502, 'OCR_FAILED']);
    expect(refused.text).not.toContain('secret words');
    expect((await api.get('/health')).data.checks.ocr).toEqual({ status: 'degraded', detail: 'textract failing' });
    fields = { MRZ_CODE: [zone, 99] };
    expect((await read()).status).toBe(200);
    expect((await api.get('/health')).data.checks.ocr.status).toBe('ok');
  });

  it('answers 422 when it finds no zone', async () => {
    const { read } = await house();
    fields = { FIRST_NAME: ['ANNA', 99] };
    const refused = await read();
    expect([refused.status, refused.error.code]).toEqual([422, 'MRZ_NOT_DETECTED']);
  });
});

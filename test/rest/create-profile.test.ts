import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiAnswer } from '../support/client.ts';
import { facePhoto, uploadBody } from '../support/images.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startService();
  key = await service.newKey();
});

const create = (body: unknown, options = {}) => service.api.post('/profiles', body, { key, ...options });
const stable = ({ text }: ApiAnswer) =>
  JSON.parse(text.replaceAll(service.api.url, '{base_url}').replace(/\b(prf|req)_[0-9a-z]{26}/g, '$1_'));

const traveler = {
  firstName: 'Anna Maria',
  lastName: 'Müller',
  dateOfBirth: '1990-02-28',
  nationality: 'de',
  passportNumber: 'c01x 00t-47',
  passportExpiry: '2031-01-31',
  gender: 'F',
  email: 'anna@example.com',
  cityOfBirth: 'Köln',
  countryOfBirth: 'UK',
};

async function upload(owner: string): Promise<string> {
  const body = uploadBody(await facePhoto(), { kind: 'selfie' });
  const { data, text } = await service.api.post('/documents', body, { key: owner });
  if (data?.url === undefined) throw new Error(text);
  return data.url;
}

describe('201', () => {
  it('saves a traveler: countries in upper case, the passport number without blanks', async () => {
    const answer = await create(traveler);
    expect(answer.status).toBe(201);
    expect(stable(answer)).toMatchSnapshot();
  });

  it('needs no field at all, and takes null for none', async () => {
    const { status, data } = await create({ firstName: null });
    expect([status, data.firstName, data.lastName]).toEqual([201, null, null]);
  });

  it('takes the URLs of the account’s own files', async () => {
    const url = await upload(key);
    const { status, data } = await create({ selfieUrl: url, passportPhotoUrl: url });
    expect([status, data.selfieUrl, data.passportPhotoUrl]).toEqual([201, url, url]);
  });

  it('is repeated with the same idempotency key, and saves one traveler', async () => {
    const other = await service.newKey();
    const options = { key: other, idempotencyKey: 'create-profile-1' };
    const [first, again] = [await create(traveler, options), await create(traveler, options)];
    expect(again.data).toEqual(first.data);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await service.api.get('/profiles', { key: other })).data.profiles).toHaveLength(1);
  });
});

describe('400', () => {
  it.each([
    ['a day that does not exist', { dateOfBirth: '1990-02-30' }, 'dateOfBirth'],
    ['a birth in the future', { dateOfBirth: '2026-11-21' }, 'dateOfBirth'],
    ['a birth before 1900', { dateOfBirth: '1899-12-31' }, 'dateOfBirth'],
    ['an expiry that is no date', { passportExpiry: '31.01.2031' }, 'passportExpiry'],
    ['an expiry in another age', { passportExpiry: '3031-01-31' }, 'passportExpiry'],
    ['another gender', { gender: 'female' }, 'gender'],
    ['an email that is none', { email: 'anna' }, 'email'],
    ['a country that is none', { nationality: 'ZZ' }, 'nationality'],
    ['a country of three letters', { countryOfBirth: 'DEU' }, 'countryOfBirth'],
    ['a passport number with signs', { passportNumber: 'C01X*0' }, 'passportNumber'],
    ['an empty name', { firstName: ' ' }, 'firstName'],
    ['a name that is too long', { lastName: 'x'.repeat(101) }, 'lastName'],
    ['a name with control characters', { cityOfBirth: 'K\u0007ln' }, 'cityOfBirth'],
    ['a name that is a number', { firstName: 1 }, 'firstName'],
    ['a file that is no URL', { selfieUrl: 'me.jpg' }, 'selfieUrl'],
    ['a file of another service', { selfieUrl: 'https://example.com/me.jpg' }, 'selfieUrl'],
  ])('refuses %s, and names the field', async (_, body, field) => {
    const { status, error, text } = await create(body);
    expect([status, error?.code, Object.keys(error?.details ?? {})], text).toEqual([400, 'INVALID_REQUEST', [field]]);
    expect(error.message).toContain(field);
  });

  it('names every problem at once', async () => {
    const { error } = await create({ firstName: '', email: 'x', nationality: 'ZZ' });
    expect(Object.keys(error.details).sort()).toEqual(['email', 'firstName', 'nationality']);
  });

  it('refuses a file of somebody else, and one that does not exist, in the same words', async () => {
    const url = await upload(await service.newKey());
    const answers = [];
    for (const selfieUrl of [url, url.replace(/doc_.{26}/, 'doc_00000000000000000000000000')]) {
      answers.push((await create({ selfieUrl })).error);
    }
    expect(answers[0].details.selfieUrl.code).toBe('FORBIDDEN_FILE_URL');
    expect(answers[1]).toEqual(answers[0]);
  });

  it('refuses a field that it does not know, and names the one that was meant', async () => {
    const { status, error } = await create({ first_name: 'Anna' });
    expect([status, error.code, error.details.first_name.code]).toEqual([400, 'INVALID_REQUEST', 'UNKNOWN_FIELD']);
    expect(error.hint).toContain('firstName');
  });
});

describe('401', () => {
  it('is the answer to guests and to wrong keys', async () => {
    expect((await create(traveler, { key: undefined })).error.code).toBe('AUTHENTICATION_REQUIRED');
    const { status, error } = await create(traveler, { key: `svc_agent_${'0'.repeat(64)}` });
    expect([status, error.code]).toEqual([401, 'INVALID_API_KEY']);
  });
});

describe('409', () => {
  it('refuses an idempotency key that was used with another body', async () => {
    await create(traveler, { idempotencyKey: 'create-profile-2' });
    const { status, error } = await create({ ...traveler, gender: 'X' }, { idempotencyKey: 'create-profile-2' });
    expect([status, error.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  });
});

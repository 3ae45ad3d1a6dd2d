import { beforeEach, describe, expect, it } from 'vitest';
import type { ApiAnswer } from '../support/client.ts';
import { startService, type TestService } from '../support/service.ts';

const service: TestService = await startService();
let key: string;
let id: string;

beforeEach(async () => {
  key = await service.newKey();
  const traveler = { firstName: 'Anna', lastName: 'Muster', passportNumber: 'C01X00T47', gender: 'F' };
  id = (await service.api.post('/profiles', traveler, { key })).data.id;
});

const update = (body: unknown, options = {}) => service.api.patch(`/profiles/${id}`, body, { key, ...options });
const stable = ({ text }: ApiAnswer) =>
  JSON.parse(text.replaceAll(service.api.url, '{base_url}').replace(/\b(prf|req)_[0-9a-z]{26}/g, '$1_'));

describe('200', () => {
  it('changes what is given, clears what is null, and leaves the rest', async () => {
    const answer = await update({ lastName: 'Beispiel', gender: null, nationality: 'at' });
    expect(answer.status).toBe(200);
    expect(stable(answer)).toMatchSnapshot();
    const { data } = await service.api.get(`/profiles/${id}`, { key });
    expect(data).toMatchObject({
      firstName: 'Anna',
      lastName: 'Beispiel',
      gender: null,
      nationality: 'AT',
      passportNumber: 'C01X00T47',
    });
  });

  it('of nothing changes nothing', async () => {
    const { status, data } = await update({});
    expect([status, data.firstName, data.gender]).toEqual([200, 'Anna', 'F']);
  });

  it('tells when it was changed', async () => {
    service.clock.advance(60);
    const { data } = await update({ email: 'anna@example.com' });
    expect(Date.parse(data.updatedAt) - Date.parse(data.createdAt)).toBe(60_000);
  });

  it('at the same time on several fields loses none', async () => {
    await Promise.all([update({ firstName: 'A' }), update({ lastName: 'B' }), update({ cityOfBirth: 'C' })]);
    const { data } = await service.api.get(`/profiles/${id}`, { key });
    expect([data.firstName, data.lastName, data.cityOfBirth]).toEqual(['A', 'B', 'C']);
  });

  it('is repeated with the same idempotency key without being done again', async () => {
    const options = { idempotencyKey: 'update-profile-1' };
    const first = await update({ firstName: 'Once' }, options);
    await update({ firstName: 'Later' });
    const again = await update({ firstName: 'Once' }, options);
    expect([again.headers.get('idempotent-replayed'), again.data]).toEqual(['true', first.data]);
    expect((await service.api.get(`/profiles/${id}`, { key })).data.firstName).toBe('Later');
  });
});

describe('400', () => {
  it('changes nothing when one field is wrong', async () => {
    const { status, error } = await update({ firstName: 'New', email: 'x' });
    expect([status, error.code, Object.keys(error.details)]).toEqual([400, 'INVALID_REQUEST', ['email']]);
    expect((await service.api.get(`/profiles/${id}`, { key })).data.firstName).toBe('Anna');
  });
});

describe('401', () => {
  it('is the answer to guests', async () => {
    expect((await update({ firstName: 'x' }, { key: undefined })).status).toBe(401);
  });
});

describe('404', () => {
  it('is the answer to another account, whose body is not even looked at', async () => {
    const { status, error } = await update({ email: 'x' }, { key: await service.newKey() });
    expect([status, error.code, error.details]).toEqual([404, 'NOT_FOUND', undefined]);
    expect((await service.api.get(`/profiles/${id}`, { key })).data.firstName).toBe('Anna');
  });
});

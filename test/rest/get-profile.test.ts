import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiAnswer } from '../support/client.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let key: string;
let id: string;

beforeAll(async () => {
  service = await startService();
  key = await service.newKey();
  const traveler = { firstName: 'Anna', dateOfBirth: '1990-02-28', nationality: 'DE' };
  id = (await service.api.post('/profiles', traveler, { key })).data.id;
});

const stable = ({ text }: ApiAnswer) =>
  JSON.parse(text.replaceAll(service.api.url, '{base_url}').replace(/\b(prf|req)_[0-9a-z]{26}/g, '$1_'));

describe('200', () => {
  it('is the profile with every field, null where nothing is known', async () => {
    const answer = await service.api.get(`/profiles/${id}`, { key });
    expect(answer.status).toBe(200);
    expect(stable(answer)).toMatchSnapshot();
  });

  it('is kept by no cache', async () => {
    const { headers } = await service.api.get(`/profiles/${id}`, { key });
    expect(headers.get('cache-control')).toContain('no-store');
  });

  it('is sealed in the database', async () => {
    const { profiles } = await import('../../src/domain/profiles/profile.table.ts');
    const [row] = await service.service.services.db.select().from(profiles);
    expect(Buffer.from(row!.data).toString('latin1')).not.toMatch(/Anna|1990/);
  });
});

describe('401', () => {
  it('is the answer to guests', async () => {
    const { status, error } = await service.api.get(`/profiles/${id}`);
    expect([status, error.code]).toEqual([401, 'AUTHENTICATION_REQUIRED']);
  });
});

describe('404', () => {
  it('is the same for a profile of somebody else as for none, byte for byte', async () => {
    const stranger = await service.newKey();
    const missing = `prf_${'0'.repeat(26)}`;
    const answers = [
      await service.api.get(`/profiles/${id}`, { key: stranger }),
      await service.api.get(`/profiles/${missing}`, { key: stranger }),
      await service.api.get(`/profiles/${missing}`, { key }),
      await service.api.get('/profiles/not-an-id', { key }),
    ];
    expect(answers.map(({ status, error }) => [status, error.code])).toEqual(Array(4).fill([404, 'NOT_FOUND']));
    expect(new Set(answers.map((answer) => JSON.stringify(stable(answer)))).size).toBe(1);
  });
});

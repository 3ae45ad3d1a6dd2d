import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { ApiAnswer } from '../support/client.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  const { limits } = readConfig({});
  service = await startService({ config: { limits } });
});

const stable = ({ text }: ApiAnswer) =>
  JSON.parse(
    text
      .replaceAll(service.api.url, '{base_url}')
      .replace(/svc_agent_[0-9a-f]{4}(?=")/g, 'svc_agent_(4 hex)')
      .replace(/\b(key|acc|req)_[0-9a-z]{26}/g, '$1_'),
  );

describe('200', () => {
  it('tells the key, its account, no partner, and the budget after this call', async () => {
    const key = (await service.api.post('/keys', { name: 'My agent', email: 'agent@example.com' })).data.api_key;
    const answer = await service.api.get('/me', { key });
    expect(answer.status).toBe(200);
    expect(stable(answer)).toMatchSnapshot();
  });

  it('counts itself once and nothing else, and agrees with the headers', async () => {
    const key = await service.newKey();
    for (let left = 59; left > 56; left -= 1) {
      const { data, headers } = await service.api.get('/me', { key });
      expect(data.rate_limit).toMatchObject({ limit: 60, remaining: left });
      expect(headers.get('ratelimit')).toMatch(new RegExp(`^"key";r=${left};t=\\d+$`));
      expect(headers.get('ratelimit-policy')).toBe('"key";q=60;w=60');
    }
  });

  it('is kept by no cache', async () => {
    const { headers } = await service.api.get('/me', { key: await service.newKey() });
    expect(headers.get('cache-control')).toContain('no-store');
  });
});

describe('401', () => {
  it('is the answer to guests: they have no identity', async () => {
    const { status, error } = await service.api.get('/me');
    expect([status, error.code]).toEqual([401, 'AUTHENTICATION_REQUIRED']);
  });

  it.each(['', 'svc_agent_', 'svc_agent_xyz', `svc_agent_${'0'.repeat(64)}`])(
    'is the answer to the key %j',
    async (key) => {
      const { status, error } = await service.api.get('/me', { key });
      expect([status, error.code]).toEqual([401, 'INVALID_API_KEY']);
    },
  );

  it('is the answer to a revoked key, at once', async () => {
    const key = await service.newKey();
    const { data } = await service.api.get('/me', { key });
    const { body } = await service.api.graphql(
      'mutation End($keyId: ID!) { revokeApiKey(keyId: $keyId) { id revokedAt } }',
      { keyId: data.key.id },
      { key },
    );
    expect(body.data.revokeApiKey.id).toBe(data.key.id);
    expect((await service.api.get('/me', { key })).error.code).toBe('INVALID_API_KEY');
  });
});

describe('429', () => {
  it('is the answer to the 61st call of a minute, with the seconds to wait; other keys go on', async () => {
    const [key, other] = [await service.newKey(), await service.newKey()];
    const answers = await Promise.all(Array.from({ length: 61 }, () => service.api.get('/me', { key })));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, error }) => [status, error.code])).toEqual([[429, 'RATE_LIMITED']]);
    const wait = Number(refused[0]!.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect((await service.api.get('/me', { key: other })).status).toBe(200);
  });
});

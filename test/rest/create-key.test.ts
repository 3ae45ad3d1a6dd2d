import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { ApiAnswer } from '../support/client.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});

const post = (body?: unknown, options = {}) => service.api.post('/keys', body, options);

/** The whole body, with everything random put in place by kind. */
const stable = ({ text }: ApiAnswer) =>
  JSON.parse(
    text
      .replaceAll(service.api.url, '{base_url}')
      .replace(/svc_agent_[0-9a-f]{64}/g, 'svc_agent_(64 hex)')
      .replace(/svc_agent_[0-9a-f]{4}(?=")/g, 'svc_agent_(4 hex)')
      .replace(/\b(key|acc|req)_[0-9a-z]{26}/g, '$1_'),
  );

describe('201', () => {
  it('issues a sandbox key that works at once, and shows it this one time', async () => {
    const answer = await post({ name: 'My agent', email: 'agent@example.com' });
    expect(answer.status).toBe(201);
    expect(stable(answer)).toMatchSnapshot();
    const { data } = await service.api.get('/me', { key: answer.data.api_key });
    expect(data.key).toMatchObject({ id: answer.data.key_id, prefix: answer.data.prefix, mode: 'sandbox' });
  });

  it('needs no body at all', async () => {
    expect((await post()).status).toBe(201);
    expect((await post({})).data.mode).toBe('sandbox');
  });

  it('gives every caller an account of its own', async () => {
    const [one, other] = await Promise.all([post({}), post({})]);
    expect(one.data.account_id).not.toBe(other.data.account_id);
    expect(one.data.api_key).not.toBe(other.data.api_key);
  });

  it('is repeated with the same idempotency key, and issues no second key', async () => {
    const options = { idempotencyKey: 'create-key-1' };
    const [first, again] = [await post({ name: 'x' }, options), await post({ name: 'x' }, options)];
    expect(again.data).toEqual(first.data);
    expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([
      null,
      'true',
    ]);
  });
});

describe('400', () => {
  it('refuses a field that it does not know, and names the one that was meant', async () => {
    const { status, error } = await post({ nmae: 'x' });
    expect([status, error.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(error.hint).toContain('name');
  });

  it.each([
    ['an email that is none', { email: 'agent' }, 'email'],
    ['a name that is too long', { name: 'x'.repeat(101) }, 'name'],
    ['a name that is no text', { name: 5 }, 'name'],
  ])('refuses %s, and names the field', async (_, body, field) => {
    const { status, error } = await post(body);
    expect([status, error.code, Object.keys(error.details)]).toEqual([400, 'INVALID_REQUEST', [field]]);
  });
});

describe('401', () => {
  it('refuses a wrong key that comes along', async () => {
    const { status, error } = await post({}, { key: 'svc_agent_wrong' });
    expect([status, error.code]).toEqual([401, 'INVALID_API_KEY']);
  });
});

describe('402', () => {
  it.each(['cs_live_unknown', 'cs_sandbox_unknown'])(
    'issues no live key for the unknown session %s',
    async (session) => {
      const { status, error } = await post({ payment_session_id: session });
      expect([status, error.code]).toEqual([402, 'PAYMENT_NOT_VERIFIED']);
    },
  );
});

describe('409', () => {
  it('refuses an idempotency key that was used with another body', async () => {
    await post({ name: 'x' }, { idempotencyKey: 'create-key-2' });
    const { status, error } = await post({ name: 'y' }, { idempotencyKey: 'create-key-2' });
    expect([status, error.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  });
});

describe('429', () => {
  it('issues ten keys an hour to an address, and says when to come again', async () => {
    const { limits } = readConfig({});
    const limited = await startService({ config: { limits } });
    for (let count = 0; count < 10; count += 1) expect((await limited.api.post('/keys', {})).status).toBe(201);
    const { status, error, headers } = await limited.api.post('/keys', {});
    expect([status, error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(headers.get('ratelimit-policy')).toBe('"public";q=30;w=60');
  });
});

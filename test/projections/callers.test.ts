import { describe, expect, it } from 'vitest';
import { isBrowserShaped } from '../../src/http/sender.ts';
import { smallService } from './small-service.ts';

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
const guest = { 'x-agent-friendly': '', 'user-agent': 'agent/1.0' };

describe('who is calling', async () => {
  const { api, spent } = await smallService();

  it('is an account when a key proves it, with the time of its own clock', async () => {
    expect((await api.get('/whoami', { key: 'good' })).data.json.caller).toMatchObject({
      kind: 'account',
      accountId: 'acc_1',
    });
    expect((await api.get('/whoami')).error.code).toBe('AUTHENTICATION_REQUIRED');
    expect((await api.get('/whoami')).headers.get('www-authenticate')).toContain('Bearer');
  });

  it('is refused with a wrong key everywhere, public endpoints too', async () => {
    for (const path of ['/echo/1', '/whoami', '/static']) {
      const answer = await api.get(path, { key: 'bad' });
      expect([answer.status, answer.error.code]).toEqual([401, 'INVALID_API_KEY']);
    }
  });

  it('is an operator only with the scope', async () => {
    expect((await api.get('/operate')).status).toBe(401);
    expect((await api.get('/operate', { key: 'good' })).error.code).toBe('INSUFFICIENT_SCOPE');
    expect((await api.get('/operate', { key: 'operator' })).status).toBe(200);
  });

  it('finds nothing behind a guest-or-key endpoint with a browser, as if it were not there', async () => {
    const browser = { 'x-agent-friendly': 'false', 'user-agent': chrome };
    const hidden = await api.post('/hidden', {}, { headers: browser });
    const nothing = await api.post('/nothing', {}, { headers: browser });
    expect(hidden.status).toBe(404);
    expect(hidden.error).toEqual(nothing.error);
    expect((await api.post('/hidden', {}, { headers: browser, key: 'good' })).status).toBe(200);
    expect((await api.post('/hidden', {}, { headers: { ...browser, 'x-agent-friendly': 'true' } })).status).toBe(200);
    expect((await api.post('/hidden', {}, { headers: guest })).status).toBe(200);
    expect((await api.get('/echo/1', { headers: browser })).status).toBe(200);
  });

  it('hands the preference for strictness on', async () => {
    const strict = async (prefer: string) =>
      (await api.get('/whoami', { key: 'good', headers: { prefer } })).data.json.strict;
    expect(await strict('handling=strict')).toBe(true);
    expect(await strict('respond-async, handling = "strict"')).toBe(true);
    expect(await strict('handling=lenient')).toBe(false);
  });

  it('is counted by key, by address as a guest, and by address on public endpoints, apart', async () => {
    spent.clear();
    await api.get('/whoami', { key: 'good' });
    await api.get('/echo/1', { key: 'good' });
    await api.get('/echo/1');
    await api.post('/hidden', {});
    await api.get('/whoami');
    await api.get('/whoami', { key: 'bad' });
    await api.get('/static');
    expect(Object.fromEntries(spent)).toEqual({ 'key key_1': 2, 'public 127.0.0.1': 1, 'guest 127.0.0.1': 3 });
  });
});

describe('what looks like a browser', () => {
  it.each<[boolean, Record<string, string>]>([
    [true, { 'user-agent': chrome }],
    [true, { 'user-agent': chrome, 'x-agent-friendly': 'no' }],
    [false, { 'user-agent': chrome, 'x-agent-friendly': 'true' }],
    [true, { 'user-agent': 'Something', 'sec-fetch-mode': 'cors' }],
    [true, { 'user-agent': 'Something', 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'none', 'accept-language': '*' }],
    [false, { 'user-agent': 'node', 'sec-fetch-mode': 'cors', 'accept-language': '*' }],
    [false, { 'user-agent': 'my-agent/1.0', 'sec-fetch-mode': 'cors', 'accept-language': '*' }],
    [false, { 'user-agent': 'Mozilla/5.0 (compatible; helpful-agent)' }],
    [false, { 'user-agent': 'curl/8.5.0' }],
    [false, {}],
  ])('%s: %o', (expected, headers) => {
    expect(isBrowserShaped(headers)).toBe(expected);
  });
});

describe('a limited caller', async () => {
  const { api } = await smallService({ limit: 2 });

  it('reads in every answer how much is left, and when to come back', async () => {
    const first = await api.get('/echo/1');
    expect(first.headers.get('ratelimit')).toBe('"public";r=1;t=30');
    expect(first.headers.get('ratelimit-policy')).toBe('"public";q=2;w=60');
    expect((await api.get('/echo/1?limit=x')).headers.get('ratelimit')).toBe('"public";r=0;t=30');
    const refused = await api.get('/echo/1');
    expect([refused.status, refused.error.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'RATE_LIMITED',
      '30',
    ]);
    expect(refused.headers.get('ratelimit')).toBe('"public";r=0;t=30');
  });

  it('is never refused where nothing is limited', async () => {
    for (let round = 0; round < 4; round += 1) expect((await api.get('/static')).status).toBe(200);
  });

  it('cannot try keys faster than that', async () => {
    const answers = [];
    for (let round = 0; round < 4; round += 1) answers.push((await api.get('/whoami', { key: `bad${round}` })).status);
    expect(answers).toEqual([401, 401, 429, 429]);
  });
});

describe('the address of a caller', async () => {
  const behind = await smallService({ trustedProxies: ['127.0.0.0/8', '10.0.0.0/8'] });
  const open = await smallService();

  it.each([
    ['198.51.100.7', 'public 198.51.100.7'],
    ['203.0.113.1, 198.51.100.7', 'public 198.51.100.7'],
    ['203.0.113.1, 198.51.100.7, 10.1.2.3', 'public 198.51.100.7'],
    ['nonsense', 'public 127.0.0.1'],
    ['2001:db8:1:2:3:4:5:6', 'public 2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', 'public 2001:db8:1:2::/64'],
    ['::ffff:198.51.100.7', 'public 198.51.100.7'],
  ])('is read from X-Forwarded-For behind a proxy that is believed: %s', async (forwarded, expected) => {
    behind.spent.clear();
    await behind.api.get('/echo/1', { headers: { 'x-forwarded-for': forwarded } });
    expect([...behind.spent.keys()]).toEqual([expected]);
  });

  it('is the address of the socket otherwise', async () => {
    await open.api.get('/echo/1', { headers: { 'x-forwarded-for': '198.51.100.7' } });
    expect([...open.spent.keys()]).toEqual(['public 127.0.0.1']);
  });
});

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { failureKinds } from '../../src/kernel/failure.ts';
import { startService } from '../support/service.ts';
import { withoutRandomness } from '../support/snapshot.ts';

const { api, service } = await startService();

it.each(['/capabilities', '/context', '/changelog'])('answers %s', async (path) => {
  const answer = await api.get(path);
  expect(answer.status).toBe(200);
  expect(withoutRandomness({ ...answer.data, uptime_seconds: 0 })).toMatchSnapshot();
});

it('answers /health', async () => {
  const { status, data } = await api.get('/health');
  expect(status).toBe(200);
  expect(Object.keys(data)).toEqual(['status', 'checks', 'version', 'uptime_seconds', 'notices']);
  const parts = ['database', 'queue', 'storage', 'payments', 'ocr', 'exchange_rates'];
  expect(Object.keys(data.checks)).toEqual(parts);
  for (const part of parts.slice(0, 5)) expect(data.checks[part].status, part).toBe('ok');
});

it('answers /discovery', async () => {
  const { data } = await api.get('/discovery');
  const { endpoints, tools, ...rest } = data;
  expect(withoutRandomness({ ...rest, endpoint: endpoints[0], tool: tools[0] })).toMatchSnapshot();
});

it('says what is ill and still answers 200', async () => {
  const { probes } = service.services;
  const storage = probes.storage;
  probes.storage = () => {
    throw new Error('no such disk');
  };
  const ill = await api.get('/health');
  probes.storage = storage;
  expect(ill.status).toBe(200);
  expect(ill.data).toMatchObject({
    status: 'degraded',
    checks: { storage: { status: 'degraded', detail: 'out of reach' } },
  });
  expect(ill.text).not.toContain('no such disk');
});

it('flags exchange rates that are older than 7 days', async () => {
  const { data } = await api.get('/health');
  expect(data.checks.exchange_rates).toMatchObject({ status: 'degraded', detail: expect.stringContaining('stale') });
});

it('discovers exactly the endpoints that are served', async () => {
  const { data } = await api.get('/discovery');
  const served = service.documents.all.filter(({ rest }) => rest !== null);
  expect(data.endpoints).toHaveLength(served.length);
  for (const { method, path } of data.endpoints) {
    const { status } = await api.send('OPTIONS', path.replace('/api/v1/agent', '').replaceAll(/\{\w+\}/g, 'x'));
    expect(status, `${method} ${path}`).toBe(204);
  }
});

it('serves every endpoint of the specification', async () => {
  const specification = fileURLToPath(new URL('./endpoints.json', import.meta.url));
  const expected: string[] = JSON.parse(readFileSync(specification, 'utf8'));
  const { data } = await api.get('/discovery');
  const served = new Set(
    data.endpoints.map(
      ({ method, path }: { method: string; path: string }) => `${method} ${path.replace('/api/v1/agent', '')}`,
    ),
  );
  expect(expected.filter((endpoint) => !served.has(endpoint))).toEqual([]);
});

it('lists every error code with what to do', async () => {
  const { data } = await api.get('/errors');
  expect(data.errors.map(({ code }: { code: string }) => code).sort()).toEqual(Object.keys(failureKinds).sort());
});

it('lets clients keep what never differs, with an entity tag', async () => {
  const first = await api.get('/capabilities');
  expect(first.headers.get('cache-control')).toBe('public, max-age=300');
  const again = await api.get('/capabilities', { headers: { 'if-none-match': first.headers.get('etag')! } });
  expect(again.status).toBe(304);
});

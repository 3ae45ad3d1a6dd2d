import { expect, it } from 'vitest';
import { failureKinds } from '../../src/kernel/failure.ts';
import { startService } from '../support/service.ts';

const { api, service } = await startService();
const page = async (path: string) => {
  const response = await fetch(`${api.url}${path}`, { headers: { 'user-agent': 'Mozilla/5.0 AppleWebKit/537.36' } });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

it.each(['/', '/docs', '/docs/errors'])(
  'shows a browser the page %s and loads nothing from elsewhere',
  async (path) => {
    const { status, headers, text } = await page(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    const loaded = [...text.matchAll(/<(?:script|link|img)[^>]*(?:src|href)="([^"]+)"/g)].map((match) => match[1]!);
    expect(loaded.filter((url) => !url.startsWith('/') && !url.startsWith('data:'))).toEqual([]);
  },
);

it('says on every page that it is no government website', async () => {
  for (const path of ['/', '/docs', '/docs/errors'])
    expect((await page(path)).text).toMatch(/not a government website/);
});

it('serves the script of the reference itself', async () => {
  const { status, headers, text } = await page('/docs/rapidoc.js');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('javascript');
  expect(text.length).toBeGreaterThan(500_000);
});

it('describes every error code where the catalogue says', async () => {
  const { text } = await page('/docs/errors');
  for (const code of Object.keys(failureKinds)) expect(text).toContain(`id="${code}"`);
});

it('tells a language model every endpoint and every tool', async () => {
  const { status, headers, text } = await page('/llms.txt');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  for (const { method, path } of service.services.directory.endpoints())
    expect(text).toContain(`- ${method} ${path} (`);
  for (const { name } of service.services.directory.tools()) expect(text).toContain(`- ${name} (`);
});

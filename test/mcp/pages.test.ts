import { beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});

const browser = { 'user-agent': 'Mozilla/5.0 (X11) AppleWebKit/537.36', accept: 'text/html' };
const open = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(new URL(path, service.api.url), { redirect: 'manual', ...init, headers: browser });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('requirements pages', () => {
  it.each(['ESTA', 'DS160', 'UK_ETA', 'CANADA_ETA', 'ETIAS'])(
    '%s has one with fees, documents, sources and dates',
    async (id) => {
      const { status, text, headers } = await open(`/requirements/${id}`);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(text).toContain('What the authority charges');
      expect(text).toMatch(
        /href="https:\/\/[^"]+" rel="noopener noreferrer">[^<]+<\/a> <span class="soft">20\d\d-\d\d-\d\d/,
      );
      expect(text.includes(`/apply/${id}"`)).toBe(id !== 'ETIAS');
    },
  );

  it('lists what is known where the product is not', async () => {
    const { status, text } = await open('/requirements/SCHENGEN');
    expect([status, text.includes('/requirements/UK_ETA')]).toEqual([404, true]);
  });
});

describe('the guided application', () => {
  it('leads from the choice over the price to the payment', async () => {
    const form = await open('/apply/ESTA?travelers=2&speed=rush&promo_code=NOBODY');
    expect(form.status).toBe(200);
    expect(form.text).toContain('$216.54');
    expect(form.text).toContain('The promo code does not apply.');
    const hidden = [...form.text.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      value!,
    ]);
    const ordered = await open('/apply/ESTA', {
      method: 'POST',
      body: new URLSearchParams([...hidden, ['email', 'ada@example.org']]),
    });
    expect(ordered.status).toBe(200);
    const pay = /class="button" href="([^"]+)"/.exec(ordered.text)![1]!;
    expect((await open(pay)).text).toContain('$216.54');
    expect(ordered.text).toMatch(/<code>gst_[\w-]{43}<\/code>/);
  });

  it('sends whoever wants ETIAS to its guide, and takes no order for it', async () => {
    const { status, headers } = await open('/apply/ETIAS');
    expect([status, headers.get('location')]).toEqual([303, '/guides/ETIAS']);
    const ordered = await open('/apply/ETIAS', {
      method: 'POST',
      body: new URLSearchParams({ email: 'ada@example.org' }),
    });
    expect(ordered.status).toBe(422);
  });

  it('says what is wrong instead of guessing', async () => {
    const { status, text } = await open('/apply/ESTA?currency=zzz');
    expect([status, text.includes('role="alert"')]).toEqual([400, true]);
  });
});

describe('cards', () => {
  it.each(['/.well-known/mcp.json', '/.well-known/mcp/server-card.json', '/.well-known/mcp-server-card'])(
    '%s leads to the tool server',
    async (path) => {
      const { status, text } = await open(path);
      expect(status).toBe(200);
      const { remotes } = JSON.parse(text);
      const answer = await fetch(remotes[0].url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
      });
      expect(answer.status).toBe(200);
      await answer.text();
    },
  );
});

import { request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/kernel/failure.ts';
import { smallService } from './small-service.ts';

const { api, spent } = await smallService({
  routes: [
    {
      method: 'GET',
      path: '/files/:id/content',
      access: 'KEY',
      handle: async (arrival, { context }) => {
        if (arrival.params.id === 'none') throw new Failure('NOT_FOUND');
        const { caller } = await context();
        arrival.response.writeHead(200, { 'content-type': 'image/png' }).end(`${arrival.params.id} ${caller.kind}`);
      },
    },
  ],
});

describe('a path', () => {
  it('that is not there answers 404 for every method', async () => {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS', 'PUT']) {
      const answer = await api.send(method, '/nothing');
      expect([answer.status, answer.error.code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  it('that is there with other methods answers 405 and names them', async () => {
    const answer = await api.send('DELETE', '/orders');
    expect([answer.status, answer.error.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
    expect((await api.send('POST', '/static')).headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });

  it('answers HEAD as GET, without the body', async () => {
    const [head, get] = [await api.send('HEAD', '/static'), await api.get('/static')];
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'));
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(100);
  });

  it('lets web pages of any origin read public answers, refusals too, and no others', async () => {
    for (const path of ['/static', '/echo/1?oops=1', '/break']) {
      expect((await api.get(path)).headers.get('access-control-allow-origin')).toBe('*');
      const { headers } = await api.get(path, { headers: { origin: 'https://shop.example' } });
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-expose-headers')).toContain('X-Request-Id');
    }
    // What a browser keeps it may show to a page later.
    expect((await api.get('/static')).headers.get('access-control-expose-headers')).toContain('ETag');
    expect((await api.get('/whoami', { key: 'good' })).headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await api.send('OPTIONS', '/orders');
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
    expect((await api.send('OPTIONS', '/whoami')).headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each(['/%', '/echo/%zz', '/echo/a%00b', `/echo/${'x'.repeat(2_000)}`, '/../../etc/passwd', '/echo//'])(
    'that is odd never breaks the service: %s',
    async (path) => {
      const { hostname, port } = new URL(api.url);
      const status = await new Promise<number>((resolve, reject) => {
        httpRequest({ hostname, port, path: `/api/v1/agent${path}` }, (response) => {
          response.resume();
          resolve(response.statusCode!);
        })
          .on('error', reject)
          .end();
      });
      expect([200, 400, 404]).toContain(status);
    },
  );
});

describe('a route that is no document', () => {
  const read = (id: string, key?: string) =>
    fetch(`${api.url}/files/${id}/content`, {
      headers: { 'user-agent': 'agent', ...(key && { authorization: `Bearer ${key}` }) },
    });

  it('is behind the same recognition, access and limits', async () => {
    spent.clear();
    expect((await read('7')).status).toBe(401);
    expect((await read('7', 'bad')).status).toBe(401);
    const answer = await read('7', 'good');
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'image/png',
      '7 account',
    ]);
    expect(Object.fromEntries(spent)).toEqual({ 'guest 127.0.0.1': 2, 'key key_1': 1 });
  });

  it('tells its failures in the envelope', async () => {
    const answer = await read('none', 'good');
    expect(answer.status).toBe(404);
    expect(((await answer.json()) as { success: boolean }).success).toBe(false);
  });
});

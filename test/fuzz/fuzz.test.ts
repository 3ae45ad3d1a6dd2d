import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formOf } from '../../src/domain/products/form.ts';
import { openProductIds } from '../../src/domain/products/product-id.ts';
import type { ApiAnswer } from '../support/client.ts';
import { facePhoto } from '../support/images.ts';
import { quickReader } from '../support/passport-reader.ts';
import { seedOrder } from '../support/seed.ts';
import { startService } from '../support/service.ts';
import { type AnyRequest, anyCaller, anyRequest, anyVariables, type Pool } from './any-request.ts';

const runs = Number(process.env.FUZZ_RUNS ?? 1_000);
/** The suite always asks the same; a long run asks what was never asked before. */
const seed = process.env.FUZZ_RUNS ? Date.now() % 2 ** 31 : 20_261_120;
const graphqlShare = 0.15;

const running = await startService({
  config: { filingHoldSeconds: { live: 0, sandbox: 0 } },
  overrides: { passportReader: quickReader },
});
const { api, service, newKey } = running;

const pool = await (async (): Promise<Pool> => {
  const keys = [await newKey(), await newKey()];
  const orders = await Promise.all([
    seedOrder(running, { key: keys[0]!, travelers: 2 }),
    seedOrder(running, { key: keys[1]! }),
    seedOrder(running),
    seedOrder(running, { product: 'DS160' }),
  ]);
  for (const order of orders.slice(1)) await order.pay();
  const profile = await api.post('/profiles', { firstName: 'Anna' }, { key: keys[0] });
  const photo = await facePhoto({ width: 700, height: 900 });
  return {
    keys,
    ids: [
      ...orders.flatMap(({ applicationIds, sessionId, orderId }) => [...applicationIds, sessionId, orderId]),
      profile.data.profile_id ?? profile.data.id,
    ],
    guestTokens: orders.flatMap(({ guestToken }) => (guestToken ? [guestToken] : [])),
    texts: [
      'DE',
      'US',
      'gb',
      'ESTA',
      'usd',
      'eur',
      'jpy',
      'standard',
      'anna@example.com',
      'photo_review',
      '2026-11-20',
      'photo.jpg',
      'image/jpeg',
      'http://127.0.0.1:9/x',
    ],
    sensible: {
      nationality: ['DE', 'IN', 'us', 'FR', 'CN'],
      destination: ['US', 'GB', 'CA', 'FR', 'UK'],
      currency: ['usd', 'eur', 'jpy'],
      add_ons: [['photo_review'], [], ['sms_updates', 'document_review']],
      email: ['anna@example.com'],
      payment_session_id: orders.map(({ sessionId }) => sessionId),
      id: [...orders.flatMap(({ applicationIds }) => applicationIds), profile.data.profile_id ?? profile.data.id],
      filename: ['photo.jpg'],
      mime: ['image/jpeg'],
      limit: [1, 50, 200],
      num_travelers: [1, 2, 50],
      advance_seconds: [1, 60],
    },
    fields: openProductIds.flatMap((product) => formOf(product).fields.map(({ name }) => name)),
    picture: photo.bytes.toString('base64'),
  };
})();

const restDocuments = service.documents.all.filter(({ rest }) => rest !== null);
/** What a stack trace, a path of this machine or the words of the database would look like. */
const leak =
  /\\n\s+at |\bat \S+ \(\S+:\d+|node_modules|\/src\/|\.ts\b|postgres|pglite|drizzle|SQLSTATE|syntax error at/i;

const describeRequest = ({ method, path, body, options }: AnyRequest) =>
  `${method} ${path} ${JSON.stringify(options)} ${JSON.stringify(body)?.slice(0, 2_000)}`;

/** Holds an answer to what every answer promises; its shape and its code are held to the OpenAPI document by the client. */
function requireSound(answer: ApiAnswer, what: string): void {
  const { status, body, headers, text } = answer;
  if (status >= 500 && !['SERVICE_UNAVAILABLE', 'OCR_FAILED'].includes(answer.error?.code))
    throw new Error(`${status}: ${what} ${text}`);
  if (status === 304) return;
  expect(headers.get('content-type'), what).toMatch(/^application\/json/);
  expect(body?.success, what).toBe(status < 400);
  expect(body._meta.request_id, what).toBe(headers.get('x-request-id'));
  if (status >= 400) {
    expect(Object.keys(body), what).toEqual(['success', 'error', '_meta']);
    expect(text, what).not.toMatch(leak);
  }
}

describe(`${runs} requests of any kind`, { timeout: 60_000 + runs * 200 }, () => {
  it('never meet a 500, an undocumented status or code, a broken envelope, or a trace of what is inside', async () => {
    const statuses = new Map<number, number>();
    const reached = new Set<string>();
    const requests = fc.constantFrom(...restDocuments).chain((document) => anyRequest(document, pool));
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const { name, method, path, body, options } = request;
        const answer = await api.send(method, path, body, options);
        requireSound(answer, describeRequest(request));
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        if (answer.status < 300) reached.add(name);
      }),
      { numRuns: Math.round(runs * (1 - graphqlShare)), seed, endOnFailure: false },
    );
    process.stdout.write(
      `fuzz: ${[...statuses]
        .sort()
        .map(([status, count]) => `${status}×${count}`)
        .join(' ')}; ` + `${reached.size} of ${restDocuments.length} endpoints succeeded at least once\n`,
    );
    expect(reached.size).toBeGreaterThan(restDocuments.length / 2);
  });

  it('never break the answers of persisted documents over GraphQL', async () => {
    const asked = fc
      .constantFrom(...service.documents.all)
      .chain((document) => fc.tuple(fc.constant(document.name), anyVariables(document, pool), anyCaller(pool)));
    await fc.assert(
      fc.asyncProperty(asked, async ([name, variables, { key, idempotencyKey }]) => {
        const answer = await api.send('POST', '/graphql', { documentId: name, variables }, { key, idempotencyKey });
        const what = `${answer.status} ${answer.text.slice(0, 1_000)} ${name} ${JSON.stringify(variables).slice(0, 2_000)}`;
        expect(answer.status, what).toBeLessThan(500);
        expect(answer.body, what).toBeTypeOf('object');
        for (const error of answer.body.errors ?? []) {
          expect(error.extensions?.code, what).toBeTypeOf('string');
          expect(error.extensions.code, what).not.toBe('INTERNAL');
          expect(JSON.stringify(error), what).not.toMatch(leak);
        }
      }),
      { numRuns: Math.round(runs * graphqlShare), seed, endOnFailure: false },
    );
  });
});

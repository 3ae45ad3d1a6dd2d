import { describe, expect, it } from 'vitest';
import { startService } from '../support/service.ts';

const { api, newKey } = await startService();
// What is measured below is the refusal, not the loading of the server at the first query.
await api.graphql('{ __typename }');

/** Sends a query as it is and measures how long its refusal takes. */
async function attack(body: string) {
  const begun = performance.now();
  const answer = await api.send('POST', '/graphql', body);
  return { answer, milliseconds: performance.now() - begun };
}

const query = (text: string) => JSON.stringify({ query: text });
const nested = (depth: number) =>
  `{ __schema { types ${'{ fields { type '.repeat(depth)} { name } ${'} }'.repeat(depth)} } }`;
const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join(' ');

const attacks: Record<string, string> = {
  'depth 5,000': query(nested(5_000)),
  'depth 40': query(`query { getSelf ${'{ key '.repeat(40)} { id } ${'}'.repeat(40)} }`),
  'breadth of 20,000 fields': query(`{ ${many(20_000, () => '__typename')} }`),
  '200 aliases': query(`{ ${many(200, (at) => `a${at}: __typename`)} }`),
  '11 root fields': query(`{ ${many(11, (at) => `a${at}: getSelf { key { id } }`)} }`),
  '1,000 directives': query(`{ __typename ${many(900, () => '@skip(if: false)')} }`),
  'fragments that go round': query(
    '{ getSelf { ...A } } fragment A on Self { key { ...B } } fragment B on ApiKey { ...C } fragment C on ApiKey { ...B }',
  ),
  'fragments that double': query(
    `{ getSelf { ...F0 } } ${many(60, (at) => `fragment F${at} on Self { ${at < 59 ? `...F${at + 1} ...F${at + 1}` : 'answer'} }`)}`,
  ),
  'a batch': JSON.stringify([{ query: '{ __typename }' }, { query: '{ __typename }' }]),
  '3 MB of variables': JSON.stringify({ query: '{ __typename }', variables: { text: 'x'.repeat(3_000_000) } }),
  '3 MB of query': query(`{ __typename ${' '.repeat(3_000_000)} }`),
  'deeply nested JSON': `{"query":"{ __typename }","variables":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
};

describe('/graphql', () => {
  it.each(Object.entries(attacks))('refuses %s within 500 ms and shows no stack', async (name, body) => {
    const { answer, milliseconds } = await attack(body);
    // A busy machine may hold one try up: the quickest of three is what the query costs.
    const tries =
      milliseconds < 500 ? [milliseconds] : [(await attack(body)).milliseconds, (await attack(body)).milliseconds];
    expect(Math.min(...tries)).toBeLessThan(500);
    expect(answer.text).not.toMatch(/\bat .*\(|node_modules|\.ts:|\.js:/);
    if (name === 'deeply nested JSON') return expect(answer.status).toBeLessThan(500);
    expect(answer.body.errors[0].extensions).toMatchObject({
      code: expect.stringMatching(/^(INVALID_REQUEST|PAYLOAD_TOO_LARGE)$/),
      hint: expect.stringMatching(/\w+ \w+/),
    });
    expect(answer.body.data ?? null).toBeNull();
  });

  it('answers the introspection of a whole schema', async () => {
    const { getIntrospectionQuery } = await import('graphql');
    const answer = await api.graphql(getIntrospectionQuery());
    expect(answer.body.errors).toBeUndefined();
    expect(answer.data.__schema.queryType.name).toBe('Query');
  });

  it('refuses queries by GET without a key, and serves GraphiQL to a browser without outside resources', async () => {
    const refused = await api.send('GET', '/graphql?query={__typename}');
    expect(refused.status).toBe(405);
    expect(refused.body.errors[0].extensions.code).toBe('METHOD_NOT_ALLOWED');
    const page = await fetch(`${api.url}/graphql`, { headers: { accept: 'text/html', 'user-agent': 'Mozilla/5.0' } });
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain('GraphiQL');
    expect(html).not.toMatch(/<(script|link)[^>]+(src|href)="https?:/);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
  });

  it('refuses subscriptions and says where they are served', async () => {
    const answer = await api.graphql('subscription { accountEvents { id } }', {}, { key: await newKey() });
    expect(answer.body.errors[0].message).toContain('/graphql/stream');
  });

  const refusals: Record<string, [string, Record<string, unknown>]> = {
    'a syntax error': ['{ __typename', { code: 'INVALID_REQUEST', hint: expect.stringContaining('locations') }],
    'a field that does not exist': ['{ nope }', { code: 'INVALID_REQUEST', hint: expect.stringContaining('schema') }],
    '200 aliases': [
      `{ ${many(200, (at) => `a${at}: __typename`)} }`,
      { code: 'INVALID_REQUEST', hint: expect.stringContaining('60 aliases') },
    ],
    '3,000 tokens': [
      `{ ${many(3_000, () => '__typename')} }`,
      { code: 'INVALID_REQUEST', hint: expect.stringContaining('2000 tokens') },
    ],
    'a subscription': ['subscription { accountEvents { id } }', { code: 'INVALID_REQUEST', hint: expect.any(String) }],
    'a call without a key': [
      '{ getSelf { key { id } } }',
      { code: 'AUTHENTICATION_REQUIRED', hint: expect.any(String) },
    ],
  };

  it.each(Object.entries(refusals))(
    'says code and hint of %s, with 4xx to whom GraphQL over HTTP lets it, and 200 to older clients',
    async (_what, [text, extensions]) => {
      const ask = (accept: string) => api.send('POST', '/graphql', query(text), { headers: { accept } });
      const [strict, older] = [await ask('application/graphql-response+json'), await ask('application/json')];
      expect([strict.status, older.status]).toEqual([extensions.code === 'INVALID_REQUEST' ? 400 : 401, 200]);
      for (const { body } of [strict, older]) {
        expect(body.errors[0].extensions).toEqual(extensions);
        expect(body).not.toHaveProperty('data');
      }
    },
  );

  it('answers 200 where one field failed and others did not', async () => {
    const text = '{ a: document(id: "doc_none") { kind } __typename }';
    const answer = await api.send('POST', '/graphql', query(text), {
      key: await newKey(),
      headers: { accept: 'application/graphql-response+json' },
    });
    expect(answer.status).toBe(200);
    expect(answer.body.errors[0]).toMatchObject({ path: ['a'], extensions: { code: 'NOT_FOUND' } });
  });

  it('says which request it takes, where it gets another', async () => {
    const needy = 'query ($id: String!) { document(id: $id) { kind } }';
    const others = { query: '{ __typename }', operationName: 'Other' };
    for (const body of [{ nope: 1 }, { query: 1 }, others, { query: needy }]) {
      const answer = await api.send('POST', '/graphql', body);
      expect([answer.status, answer.body.errors[0].extensions]).toEqual([
        400,
        { code: 'INVALID_REQUEST', hint: expect.stringContaining('query or documentId') },
      ]);
    }
  });

  it('refuses a wrong key as REST does', async () => {
    const answer = await api.graphql('{ __typename }', {}, { key: 'svc_agent_nonsense' });
    expect(answer.status).toBe(401);
    expect(answer.body.errors[0].extensions.code).toBe('INVALID_API_KEY');
  });

  it('asks for a key where the field does, with the code and the hint of REST', async () => {
    const rest = await api.get('/me');
    const answer = await api.graphql('{ getSelf { key { id } } }');
    expect(answer.body.errors[0].extensions).toMatchObject({ code: rest.error.code, hint: rest.error.hint });
  });

  it('runs a persisted document by its name', async () => {
    const answer = await api.send('POST', '/graphql', { documentId: 'CreateKey', variables: { name: 'a' } });
    expect(answer.body.errors).toBeUndefined();
    expect(answer.data.data.api_key).toMatch(/^svc_agent_/);
    const unknown = await api.send('POST', '/graphql', { documentId: 'Nothing' });
    expect(unknown.body.errors[0].extensions.code).toBe('INVALID_REQUEST');
  });

  it('answers a mutation once for an idempotency key', async () => {
    const mutation = 'mutation ($input: CreateKeyInput!) { createKey(input: $input) { apiKey } }';
    const options = { idempotencyKey: 'graphql-once' };
    const first = await api.graphql(mutation, { input: { name: 'a' } }, options);
    const second = await api.graphql(mutation, { input: { name: 'a' } }, options);
    expect(first.data.createKey.apiKey).toMatch(/^svc_agent_/);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    const other = await api.graphql(mutation, { input: { name: 'b' } }, options);
    expect(other.body.errors[0].extensions.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });
});

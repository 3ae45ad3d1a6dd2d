import { beforeAll, describe, expect, it } from 'vitest';
import { issueKey } from '../../../src/domain/keys/issue-key.ts';
import { startService, type TestService } from '../../support/service.ts';

/** Keys over GraphQL: rolling, listing, revoking, and what operators may. */
let service: TestService;
let operator: string;
beforeAll(async () => {
  service = await startService();
  const { services } = service.service;
  const caller = { kind: 'system', mode: 'live' } as const;
  operator = (await issueKey({ ...services, caller }, { mode: 'live', scopes: ['operator'], name: 'Op' })).apiKey;
});

const ask = async (query: string, variables: Record<string, unknown>, key: string) => {
  const { body } = await service.api.graphql(query, variables, { key });
  return { data: body.data, code: body.errors?.[0]?.extensions?.code };
};

const issue = `mutation($input: IssueKeyInput!) { issueKey(input: $input) { apiKey accountId key { id scopes mode } } }`;
const list = `query($accountId: ID, $limit: Int, $after: String) {
  apiKeys(accountId: $accountId, limit: $limit, after: $after) { keys { id prefix revokedAt replacedBy } nextCursor } }`;
const roll = `mutation($overlap: Int!) { rollApiKey(overlapSeconds: $overlap) { apiKey key { id } nextStep { action } } }`;

describe('an account', () => {
  it('rolls its key: both are listed, each without its secret, and the old one names the new', async () => {
    const key = await service.newKey();
    const rolled = await ask(roll, { overlap: 60 }, key);
    const next = rolled.data.rollApiKey.apiKey;
    expect((await service.api.get('/me', { key })).status).toBe(200);
    const { data } = await ask(list, {}, next);
    expect(data.apiKeys.keys).toMatchObject([
      { id: rolled.data.rollApiKey.key.id, replacedBy: null },
      { replacedBy: rolled.data.rollApiKey.key.id },
    ]);
    expect(JSON.stringify(data)).not.toContain(key);
    service.clock.advance(60);
    expect((await service.api.get('/me', { key })).error.code).toBe('INVALID_API_KEY');
    expect((await service.api.get('/me', { key: next })).status).toBe(200);
  });

  it('refuses an overlap that is out of range', async () => {
    expect((await ask(roll, { overlap: -1 }, await service.newKey())).code).toBe('INVALID_REQUEST');
  });

  it('lists its keys a page at a time, newest first, each once', async () => {
    let key = await service.newKey();
    for (let count = 0; count < 4; count += 1) key = (await ask(roll, { overlap: 0 }, key)).data.rollApiKey.apiKey;
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const { apiKeys }: { apiKeys: { keys: { id: string }[]; nextCursor: string | null } } = (
        await ask(list, { limit: 2, after }, key)
      ).data;
      seen.push(...apiKeys.keys.map(({ id }) => id));
      after = apiKeys.nextCursor;
    } while (after !== null);
    expect(seen).toHaveLength(5);
    expect(seen).toEqual([...new Set(seen)].sort().reverse());
  });

  it('issues no keys with scopes and lists no keys of others', async () => {
    const key = await service.newKey();
    const input = { mode: 'live', scopes: ['operator'] };
    expect((await ask(issue, { input }, key)).code).toBe('INSUFFICIENT_SCOPE');
    expect((await ask(list, { accountId: '*' }, key)).code).toBe('INSUFFICIENT_SCOPE');
  });
});

describe('an operator', () => {
  it('issues a partner key, which then works as one', async () => {
    const { data } = await ask(
      issue,
      { input: { mode: 'live', scopes: ['partner', 'agent'], name: 'Agency' } },
      operator,
    );
    const me = await service.api.get('/me', { key: data.issueKey.apiKey });
    expect(me.data.key).toMatchObject({ mode: 'live', scopes: ['partner', 'agent'], name: 'Agency' });
  });

  it('adds a key to an account of the same mode only', async () => {
    const { data } = await service.api.get('/me', { key: await service.newKey() });
    const input = (mode: string) => ({ mode, scopes: ['agent'], accountId: data.account.id });
    expect((await ask(issue, { input: input('live') }, operator)).code).toBe('NOT_FOUND');
    expect((await ask(issue, { input: input('sandbox') }, operator)).data.issueKey.accountId).toBe(data.account.id);
  });

  it('revokes the key of anybody', async () => {
    const key = await service.newKey();
    const { data } = await service.api.get('/me', { key });
    await ask('mutation($id: ID!) { revokeApiKey(keyId: $id) { revokedAt } }', { id: data.key.id }, operator);
    expect((await service.api.get('/me', { key })).error.code).toBe('INVALID_API_KEY');
  });
});

describe('guests', () => {
  it.each([
    ['list keys', '{ apiKeys { keys { id } } }'],
    ['roll keys', 'mutation { rollApiKey { apiKey } }'],
    ['issue keys with scopes', 'mutation { issueKey(input: { mode: live, scopes: [operator] }) { apiKey } }'],
  ])('cannot %s', async (_, query) => {
    const { body } = await service.api.graphql(query);
    expect(body.errors[0].extensions.code).toBe('AUTHENTICATION_REQUIRED');
  });
});

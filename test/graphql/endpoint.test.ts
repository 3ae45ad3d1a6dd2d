import { serverAudits } from 'graphql-http';
import { describe, expect, it } from 'vitest';
import { startService } from '../support/service.ts';

const { api, newKey } = await startService();
const key = await newKey();

const audits = serverAudits({
  url: `${api.url}/graphql`,
  fetchFn: (url: string, init?: RequestInit) =>
    fetch(url, { ...init, headers: { ...(init?.headers as Record<string, string>), authorization: `Bearer ${key}` } }),
});

describe('GraphQL over HTTP', () => {
  it('is audited in 61 points', () => {
    expect(audits).toHaveLength(61);
  });

  it.each(audits.map((audit) => [audit.name, audit] as const))('%s', async (_name, audit) => {
    const result = await audit.fn();
    expect(result.status === 'ok' ? undefined : result.reason).toBeUndefined();
  });
});

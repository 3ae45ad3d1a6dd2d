import { beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { connect, readResult, sendModern } from './client.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});

describe('listing tools', () => {
  it('costs at most 20 kB and types every property', async () => {
    const { client } = await connect(service);
    const listed = await client.listTools();
    expect(JSON.stringify(listed).length).toBeLessThan(20_000);
    for (const { name, inputSchema, outputSchema, annotations, title, description } of listed.tools) {
      for (const [key, schema] of Object.entries({ ...inputSchema.properties, ...outputSchema?.properties })) {
        expect((schema as { type?: unknown }).type, `${name}.${key}`).toBeDefined();
      }
      expect([title, description, outputSchema?.type], name).not.toContain(undefined);
      expect(typeof annotations?.readOnlyHint, name).toBe('boolean');
    }
  });

  it('is the same in both eras', async () => {
    const { client } = await connect(service);
    const modern = await sendModern(service, 'tools/list');
    expect(modern.status).toBe(200);
    expect(modern.body.result.tools).toEqual((await client.listTools()).tools);
    expect(modern.body.result).toMatchObject({ resultType: 'complete', cacheScope: 'public' });
  });
});

describe('calling a tool', () => {
  it('opens with the answer, then the pages, then the next tool; data says the same', async () => {
    const { call } = await connect(service);
    const { prose, data, isError } = await call('check_eligibility', { nationality: 'DE', destination: 'US' });
    expect(isError).toBe(false);
    expect(prose.replaceAll(service.api.url, '{base_url}')).toMatchSnapshot();
    expect(prose.startsWith(data.answer)).toBe(true);
    const { data: rest } = await service.api.post('/eligibility', { nationality: 'DE', destination: 'US' });
    const { answer: _answer, ...shared } = data;
    expect(shared).toEqual(rest);
  });

  it('answers the same to a client of 2026', async () => {
    const { call } = await connect(service);
    const given = { nationality: 'DE', destination: 'US' };
    const modern = await sendModern(service, 'tools/call', { name: 'check_eligibility', arguments: given });
    expect(readResult(modern.body.result)).toEqual(await call('check_eligibility', given));
  });
});

import { describe, expect, it } from 'vitest';
import { issueKey } from '../../src/domain/keys/issue-key.ts';
import { newId } from '../../src/kernel/id.ts';
import type { PersistedDocument } from '../../src/projections/document.ts';
import { quickReader } from '../support/passport-reader.ts';
import { startService, type TestService } from '../support/service.ts';
import { withoutRandomness } from '../support/snapshot.ts';
import { type Prepared, prepareSuccess } from './cases.ts';
import { type Face, facesOf, type Outcome } from './faces.ts';

const limited = await startService({
  config: { limits: { publicPerMinute: 100_000, guestPerMinute: 100_000, keyPerMinute: 100_000 } },
  overrides: { passportReader: quickReader },
});
/** Issues keys as an operator does: those that callers issue themselves are few in an hour. */
const running: TestService = {
  ...limited,
  newKey: async () => {
    const { db, vault } = limited.service.services;
    const caller = { kind: 'system', mode: 'sandbox' } as const;
    const issued = await issueKey(
      { caller, db, vault, realClock: limited.clock },
      { mode: 'sandbox', scopes: ['agent'] },
    );
    return issued.apiKey;
  },
};
const { documents } = running.service;
const { rest, graphql, byId, tools } = facesOf(running);
/** As a tool, a call without its file is answered with a link for the upload. */
const fileArguments = new Set(['base64', 'imageBase64']);
const named = (chosen: readonly PersistedDocument[]) => chosen.map((document) => [document.name, document] as const);
const served = documents.all.filter((document) => document.rest !== null);
const both = served.filter(({ tool }) => tool !== null && !tool.confirm);

const uploadToken = /up_[\w-]{43}/g;

/** What is random stands still, and so does what counts the calls of the test itself. */
const comparable = ({ data, code, policy }: Outcome) =>
  withoutRandomness({
    code: code ?? null,
    data: data === undefined ? null : JSON.parse(JSON.stringify(data).replace(uploadToken, 'up_…')),
    policy: policy === null ? null : policy.replace(/\bt=\d+/, ''),
  });

/** Leaves of one answer what the other has too: a tool's answer opens with more. */
function common(of: unknown, like: unknown): unknown {
  if (Array.isArray(of) && Array.isArray(like)) return of.map((item, index) => common(item, like[index]));
  if (typeof of !== 'object' || of === null || typeof like !== 'object' || like === null || Array.isArray(of))
    return of;
  return Object.fromEntries(
    Object.entries(of)
      .filter(([name]) => Object.hasOwn(like, name))
      .map(([name, value]) => [name, common(value, (like as Record<string, unknown>)[name])]),
  );
}

/** Answers that tell how many calls there were, which each face adds to. */
const counting: Record<string, (data: never) => unknown> = {
  GetSelf: ({ rate_limit: _rate, ...data }: Record<string, unknown>) => data,
  CheckHealth: ({ uptime_seconds: _seconds, ...data }: Record<string, unknown>) => data,
};
const settled = (document: PersistedDocument, outcome: Outcome): Outcome => ({
  ...outcome,
  data: outcome.data === undefined ? undefined : (counting[document.name]?.(outcome.data as never) ?? outcome.data),
});

/** How much one call takes off its budget, found by two calls one after the other. */
async function spentBy(
  face: Face,
  document: PersistedDocument,
  { variables, key }: Prepared,
): Promise<number | undefined> {
  const first = await face(document, variables, key);
  const second = await face(document, variables, key);
  return first.policy === null ? undefined : first.left! - second.left!;
}

describe('the same call', { timeout: 120_000 }, () => {
  it.each(named(served))('%s: gives the same data over REST and GraphQL', async (_name, document) => {
    const [forRest, forGraphql] = [await prepareSuccess(document, running), await prepareSuccess(document, running)];
    const overRest = settled(document, await rest(document, forRest.variables, forRest.key));
    const overGraphql = settled(document, await graphql(document, forGraphql.variables, forGraphql.key));
    expect(overRest.code, JSON.stringify(overRest)).toBeUndefined();
    const expected = comparable(overRest);
    // What is not limited over REST counts as one call of a query.
    const policy = document.limited ? comparable(overGraphql).policy : expected.policy;
    expect({ ...comparable(overGraphql), policy }).toEqual(expected);
  });

  it.each(named(served))('%s: gives the same data over REST and by the id of its document', async (_name, document) => {
    const [forRest, forId] = [await prepareSuccess(document, running), await prepareSuccess(document, running)];
    const overRest = settled(document, await rest(document, forRest.variables, forRest.key));
    const overId = settled(document, await byId(document, forId.variables, forId.key));
    const expected = comparable(overRest);
    const shown = comparable(overId);
    const policy = document.limited ? shown.policy : expected.policy;
    expect({ ...shown, policy, data: common(shown.data, expected.data) }).toEqual(expected);
  });

  it.each(named(both))('%s: gives the same data over REST and as a tool', async (_name, document) => {
    const [forRest, forTool] = [await prepareSuccess(document, running), await prepareSuccess(document, running)];
    const overRest = settled(document, await rest(document, forRest.variables, forRest.key));
    const asTool = settled(document, await tools(document, forTool.variables, forTool.key));
    const shown = comparable(asTool);
    const expected = comparable(overRest);
    expect({ ...shown, data: common(shown.data, expected.data) }).toEqual(expected);
  });

  it.each(named(served))('%s: is refused with the same code everywhere', async (_name, document) => {
    const faces = [rest, graphql, ...(both.includes(document) ? [tools] : [])];
    const good = await prepareSuccess(document, running);
    const refusals: [string, Prepared][] = [
      ['a wrong key', { ...good, key: `svc_agent_${'0'.repeat(64)}` }],
      ...(document.access === 'KEY' || document.access === 'KEY_OR_GUEST_TOKEN'
        ? [['no key', { variables: good.variables }] as [string, Prepared]]
        : []),
    ];
    for (const [name, prefix] of [
      ['id', 'app'],
      ['application_id', 'app'],
      ['payment_session_id', 'cs'],
    ] as const) {
      if (!document.variables.get(name)?.required) continue;
      const gone = { ...good.variables, [name]: newId(prefix as never) };
      refusals.push([`an unknown ${name}`, { ...good, variables: gone }]);
    }
    for (const variable of document.variables.values()) {
      const kind = String(variable.type).replace(/!$/, '');
      if (kind === 'ProductId' || kind === 'DocumentKind' || kind === 'SandboxOutcome') {
        refusals.push(['no such value', { ...good, variables: { ...good.variables, [variable.name]: 'NONE' } }]);
      }
      if (
        variable.required &&
        !document.rest!.pathVariables.includes(variable.name) &&
        !fileArguments.has(variable.name)
      ) {
        const { [variable.name]: _missing, ...others } = good.variables;
        refusals.push([`no ${variable.name}`, { ...good, variables: others }]);
      }
    }
    for (const [what, { variables, key }] of refusals) {
      const codes = [];
      for (const face of faces) codes.push((await face(document, variables, key)).code ?? 'none');
      expect(new Set(codes).size, `${what}: ${codes.join(' ')}`).toBe(1);
      expect(codes[0] === 'none' && what !== 'no such value', `${what} is not refused`).toBe(false);
    }
  });

  it.each(named(served.filter(({ limited }) => limited)))(
    '%s: costs one call of the same budget everywhere',
    async (_name, document) => {
      const good = await prepareSuccess(document, running);
      const faces = [rest, graphql, ...(both.includes(document) ? [tools] : [])];
      const spent = [];
      for (const face of faces) spent.push(await spentBy(face, document, good));
      expect(spent).toEqual(faces.map(() => 1));
    },
  );

  it('fails the same with an idempotency key, and is told the same again', async () => {
    const key = await running.newKey();
    const options = { key, idempotencyKey: 'parity' };
    const overRest = await running.api.delete('/profiles/prf_none', options);
    const [first, again] = [
      await running.api.send(
        'POST',
        '/graphql',
        { documentId: 'DeleteProfile', variables: { id: 'prf_none' } },
        options,
      ),
      await running.api.send(
        'POST',
        '/graphql',
        { documentId: 'DeleteProfile', variables: { id: 'prf_none' } },
        options,
      ),
    ];
    expect(first.body.errors[0].extensions.code).toBe(overRest.error.code);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it.each([
    ['in a variable', 'query ($id: ID!) { getProfile(id: $id) { id } }', { id: 'prf_\0' }],
    ['in half a character', 'query ($id: ID!) { getProfile(id: $id) { id } }', { id: 'prf_\ud800' }],
    ['in the query itself', '{ getProfile(id: "\\u0000") { id } }', {}],
  ])('refuses text that no database holds, %s, as REST does', async (_where, query, variables) => {
    const key = await running.newKey();
    const answer = await running.api.graphql(query, variables, { key });
    expect(answer.body.errors[0].extensions.code).toBe('INVALID_REQUEST');
    expect(answer.body.errors[0].message).toContain('null characters');
    expect((await running.api.get('/profiles/prf_%00', { key })).error.code).toBe('INVALID_REQUEST');
  });
});

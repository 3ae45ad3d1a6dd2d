import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { documents } from '../../src/domain/documents/document.table.ts';
import { events } from '../../src/domain/events/event.table.ts';
import { apiKeys } from '../../src/domain/keys/account.table.ts';
import { issueKey } from '../../src/domain/keys/issue-key.ts';
import { applications } from '../../src/domain/orders/application.table.ts';
import { orders } from '../../src/domain/orders/order.table.ts';
import { profiles } from '../../src/domain/profiles/profile.table.ts';
import { newId, newSecret } from '../../src/kernel/id.ts';
import type { PersistedDocument } from '../../src/projections/document.ts';
import type { ApiAnswer, CallOptions } from '../support/client.ts';
import { accountEstate, type Estate, guestEstate, type Kind } from '../support/estate.ts';
import { facePhoto, uploadBody } from '../support/images.ts';
import { startService } from '../support/service.ts';

const running = await startService();
const { api, service } = running;
const { db } = service.services;
const photo = await facePhoto();

const kindByPath: readonly [RegExp, Kind][] = [
  [/^\/(status|summary|applications|sandbox\/applications)\/\{id\}/, 'application'],
  [/^\/profiles\/\{id\}/, 'profile'],
  [/^\/documents\/\{id\}/, 'document'],
  [/^\/webhooks\/\{id\}/, 'webhook'],
];
const kindByVariable: Record<string, Kind> = {
  payment_session_id: 'session',
  application_id: 'application',
  app_id: 'application',
  profile_id: 'profile',
};
/** Variables that look like names of objects and are none, or are the proof of who is calling. */
const noObjects = new Set(['visa_type', 'guest_token']);

/** What else a call needs to come as far as the question whose it is. */
const bodies: Record<string, (as: Estate) => Promise<Record<string, unknown>>> = {
  PatchApplication: async () => ({ form_data: { city_of_birth: 'Hamburg' } }),
  UpdateProfile: async () => ({ firstName: 'Anna' }),
  UploadDocument: async () => uploadBody(photo, { kind: 'applicant_photo' }),
  CreateUploadLink: async () => ({ kind: 'applicant_photo' }),
  SubmitApplication: async () => ({ visa_type: 'ESTA', form_data: {} }),
  RegisterWebhook: async () => ({ callback_url: 'http://127.0.0.1:4545/hook' }),
};

interface Endpoint {
  name: string;
  document: PersistedDocument;
  variable: string;
  kind: Kind;
}

const restDocuments = service.documents.all.filter(({ rest }) => rest !== null);
/** Whoever knows a session may ask about it: its id is the secret. Everything else that is public names no object. */
const endpoints: Endpoint[] = restDocuments
  .filter(({ access }) => access !== 'PUBLIC' && access !== 'OPERATOR')
  .flatMap((document) =>
    [...document.variables.keys()].flatMap((variable) => {
      const { method, path, pathVariables } = document.rest!;
      const kind = pathVariables.includes(variable)
        ? kindByPath.find(([pattern]) => pattern.test(path))?.[1]
        : kindByVariable[variable];
      return kind ? [{ name: `${method} ${path} (${variable})`, document, variable, kind }] : [];
    }),
  );

const call = async ({ document, variable }: Endpoint, id: string, estate: Estate, as = estate.as) => {
  const { method, path, pathVariables } = document.rest!;
  const inPath = pathVariables.includes(variable);
  const target = inPath ? path.replace(`{${variable}}`, id) : path;
  const body = { ...(await bodies[document.name]?.(estate)), ...(!inPath && { [variable]: id }) };
  if (document.name === 'SubmitApplication' && variable === 'profile_id') {
    Object.assign(body, { payment_session_id: estate.session ?? nowhere.session });
  }
  const sent = method === 'GET' || (method === 'DELETE' && inPath) ? undefined : body;
  return api.send(method, target, sent, document.variables.has('guest_token') ? as : withoutToken(as));
};

const withoutToken = ({ guestToken: _token, ...as }: CallOptions): CallOptions => as;

/** An answer without what differs from one request to the next: request id and time. */
const bare = ({ status, headers, body }: ApiAnswer) => {
  const { request_id, timestamp, ...meta } = body?._meta ?? {};
  const told = [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
  return JSON.stringify({ status, told, body: { ...body, _meta: meta } });
};

/** Everything of a sandbox account, as if it had been made live. */
const liveEstate = async (): Promise<Estate & { as: { key: string } }> => {
  const estate = await accountEstate(running);
  const issued = await issueKey(
    { caller: { kind: 'system', mode: 'live' }, db, vault: service.services.vault, realClock: running.clock },
    { mode: 'live', scopes: ['agent'] },
  );
  const { accountId } = issued.key;
  const [application] = await db.select().from(applications).where(eq(applications.id, estate.application!));
  const { orderId } = application!;
  await db.update(orders).set({ mode: 'live', accountId }).where(eq(orders.id, orderId));
  await db.update(applications).set({ mode: 'live' }).where(eq(applications.orderId, orderId));
  await db.update(profiles).set({ accountId }).where(eq(profiles.id, estate.profile!));
  await db.update(documents).set({ accountId }).where(eq(documents.id, estate.document!));
  const { webhook: _hook, ...moved } = estate;
  return { ...moved, as: { key: issued.apiKey } };
};

const nowhere: Record<Kind, string> = {
  application: newId('app'),
  profile: newId('prf'),
  document: newId('doc'),
  session: 'cs_sandbox_0000000000000000000000000000000000000000000',
  webhook: newId('whk'),
};

const account = await accountEstate(running);
const guest = await guestEstate(running);
const live = await liveEstate();
const strangers: [string, Estate][] = [
  ['another account', await accountEstate(running)],
  ['a live key', live],
  ['a sandbox key', account],
  ['the guest token of another order', await guestEstate(running)],
  ['an unknown guest token', { as: { guestToken: newSecret('gst_') } }],
  ['nobody in particular', { as: {} }],
];
const estates: [string, Estate][] = [
  ['an account', account],
  ['a guest', guest],
  ['a live account', live],
];

const rows = async () =>
  JSON.stringify([
    await db.select().from(orders).orderBy(orders.id),
    await db.select().from(applications).orderBy(applications.id),
    await db.select().from(profiles).orderBy(profiles.id),
    await db.select().from(documents).orderBy(documents.id),
    await db.select().from(events).orderBy(events.seq),
  ]);

describe('the matrix of access', () => {
  it('covers every endpoint that names an object', () => {
    for (const { name, rest, variables } of restDocuments) {
      for (const variable of variables.keys()) {
        if (noObjects.has(variable) || !/(^|_)id$|Id$/.test(variable)) continue;
        const inPath = rest!.pathVariables.includes(variable);
        const kind = inPath ? kindByPath.find(([pattern]) => pattern.test(rest!.path)) : kindByVariable[variable];
        const known = kind !== undefined || /^\/sandbox\/payments\//.test(rest!.path);
        expect(known, `${name}: whose is ${variable}?`).toBe(true);
      }
    }
    expect(endpoints.length).toBeGreaterThanOrEqual(16);
  });

  describe.each(estates)('what belongs to %s', (owner, estate) => {
    const owned = endpoints.filter(({ kind }) => estate[kind] !== undefined);

    it.each(strangers.filter(([, stranger]) => stranger !== estate))(
      'is for %s as if it were not there, byte for byte, and stays as it is',
      async (_stranger, stranger) => {
        const before = await rows();
        for (const endpoint of owned) {
          // The session of a guest is what proves the payer: whoever knows it is the payer, in its mode.
          if (endpoint.kind === 'session' && owner === 'a guest' && stranger !== live) continue;
          const answer = await call(endpoint, estate[endpoint.kind]!, stranger);
          const missing = await call(endpoint, nowhere[endpoint.kind], stranger);
          expect(bare(answer), endpoint.name).toBe(bare(missing));
          expect([401, 402, 403, 404], `${endpoint.name} ${answer.text}`).toContain(answer.status);
          if (endpoint.document.access === 'KEY' && stranger.as.key === undefined) {
            expect(answer, endpoint.name).toMatchObject({ status: 401, error: { code: 'AUTHENTICATION_REQUIRED' } });
          }
          if (endpoint.document.access === 'KEY_OR_GUEST_TOKEN') {
            const isKnown = stranger.as.key !== undefined || stranger.application !== undefined;
            expect(answer.status, endpoint.name).toBe(isKnown ? 404 : 401);
          }
        }
        expect(await rows()).toBe(before);
      },
    );
  });

  it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    'lets the owner use %s',
    async (_name, endpoint) => {
      const isForGuests = endpoint.document.access !== 'KEY';
      for (const estate of [await accountEstate(running), ...(isForGuests ? [await guestEstate(running)] : [])]) {
        const id = estate[endpoint.kind];
        if (id === undefined) continue;
        const answer = await call(endpoint, id, estate);
        expect([401, 402, 403, 404], `${endpoint.name} ${answer.text}`).not.toContain(answer.status);
      }
    },
  );

  it('does not let a revoked key use what its account owns', async () => {
    const estate = await accountEstate(running);
    await db
      .update(apiKeys)
      .set({ revokedAt: running.clock.now() })
      .where(eq(apiKeys.prefix, estate.as.key.slice(0, 14)));
    running.clock.advance(2);
    const answer = await api.get(`/status/${estate.application}`, estate.as);
    expect(answer).toMatchObject({ status: 401, error: { code: 'INVALID_API_KEY' } });
  });
});

describe('a browser without a key', () => {
  const headers = {
    'x-agent-friendly': 'false',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  };

  it.each(restDocuments.map((document) => [`${document.rest!.method} ${document.rest!.path}`, document] as const))(
    'meets %s as its access says',
    async (_name, document) => {
      const { method, path } = document.rest!;
      const target = path.replace(/\{\w+\}/g, 'nothing');
      const body = method === 'GET' ? undefined : path === '/sandbox/clock' ? { advance_seconds: 1 } : {};
      const answer = await api.send(method, target, body, { headers });
      const unknown = await api.send(method, '/no-such-path', body, { headers });
      if (document.access === 'GUEST_OR_KEY') {
        expect(answer.status).toBe(404);
        expect(answer.error).toEqual(unknown.error);
      } else if (document.access === 'PUBLIC') {
        expect(answer.headers.get('access-control-allow-origin')).toBe('*');
        expect([200, 201, 400, 404]).toContain(answer.status);
      } else expect(answer.status).toBe(401);
      const key = account.as.key!;
      const friendly = await api.send(method, target, body, { headers: { ...headers, 'x-agent-friendly': 'true' } });
      const withKey = await api.send(method, target, body, { headers, key });
      if (document.access === 'GUEST_OR_KEY') for (const one of [friendly, withKey]) expect(one.status).not.toBe(404);
    },
  );
});

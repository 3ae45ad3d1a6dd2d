import { expect } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { shownBy } from '../shown-by.ts';
import { answers, must, type Sentence } from './sentence.ts';

/** Sections 8 to 12 of the contract: events, idempotency, limits, errors, faces, sandbox, configuration. */
export const contract8to12: Sentence[] = [
  must(
    'contract/8/truth',
    'A change and its event are one transaction, and everything is read from the events.',
    shownBy(
      'faults/journey-kills',
      'loses no acknowledged step and files nothing twice when it is killed at random moments',
    ),
  ),
  must(
    'contract/8/payload',
    'A payload is the whole picture, without passport data.',
    shownBy(
      'audits/canary',
      'what is personal or secret is found in no log, answer to others, delivery or file, once it is in',
    ),
  ),
  must(
    'contract/8/signature',
    'Signatures are those of Standard Webhooks 1.0, and a rotation overlaps.',
    shownBy('domain/webhooks/signature', 'is that of the published example'),
    shownBy(
      'domain/webhooks/signature',
      'is accepted by both secrets during the overlap of a rotation, and by the new one alone after it',
    ),
  ),
  must(
    'contract/8/attempts',
    'There are 8 attempts, with jitter.',
    shownBy(
      'domain/webhooks/schedule',
      'tries at once, then after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, each with its jitter, and no more',
    ),
  ),
  must(
    'contract/8/gone',
    '410 ends the endpoint.',
    shownBy(
      'domain/webhooks/endpoint-health',
      'gets nothing more: its endpoint is disabled, and what waited is exhausted',
    ),
  ),
  must(
    'contract/8/order',
    'First attempts keep the order of an application.',
    shownBy('domain/webhooks/delivery', 'keep the order of one application, whatever else is delivered'),
  ),
  must(
    'contract/8/register',
    'Registering answers 201 with the secret; no events means all four.',
    async ({ api, account }) => {
      const { data } = await api.post(
        '/webhook',
        { application_id: account.application, callback_url: 'http://127.0.0.1:4545/all', events: [] },
        account.as,
      );
      expect(Object.keys(data)).toEqual(
        expect.arrayContaining([
          'webhook_id',
          'application_id',
          'callback_url',
          'events',
          'signing_secret',
          'created_at',
        ]),
      );
      expect(data.events).toHaveLength(4);
      expect(data.signing_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    },
  ),
  must(
    'contract/8/private',
    'Private addresses are refused at registration and at every connection.',
    shownBy('domain/webhooks/guard', '%s is refused'),
    shownBy(
      'domain/webhooks/guard',
      'is looked at once more: a connection that went elsewhere than the look-up said carries nothing',
    ),
  ),
  must(
    'contract/8/deliveries',
    'Deliveries say how they stand.',
    shownBy('rest/list-deliveries', 'lists what was delivered, newest first, with what the receiver answered'),
  ),
  must(
    'contract/8/graphql',
    'GraphQL adds endpoints of an account, test, redelivery, replay, rotation and deletion.',
    shownBy(
      'domain/webhooks/over-graphql',
      'is made, and gets the events of every application of the account, present and future',
    ),
    shownBy('domain/webhooks/over-graphql', 'gets a new secret, shown once'),
  ),

  must(
    'contract/8/subscriptions',
    'Events of an application and of an account are followed over a stream, resumed after an event without gap or repeat.',
    shownBy(
      'graphql/streams/subscriptions',
      'what was missed comes first and then what happens, while events go on: each once, in order',
    ),
    shownBy(
      'graphql/streams/resume',
      'a subscriber that is cut off again and again has seen every event once, in order',
    ),
    shownBy('graphql/streams/subscriptions', 'only the kinds that were asked for come, missed and live'),
  ),
  must('contract/9/replay', 'The same body gets the stored answer, marked.', async ({ api }) => {
    const call = () => api.post('/checkout', { visa_type: 'ESTA' }, { idempotencyKey: 'audit-replay' });
    const [first, again] = [await call(), await call()];
    expect(again.data).toEqual(first.data);
    expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([
      null,
      'true',
    ]);
  }),
  must(
    'contract/9/reused',
    'Another body is 409.',
    answers(
      async ({ api }) => {
        await api.post('/checkout', { visa_type: 'ESTA' }, { idempotencyKey: 'audit-reused' });
        return api.post('/checkout', { visa_type: 'UK_ETA' }, { idempotencyKey: 'audit-reused' });
      },
      409,
      'IDEMPOTENCY_KEY_REUSED',
    ),
  ),
  must('contract/9/canonical', 'The order of fields and white space do not make another body.', async ({ api }) => {
    const first = await api.post('/checkout', '{"visa_type":"ESTA","currency":"eur"}', {
      idempotencyKey: 'audit-canonical',
    });
    const again = await api.post('/checkout', '{ "currency" : "eur", "visa_type" : "ESTA" }', {
      idempotencyKey: 'audit-canonical',
    });
    expect(again.data).toEqual(first.data);
  }),
  must(
    'contract/9/in-progress',
    'While the first runs: 409 with Retry-After.',
    shownBy('domain/idempotency/run-once', 'while the first is running is refused, with the time to wait'),
  ),
  must(
    'contract/9/key',
    'A key has 1 to 255 printable characters.',
    answers(({ api }) => api.post('/keys', {}, { idempotencyKey: 'x'.repeat(256) }), 400, 'INVALID_IDEMPOTENCY_KEY'),
    answers(({ api }) => api.post('/keys', {}, { idempotencyKey: 'x'.repeat(255) }), 201),
  ),
  must(
    'contract/9/kept',
    'Answers are kept 24 hours, encrypted; 5xx are not.',
    shownBy(
      'domain/idempotency/run-once',
      'is kept for 24 hours to the millisecond, and then the key is free, also for another request',
    ),
    shownBy('domain/idempotency/run-once', 'is encrypted, and names neither the key nor the caller'),
    shownBy('domain/idempotency/run-once', 'of %s is the answer, unless waiting may cure it'),
  ),
  must(
    'contract/9/faces',
    'GraphQL and tools take keys too.',
    shownBy('graphql/guards', 'answers a mutation once for an idempotency key'),
    shownBy('mcp/tools', 'acts once for an idempotency key'),
  ),
  must(
    'contract/9/limits',
    'Limits are 30 and 60 a minute, told in headers, shared by all instances.',
    shownBy('projections/callers', 'reads in every answer how much is left, and when to come back'),
    shownBy('domain/limits/limits', 'count together, exactly, under concurrency'),
    () => {
      expect(readConfig({}).limits).toEqual({ publicPerMinute: 30, guestPerMinute: 30, keyPerMinute: 60 });
    },
  ),
  must(
    'contract/9/addresses',
    'IPv6 counts by /64, and X-Forwarded-For only behind a proxy that is believed.',
    shownBy('projections/callers', 'is read from X-Forwarded-For behind a proxy that is believed: %s'),
    shownBy('projections/callers', 'is the address of the socket otherwise'),
  ),
  must(
    'contract/9/own-words',
    'Messages are our own, never the caller’s or an upstream’s.',
    shownBy('projections/rest', 'tells nothing of a bug but its request id, and logs it whole without its words'),
    shownBy(
      'audits/canary',
      'what is personal or secret is found in no log, answer to others, delivery or file, once it is in',
    ),
  ),
  must(
    'contract/9/not-found',
    'An unknown path is 404.',
    answers(({ api }) => api.get('/nothing'), 404, 'NOT_FOUND'),
  ),
  must('contract/9/method', 'Another method is 405 with Allow.', async ({ api }) => {
    const answer = await api.delete('/quote');
    expect([answer.status, answer.error.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(answer.headers.get('allow')).toContain('POST');
  }),
  must(
    'contract/9/json',
    'No JSON is 400.',
    answers(({ api }) => api.post('/quote', '{'), 400, 'INVALID_JSON'),
  ),
  must(
    'contract/9/size',
    'Over 1 MiB is 413, for uploads over 15 MiB.',
    answers(({ api }) => api.post('/quote', ' '.repeat(1024 * 1024 + 1)), 413, 'PAYLOAD_TOO_LARGE'),
    shownBy('rest/upload-document', '413 to a body above 15 MiB'),
  ),
  must(
    'contract/9/type',
    'Another content type is 415.',
    answers(
      ({ api }) => api.post('/quote', 'a=b', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ),
  ),
  must(
    'contract/9/catalogue',
    'The catalogue is data, and every code is provoked.',
    shownBy('audits/error-codes', '%s is provoked by a test'),
    shownBy('audits/error-codes', 'is served by GET /errors with its page, and no other is'),
  ),

  must('contract/10/health', 'Health names its checks, its version and its age.', async ({ api }) => {
    const { data } = await api.get('/health');
    expect(data.status).toMatch(/^(ok|degraded)$/);
    expect(Object.keys(data.checks).sort()).toEqual([
      'database',
      'exchange_rates',
      'ocr',
      'payments',
      'queue',
      'storage',
    ]);
    expect(data).toMatchObject({ version: expect.any(String), uptime_seconds: expect.any(Number) });
  }),
  must('contract/10/discovery', 'Discovery names endpoints, authentication, tools and links.', async ({ api }) => {
    const { data } = await api.get('/discovery');
    expect(data).toMatchObject({
      name: expect.any(String),
      version: '1.0',
      description: expect.any(String),
      base_url: api.url,
      authentication: expect.any(Object),
      tools: expect.any(Array),
    });
    expect(Object.keys(data.endpoints[0]).sort()).toEqual(['access', 'method', 'operation', 'path', 'summary']);
    expect(Object.keys(data.links)).toEqual(
      expect.arrayContaining(['openapi', 'graphql', 'graphql_stream', 'mcp', 'documentation', 'llms_txt', 'changelog']),
    );
  }),
  must('contract/10/links', 'What discovery links to is there.', async ({ api }) => {
    const { links } = (await api.get('/discovery')).data;
    for (const [name, url] of Object.entries<string>(links)) {
      if (name === 'mcp' || name === 'graphql_stream') continue;
      const answer = await fetch(url, { headers: { accept: name === 'graphql' ? 'text/html' : '*/*' } });
      expect(answer.status, `${name} ${url}`).toBe(200);
      await answer.arrayBuffer();
    }
  }),
  must('contract/10/capabilities', 'Capabilities tell for each product what is possible.', async ({ api }) => {
    const [first] = (await api.get('/capabilities')).data.products;
    for (const name of [
      'eligibility',
      'quote',
      'checkout',
      'apply',
      'validate',
      'speeds',
      'add_ons',
      'multi_traveler',
      'ocr',
      'documents',
      'webhooks',
      'currencies',
    ])
      expect(first, name).toHaveProperty(name);
  }),
  must('contract/10/context', 'Context tells flow, disclaimers, products and modes.', async ({ api }) => {
    const { data } = await api.get('/context');
    for (const name of ['flow', 'disclaimers', 'products', 'modes']) expect(data[name].length, name).toBeGreaterThan(0);
  }),
  must('contract/10/changelog', 'A release has version, date and changes.', async ({ api }) => {
    const [release] = (await api.get('/changelog')).data.releases;
    expect(release).toMatchObject({
      version: expect.any(String),
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      changes: [{ type: expect.any(String), description: expect.any(String) }, ...release.changes.slice(1)],
    });
  }),
  must(
    'contract/10/openapi',
    'OpenAPI 3.1 is made from the documents, with every code of an operation, and every answer in the tests is held to it.',
    shownBy('projections/openapi', 'has every endpoint of the documents and no other'),
    shownBy('projections/openapi', 'is what every answer in the tests is held to'),
    shownBy('projections/openapi', 'is passed by redocly'),
    shownBy('projections/openapi', 'is passed by spectral'),
  ),
  must(
    'contract/10/graphql',
    'GraphQL is open to introspection, guarded, and calls a persisted document by its id.',
    shownBy('graphql/guards', 'answers the introspection of a whole schema'),
    shownBy('graphql/guards', 'refuses %s within 500 ms and shows no stack'),
    shownBy('parity/parity', '%s: gives the same data over REST and by the id of its document'),
  ),
  must(
    'contract/10/mcp',
    'A key comes in the header only, and a tool that needs one says how to get one.',
    shownBy('mcp/tools', 'takes a key in the header only'),
    shownBy('mcp/tools', 'say how to get a key, and a wrong key does not keep anybody from listing'),
  ),
  must(
    'contract/10/confirm',
    'Cancelling and refunding are confirmed, once, within 10 minutes, by the same caller for the same call.',
    shownBy(
      'mcp/confirmation',
      'cannot confirm another call, as another caller, with a changed token, or after 10 minutes',
    ),
  ),
  must(
    'contract/10/caching',
    'What is personal is kept by nobody; what never differs may be.',
    async ({ api, account }) => {
      for (const path of [`/status/${account.application}`, '/me', `/profiles/${account.profile}`])
        expect((await api.get(path, account.as)).headers.get('cache-control'), path).toBe('no-store');
      for (const path of ['/schemas', '/capabilities', '/openapi.json']) {
        const { headers } = await api.get(path);
        expect(headers.get('cache-control'), path).toMatch(/max-age=\d+/);
        expect(headers.get('etag'), path).not.toBeNull();
      }
    },
  ),

  must(
    'contract/11/default',
    'Without configuration it is the sandbox.',
    shownBy('store/config', 'is the sandbox on the embedded database when nothing is set'),
  ),
  must('contract/11/pay', 'A program pays a sandbox session, with each outcome.', async ({ api }) => {
    for (const [outcome, status] of [
      ['processing', 'processing'],
      ['declined', 'unpaid'],
      ['paid', 'paid'],
    ] as const) {
      const { data } = await api.post('/checkout', { visa_type: 'ESTA' });
      const { status: code, data: paid } = await api.post(`/sandbox/payments/${data.payment_session_id}`, { outcome });
      expect([code, paid.paid], outcome).toEqual([200, outcome === 'paid']);
      expect([status, 'failed'], outcome).toContain(paid.status);
    }
  }),
  must('contract/11/page', 'The page at checkout_url shows what is bought.', async ({ api }) => {
    const { data } = await api.post('/checkout', { visa_type: 'ESTA' });
    const page = await fetch(data.checkout_url, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('ESTA');
  }),
  must(
    'contract/11/advance',
    'A sandbox application is moved one step, or along the shortest way.',
    shownBy('domain/orders/state', 'finds the shortest way, and none where there is none'),
  ),
  must(
    'contract/11/passports',
    'Passport numbers decide the outcome.',
    shownBy('rest/get-application-status', 'leaves the passport X00000004 in review'),
    shownBy('rest/get-application-status', 'files the passport X00000005 once the authority is back'),
    shownBy('rest/get-application-status', 'names the fields that the authority asked for, and takes the answer'),
    shownBy(
      'stories/agency-group',
      'an agency files a group: profiles fill the forms, one mistake holds everybody back, and each traveler gets an own answer',
    ),
  ),
  must(
    'contract/11/clock',
    'The clock of a sandbox account is moved on.',
    answers(
      async ({ api }) =>
        api.post('/sandbox/clock', { advance_seconds: 5 }, { key: (await api.post('/keys')).data.api_key }),
      200,
    ),
    shownBy('rest/refund-application', 'refuses after 7 days'),
  ),
  must(
    'contract/11/live',
    'Sandbox and live data are invisible to each other.',
    shownBy('rest/access-matrix', 'is for %s as if it were not there, byte for byte, and stays as it is'),
  ),
  must(
    'contract/11/commission',
    'Sandbox orders earn nothing.',
    shownBy('domain/partners/commission', 'is never earned by a sandbox order, nor without a partner'),
  ),

  must(
    'contract/12/names',
    'Every variable of the table is read, with its default.',
    shownBy('store/config', 'takes every variable'),
    () => {
      const config = readConfig({});
      expect(config).toMatchObject({
        listen: { host: '127.0.0.1', port: 3000 },
        baseUrl: 'http://localhost:3000',
        filingHoldSeconds: { live: 900, sandbox: 30 },
        sandboxPaceSeconds: 5,
        allowPrivateCallbacks: false,
        logLevel: 'info',
        assistantPromoCode: null,
      });
    },
  ),
  must(
    'contract/12/line',
    'It prints one line when it listens.',
    shownBy(
      'projections/process',
      'prints one line when it listens, serves, and stops cleanly on SIGTERM after what runs is answered',
    ),
  ),
  must(
    'contract/12/operators',
    'Operators have a command line.',
    shownBy(
      'domain/keys/admin',
      'issues an operator key and shows it once, lists it without its secret, and revokes it',
    ),
    shownBy('domain/partners/admin', 'makes a partner, adds a code, links an account, and lists all of it'),
  ),
];

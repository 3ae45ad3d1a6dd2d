import { expect } from 'vitest';
import { shownBy } from '../shown-by.ts';
import { answers, must, type Sentence } from './sentence.ts';

const wrongKey = `svc_agent_${'0'.repeat(64)}`;

/** “Authentication”, “Events”, “Errors”, “Limits” and “Versioning”. */
export const rest: Sentence[] = [
  must('spec/auth/key', 'A key is svc_agent_ and 64 hexadecimal characters, sent as a bearer.', async ({ api }) => {
    const { api_key } = (await api.post('/keys')).data;
    expect(api_key).toMatch(/^svc_agent_[0-9a-f]{64}$/);
    expect((await api.get('/me', { key: api_key })).status).toBe(200);
  }),
  must(
    'spec/auth/live-key',
    'A live key is issued after the first paid checkout.',
    shownBy(
      'stories/money-delayed-payment',
      'a guest pays by direct debit, waits three days, applies, and gets the live key that the checkout earned',
    ),
  ),
  must(
    'spec/auth/guest-mode',
    'A guest says so or does not look like a browser; a browser without a key meets 404.',
    shownBy('rest/access-matrix', 'meets %s as its access says'),
    shownBy('projections/callers', '%s: %o'),
  ),
  must(
    'spec/auth/guest-token',
    'A guest token is a query of status and summary, and a field of uploads and validation.',
    shownBy('rest/upload-document', 'to a guest with a token, in both spellings'),
    answers(({ api, guest }) => api.get(`/summary/${guest.application}`, guest.as), 200),
  ),
  must('spec/auth/public', 'The public endpoints need no key.', ({ running }) => {
    const open = running.service.documents.all
      .filter(({ access }) => access === 'PUBLIC')
      .map(({ rest: form }) => form?.path);
    expect(open).toEqual(
      expect.arrayContaining(['/schemas', '/eligibility', '/quote', '/capabilities', '/health', '/discovery']),
    );
  }),
  must('spec/auth/1', 'What needs a key answers 401 without a valid one.', async ({ running, api }) => {
    for (const { access, rest: form } of running.service.documents.all) {
      if (access !== 'KEY' || !form) continue;
      for (const key of [undefined, wrongKey]) {
        const answer = await api.send(
          form.method,
          form.path.replace(/\{\w+\}/, 'x'),
          form.method === 'GET' ? undefined : {},
          { key },
        );
        expect(answer.status, `${form.method} ${form.path}`).toBe(401);
      }
    }
  }),
  must(
    'spec/auth/2',
    'An expired guest session answers 410.',
    shownBy('rest/get-application-status', 'ends with the guest session, to the second'),
    shownBy('rest/get-application-summary', 'ends with the guest session'),
  ),
  must(
    'spec/auth/3',
    'Groups and saved profiles are for keys; guests get 403.',
    shownBy('rest/submit-application', 'refuses a guest %s'),
  ),
  must(
    'spec/auth/4',
    'The tool server needs no authentication, its account tools a key.',
    shownBy('mcp/tools', 'say how to get a key, and a wrong key does not keep anybody from listing'),
  ),
  must('spec/events/kinds', 'There are four kinds of events.', async ({ api, account }) => {
    for (const event of ['status_change', 'payment_confirmed', 'visa_approved', 'visa_denied']) {
      const body = {
        application_id: account.application,
        callback_url: 'http://127.0.0.1:4545/kinds',
        events: [event],
      };
      expect((await api.post('/webhook', body, account.as)).status, event).toBe(201);
    }
  }),
  must(
    'spec/events/1',
    'Registering is by key, and events are signed with the secret.',
    shownBy('domain/webhooks/signature', 'is accepted with the bytes that arrived'),
  ),
  must(
    'spec/events/2',
    'Attempts are listed with their status.',
    shownBy('rest/list-deliveries', 'tells what failed and when it is tried next, and what to do'),
  ),
  must(
    'spec/errors/1',
    'Every error has the one shape.',
    shownBy(
      'fuzz/fuzz',
      'never meet a 500, an undocumented status or code, a broken envelope, or a trace of what is inside',
    ),
  ),
  must(
    'spec/errors/2',
    'VISA_NOT_OPEN and VALIDATION_FAILED are 422.',
    shownBy('audits/error-codes', '%s is provoked by a test'),
  ),
  must(
    'spec/errors/3',
    'Validation answers 200 either way, or 422 where strictness is asked for.',
    shownBy('rest/validate-application', 'refuses a form that fails where strict handling is preferred'),
  ),
  must(
    'spec/errors/4',
    'Each condition has its status.',
    shownBy('audits/error-codes', '%s is provoked by a test'),
    shownBy(
      'projections/openapi',
      'has the codes that a document names under their status, and those that follow from its directives',
    ),
  ),
  must(
    'spec/limits/public',
    'Public reads are 30 a minute for an address.',
    shownBy('domain/limits/limits', 'lets exactly its calls through, and the next window all of them again'),
  ),
  must(
    'spec/limits/guest',
    'Guests have 30 a minute.',
    shownBy(
      'projections/callers',
      'is counted by key, by address as a guest, and by address on public endpoints, apart',
    ),
  ),
  must(
    'spec/limits/key',
    'A key has 60 a minute.',
    shownBy('rest/get-self', 'is the answer to the 61st call of a minute, with the seconds to wait; other keys go on'),
  ),
  must(
    'spec/limits/travelers',
    'There are 1 to 50 travelers.',
    shownBy('domain/pricing/compute-price', 'refuses %s travelers'),
  ),
  must(
    'spec/limits/refund',
    'The refund window is 7 days.',
    shownBy('stories/refund-window', 'on day 7 gets all of it, to the last second'),
  ),
  must('spec/limits/deliveries', 'A page of deliveries has 50.', ({ running }) =>
    expect(running.service.documents.find('ListDeliveries')!.variables.get('limit')!.default).toBe(50),
  ),
  must(
    'spec/versioning/1',
    'The version is in the path; the interface is 1.0.0 and discovery says 1.0.',
    async ({ api }) => {
      const discovery = await api.get('/discovery');
      expect(discovery.data.version).toBe('1.0');
      expect(discovery.body._meta.version).toBe('1.0.0');
      expect((await api.get('/openapi.json')).body.info.version).toBe('1.0.0');
    },
  ),
  must(
    'spec/versioning/2',
    'The changelog is machine-readable.',
    answers(({ api }) => api.get('/changelog'), 200),
  ),
  must(
    'spec/versioning/3',
    'Legacy fields are merged into the form.',
    shownBy('rest/submit-application', 'merges the legacy parts into the form, the explicit field winning'),
  ),
];

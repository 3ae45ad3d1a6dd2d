import { expect } from 'vitest';
import { shownBy } from '../shown-by.ts';
import { answers, must, type Sentence } from './sentence.ts';

/** Sections 1 to 3 of the contract: conventions, callers, orders and applications. */
export const contract1to3: Sentence[] = [
  must(
    'contract/1/money',
    'Money is a number in major units, exact to the minor unit, with a currency in lower case.',
    shownBy('domain/pricing/compute-price', 'amounts are told in major units exactly'),
  ),
  must(
    'contract/1/ids',
    'Identifiers have a prefix of their type; a sandbox session begins with cs_sandbox_.',
    async ({ api, account, guest }) => {
      expect(account.application).toMatch(/^app_[0-9a-z]{26}$/);
      expect(account.profile).toMatch(/^prf_/);
      expect(account.document).toMatch(/^doc_/);
      expect(account.webhook).toMatch(/^whk_/);
      expect(guest.session).toMatch(/^cs_sandbox_[\w-]{22,}$/);
      expect((await api.post('/keys')).data).toMatchObject({
        key_id: expect.stringMatching(/^key_/),
        account_id: expect.stringMatching(/^acc_/),
      });
    },
  ),
  must(
    'contract/1/countries',
    'Countries are taken in any case and told in upper case; UK is GB and EL is GR.',
    async ({ api, account }) => {
      const { data } = await api.post('/profiles', { nationality: 'el', countryOfBirth: 'uk' }, account.as);
      expect(data).toMatchObject({ nationality: 'GR', countryOfBirth: 'GB' });
      expect((await api.post('/eligibility', { nationality: 'fr', destination: 'uk' })).data.visa_type).toBe('UK_ETA');
    },
  ),
  must('contract/1/request-id', 'Every answer carries its request id, in the header and in meta.', async ({ api }) => {
    for (const answer of [await api.get('/capabilities'), await api.get('/nothing'), await api.post('/quote', '{')]) {
      expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
      expect(answer.body._meta).toMatchObject({
        service: expect.any(String),
        version: '1.0.0',
        request_id: answer.headers.get('x-request-id'),
      });
    }
  }),
  must('contract/1/unknown-field', 'An unknown field is refused with the nearest known one.', async ({ api }) => {
    const { status, error } = await api.post('/quote', { visa_type: 'ESTA', num_traveller: 2 });
    expect([status, error.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(error.hint).toContain('num_travelers');
  }),
  must(
    'contract/1/lists',
    'Lists take limit, 1 to 200, and after, and answer next_cursor.',
    async ({ api, account }) => {
      for (const path of ['/profiles', `/webhooks/${account.webhook}/deliveries`]) {
        expect((await api.get(path, { ...account.as, query: { limit: 200 } })).data).toHaveProperty('next_cursor');
        for (const limit of [0, 201])
          expect((await api.get(path, { ...account.as, query: { limit } })).status, `${path} ${limit}`).toBe(400);
      }
    },
  ),
  must(
    'contract/1/list-names',
    'Schemas are listed in data itself, everything else under a name.',
    async ({ api, account }) => {
      expect(Array.isArray((await api.get('/schemas')).data)).toBe(true);
      expect((await api.get('/profiles', account.as)).data.profiles).toEqual(expect.any(Array));
      expect((await api.get('/changelog')).data.releases).toEqual(expect.any(Array));
      expect((await api.get(`/webhooks/${account.webhook}/deliveries`, account.as)).data.deliveries).toEqual(
        expect.any(Array),
      );
    },
  ),

  must('contract/2/guest', 'A guest is who sends no key and is no browser.', shownBy('projections/callers', '%s: %o')),
  must(
    'contract/2/browser',
    'A browser without a key finds nothing behind a guest-or-key endpoint.',
    shownBy('rest/access-matrix', 'meets %s as its access says'),
  ),
  must(
    'contract/2/invalid-key',
    'A key that is malformed, unknown or revoked is 401 wherever it is sent.',
    shownBy('projections/callers', 'is refused with a wrong key everywhere, public endpoints too'),
    shownBy('domain/keys/keys', 'refuses a revoked key at once on this instance, and within a second on another'),
  ),
  must(
    'contract/2/stored',
    'Keys are stored as a hash and shown once.',
    shownBy('domain/keys/keys', 'is kept as a hash only, and its email sealed'),
    async ({ api }) => {
      const { api_key, prefix } = (await api.post('/keys')).data;
      expect(prefix).toBe(api_key.slice(0, 14));
      expect((await api.get('/me', { key: api_key })).text).not.toContain(api_key);
    },
  ),
  must(
    'contract/2/roll',
    'Keys expire, are revoked, and are rolled with an overlap.',
    shownBy(
      'domain/keys/keys',
      'gives a new one with the same name and scopes, and both work until the overlap is over',
    ),
    shownBy('domain/keys/keys', 'ends a key to the millisecond at its expiry, also one that it remembers'),
  ),
  must(
    'contract/2/same-404',
    'Not yours and not there are the same, byte for byte.',
    shownBy('rest/access-matrix', 'is for %s as if it were not there, byte for byte, and stays as it is'),
  ),
  must(
    'contract/2/guest-token',
    'A guest’s checkout issues a token of 32 random bytes that lives 30 days.',
    async ({ api, running }) => {
      const { data } = await api.post('/checkout', { visa_type: 'ESTA' });
      expect(data.guest_token).toMatch(/^gst_[\w-]{43}$/);
      expect(new Date(data.guest_token_expires_at).getTime() - running.clock.now().getTime()).toBe(30 * 86_400_000);
    },
    shownBy('rest/get-application-status', 'ends with the guest session, to the second'),
  ),
  must(
    'contract/2/keys-body',
    'POST /keys takes name, email and payment_session_id, none of them required.',
    answers(({ api }) => api.post('/keys', { name: 'a', email: 'a@example.com' }), 201),
    answers(({ api }) => api.post('/keys'), 201),
    answers(({ api }) => api.post('/keys', { payment_session_id: 'cs_none' }), 402),
  ),
  must(
    'contract/2/keys-claimed',
    'The live key of a checkout is issued once.',
    shownBy(
      'stories/money-delayed-payment',
      'a guest pays by direct debit, waits three days, applies, and gets the live key that the checkout earned',
    ),
  ),
  must(
    'contract/2/keys-answer',
    'The answer has key, ids, mode, scopes, budget and the next step.',
    async ({ api }) => {
      const { data } = await api.post('/keys');
      expect(Object.keys(data).sort()).toEqual([
        'account_id',
        'api_key',
        'key_id',
        'mode',
        'next_step',
        'prefix',
        'rate_limit',
        'scopes',
      ]);
      expect(data.mode).toBe('sandbox');
    },
  ),
  must(
    'contract/2/keys-limit',
    'An address gets 10 keys an hour.',
    shownBy('rest/create-key', 'issues ten keys an hour to an address, and says when to come again'),
  ),
  must('contract/2/me', 'GET /me tells key, account, partner and budget.', async ({ api, account }) => {
    const { data } = await api.get('/me', account.as);
    expect(data.key).toMatchObject({
      prefix: account.as.key.slice(0, 14),
      mode: 'sandbox',
      scopes: ['agent'],
      expires_at: null,
    });
    expect(data).toMatchObject({ account: expect.any(Object), partner: null, rate_limit: expect.any(Object) });
  }),

  must(
    'contract/3/checkout',
    'A checkout makes one order and an application for each traveler.',
    shownBy('rest/create-checkout', 'makes one order and one draft for each traveler'),
  ),
  must('contract/3/checkout-answer', 'The checkout answers with everything that is needed next.', async ({ api }) => {
    const { data } = await api.post('/checkout', { visa_type: 'ESTA' });
    for (const name of [
      'checkout_url',
      'payment_session_id',
      'order_id',
      'application_ids',
      'expires_at',
      'pricing',
      'promo',
      'official_fee_collected',
      'guest_token',
      'guest_token_expires_at',
      'next_step',
    ])
      expect(data, name).toHaveProperty(name);
  }),
  must(
    'contract/3/expires',
    'A session expires after 24 hours, and its draft with it.',
    async ({ api, running }) => {
      const { data } = await api.post('/checkout', { visa_type: 'ESTA' });
      expect(new Date(data.expires_at).getTime() - running.clock.now().getTime()).toBe(86_400_000);
    },
    shownBy('rest/get-payment-status', 'tells a session that ran out, with the way to a new one'),
  ),
  must(
    'contract/3/states',
    'The table of states is the whole of what can happen.',
    shownBy('domain/orders/state', 'reaches every status from a draft'),
    shownBy('domain/orders/state', 'lets nothing follow a final status'),
    shownBy('domain/orders/state', 'announces payments and decisions beside the change of status'),
  ),
  must(
    'contract/3/action-required',
    'What was asked for may be edited, and sends the application back into review.',
    shownBy('rest/get-application-status', 'names the fields that the authority asked for, and takes the answer'),
    shownBy('rest/patch-application', 'takes only the fields that were asked for'),
  ),
  must(
    'contract/3/late-payment',
    'A payment for a closed draft goes back at once.',
    shownBy('domain/checkout/payment-scenarios', '12 for a draft that was cancelled is given back at once'),
  ),
  must(
    'contract/3/apply-402',
    'A session that does not exist or is not paid is 402.',
    shownBy('rest/submit-application', 'writes nothing for a session that is %s'),
  ),
  must(
    'contract/3/apply-type',
    'Another product than the order’s is 422.',
    shownBy('rest/submit-application', 'refuses another product than the one that was paid for'),
  ),
  must(
    'contract/3/apply-count',
    'Another number of travelers is 422.',
    shownBy('rest/submit-application', 'refuses another number of travelers than were paid for'),
  ),
  must(
    'contract/3/apply-nothing',
    'Neither form nor travelers nor profile is 422.',
    shownBy('rest/submit-application', 'refuses a submission without any form'),
  ),
  must(
    'contract/3/apply-again',
    'A session that was used is 409.',
    shownBy('rest/submit-application', 'refuses a session that was used before'),
  ),
  must(
    'contract/3/apply-all-or-none',
    'One traveler’s mistake refuses all, and the details name the traveler.',
    shownBy('rest/submit-application', 'names every field that is wrong, of every traveler, and submits none'),
  ),
  must(
    'contract/3/apply-merge',
    'The form is merged from profile, contact_info, applicant_data and form_data, the right winning.',
    shownBy('rest/submit-application', 'merges the legacy parts into the form, the explicit field winning'),
  ),
  must(
    'contract/3/hold',
    'In the hold between submission and filing one can still edit, cancel and refund.',
    shownBy('rest/patch-application', 'edits an applied application within the hold, and files what was edited'),
    shownBy('rest/cancel-application', 'keeps a cancelled application from being filed when the hold is over'),
    shownBy('rest/refund-application', 'works in the hold between submission and filing, and nothing is filed then'),
  ),
  must(
    'contract/3/validate',
    'Validation is 200 either way, and 422 where strict handling is preferred.',
    shownBy('rest/validate-application', 'refuses a form that fails where strict handling is preferred'),
  ),
  must(
    'contract/3/validate-errors',
    'Errors are a list of field, code and message; unknown fields are errors.',
    async ({ api }) => {
      const { data } = await api.post('/validate', {
        visa_type: 'ESTA',
        form_data: { favourite_colour: 'red', date_of_birth: '2023-02-29' },
      });
      expect(data.ok).toBe(false);
      expect(data.errors).toEqual(
        expect.arrayContaining([
          { field: 'favourite_colour', code: 'UNKNOWN_FIELD', message: expect.any(String) },
          { field: 'date_of_birth', code: 'INVALID_VALUE', message: expect.any(String) },
        ]),
      );
      expect(data.warnings).toEqual(expect.any(Array));
    },
  ),
  must(
    'contract/3/payment-status',
    'The status of a payment names everything about the session.',
    async ({ api, account }) => {
      const { data } = await api.get('/payment-status', { query: { payment_session_id: account.session } });
      expect(data).toMatchObject({
        paid: true,
        status: 'paid',
        payment_session_id: account.session,
        order_id: expect.any(String),
        application_ids: [account.application],
        amount: expect.any(Number),
        currency: 'usd',
        paid_at: expect.any(String),
        expires_at: expect.any(String),
        live_key: { claimable: false },
      });
    },
    answers(({ api }) => api.get('/payment-status', { query: { payment_session_id: 'cs_none' } }), 404),
  ),
  must('contract/3/status', 'The status of an application is the whole picture.', async ({ api, guest }) => {
    const { data } = await api.get(`/status/${guest.application}`, guest.as);
    expect(Object.keys(data)).toEqual(
      expect.arrayContaining([
        'application_id',
        'visa_type',
        'destination',
        'status',
        'status_label',
        'status_explanation',
        'applied_at',
        'submitted_at',
        'decided_at',
        'estimated_decision_at',
        'authority_reference',
        'authorization',
        'action_required',
        'order',
        'timeline',
        'next_step',
        'links',
      ]),
    );
    expect(Object.keys(data.order)).toEqual(
      expect.arrayContaining(['order_id', 'payment_status', 'paid_at', 'refunded_at', 'refundable_until']),
    );
  }),
  must(
    'contract/3/summary',
    'The summary is plain and names no passport and no birth.',
    shownBy('rest/get-application-summary', 'names neither passport number nor date of birth nor the traveler'),
  ),
  must(
    'contract/3/patch',
    'A field set to null is removed, and the whole form is judged.',
    shownBy('rest/patch-application', 'removes a field that is set to null, and keeps the others'),
  ),
  must(
    'contract/3/refund-replay',
    'A retry of a refund with its key gets the first answer.',
    shownBy('rest/refund-application', 'answers a retry with the same Idempotency-Key as the first time'),
  ),
  must(
    'contract/3/refund-elsewhere',
    'A refund made elsewhere is answered 200, and the order brought in line.',
    shownBy(
      'rest/refund-application',
      'says so when the provider had refunded the charge elsewhere, and brings the order in line',
    ),
  ),
  must(
    'contract/3/refund-submitted',
    'Once an application of the order is submitted, nothing is refunded.',
    shownBy('rest/refund-application', 'refuses once any application of the order was submitted'),
  ),
  must(
    'contract/3/refund-order',
    'A refund cancels all applications of the order and takes commission back.',
    shownBy('rest/refund-application', 'cancels every application of the order, whichever is named'),
    shownBy('domain/partners/commission', 'is taken back by a refund, once'),
  ),
];

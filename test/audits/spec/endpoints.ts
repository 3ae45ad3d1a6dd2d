import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { shownBy } from '../shown-by.ts';
import { answers, must, type Sentence, should } from './sentence.ts';

const specified: string[] = JSON.parse(readFileSync(new URL('../../rest/endpoints.json', import.meta.url), 'utf8'));

/** “Endpoints”: every row and every status of the table, and the rules below it. */
export const endpoints: Sentence[] = [
  must('spec/endpoints/all', 'Every path of the table is served, under /api/v1/agent.', async ({ api }) => {
    const { endpoints: served } = (await api.get('/discovery')).data;
    const names = served.map(
      ({ method, path }: { method: string; path: string }) => `${method} ${path.replace('/api/v1/agent', '')}`,
    );
    expect(names).toEqual(expect.arrayContaining(specified));
  }),
  must('spec/endpoints/cors', 'Public paths may be read from pages of any origin.', async ({ running, api }) => {
    for (const { rest, access } of running.service.documents.all) {
      if (access !== 'PUBLIC' || !rest || rest.method !== 'GET' || rest.pathVariables.length > 0) continue;
      expect((await api.get(rest.path)).headers.get('access-control-allow-origin'), rest.path).toBe('*');
    }
  }),
  must(
    'spec/endpoints/schemas-200',
    'GET /schemas lists the products directly in data.',
    answers(({ api }) => api.get('/schemas'), 200),
    async ({ api }) => {
      expect(Array.isArray((await api.get('/schemas')).data)).toBe(true);
    },
  ),
  must(
    'spec/endpoints/eligibility-400',
    'POST /eligibility answers 400.',
    shownBy('rest/check-eligibility', 'names the code that is not two letters'),
  ),
  must(
    'spec/endpoints/eligibility-404',
    'POST /eligibility answers 404 for no country.',
    answers(({ api }) => api.post('/eligibility', { nationality: 'ZZ', destination: 'US' }), 404, 'COUNTRY_NOT_FOUND'),
  ),
  must(
    'spec/endpoints/quote-200',
    'POST /quote makes no session and writes nothing.',
    shownBy('rest/quote-pricing', 'writes nothing'),
  ),
  must(
    'spec/endpoints/quote-400',
    'POST /quote answers 400.',
    shownBy('rest/quote-pricing', 'refuses a misspelled field instead of pricing one traveler'),
  ),
  must(
    'spec/endpoints/quote-422',
    'POST /quote answers 422 for a product that is not open.',
    shownBy('rest/quote-pricing', 'refuses a product that is not open'),
  ),
  must(
    'spec/endpoints/checkout-201',
    'POST /checkout answers 201.',
    shownBy('rest/create-checkout', 'answers a guest with the page to pay on, the price and a guest token'),
  ),
  must(
    'spec/endpoints/checkout-400',
    'POST /checkout answers 400.',
    shownBy('rest/create-checkout', 'refuses an add-on that does not exist and lists those that do'),
  ),
  must(
    'spec/endpoints/checkout-401',
    'POST /checkout answers 401 for an invalid key.',
    shownBy('rest/create-checkout', 'refuses a key that is malformed or unknown'),
  ),
  must(
    'spec/endpoints/checkout-422',
    'POST /checkout answers 422.',
    shownBy('rest/create-checkout', 'sells nothing that is not open, and writes nothing'),
  ),
  must(
    'spec/endpoints/checkout-429',
    'POST /checkout is limited.',
    ({ running }) => expect(running.service.documents.find('CreateCheckout')!.limited).toBe(true),
    shownBy('projections/callers', 'reads in every answer how much is left, and when to come back'),
  ),
  must(
    'spec/endpoints/apply-201',
    'POST /apply answers 201.',
    shownBy(
      'rest/submit-application',
      'queues the application of a guest for filing and says until when it can be changed',
    ),
  ),
  must(
    'spec/endpoints/apply-402',
    'POST /apply answers 402 for a session that is not verified.',
    shownBy('rest/submit-application', 'writes nothing for a session that is %s'),
  ),
  must(
    'spec/endpoints/apply-403',
    'POST /apply answers 403 to a guest with several travelers.',
    shownBy('rest/submit-application', 'refuses a guest %s'),
  ),
  must(
    'spec/endpoints/apply-409',
    'POST /apply answers 409 for an idempotency key with another body.',
    shownBy('rest/submit-application', 'refuses an idempotency key that came with another body'),
  ),
  must(
    'spec/endpoints/apply-422',
    'POST /apply answers 422 VALIDATION_FAILED or VISA_NOT_OPEN.',
    shownBy('rest/submit-application', 'names every field that is wrong, of every traveler, and submits none'),
    shownBy('rest/submit-application', 'refuses a product that is not open before it looks at the payment'),
  ),
  must(
    'spec/endpoints/validate-200',
    'POST /validate answers ok true, or ok false with errors.',
    shownBy('rest/validate-application', 'says ok to a complete form, and what to do next'),
    shownBy('rest/validate-application', 'lists every problem with its field, and warnings'),
  ),
  must(
    'spec/endpoints/validate-400',
    'POST /validate answers 400.',
    answers(({ api }) => api.post('/validate', { visa_type: 'ESTA', form_data: 'x' }), 400),
  ),
  must(
    'spec/endpoints/validate-422',
    'POST /validate can answer 422 with details by field.',
    shownBy('rest/validate-application', 'refuses a form that fails where strict handling is preferred'),
  ),
  must(
    'spec/endpoints/payment-status-200',
    'GET /payment-status says whether it is paid.',
    async ({ api, account }) => {
      expect((await api.get('/payment-status', { query: { payment_session_id: account.session } })).data.paid).toBe(
        true,
      );
    },
  ),
  must(
    'spec/endpoints/payment-status-query',
    'The session is required.',
    answers(({ api }) => api.get('/payment-status'), 400),
  ),
  must(
    'spec/endpoints/status-200',
    'GET /status/{id} answers a key or a guest token.',
    answers(({ api, account }) => api.get(`/status/${account.application}`, account.as), 200),
    answers(({ api, guest }) => api.get(`/status/${guest.application}`, guest.as), 200),
  ),
  must(
    'spec/endpoints/status-401',
    'GET /status/{id} answers 401.',
    answers(({ api, guest }) => api.get(`/status/${guest.application}`), 401),
  ),
  must(
    'spec/endpoints/status-404',
    'GET /status/{id} answers 404.',
    answers(({ api, account, guest }) => api.get(`/status/${guest.application}`, account.as), 404),
  ),
  must(
    'spec/endpoints/status-410',
    'GET /status/{id} answers 410 once the guest session has expired.',
    shownBy('rest/get-application-status', 'ends with the guest session, to the second'),
  ),
  must(
    'spec/endpoints/summary-200',
    'GET /summary/{id} is a summary in plain language.',
    shownBy('rest/get-application-summary', 'tells in plain language how the application stands'),
  ),
  must(
    'spec/endpoints/summary-401',
    'GET /summary/{id} answers 401.',
    shownBy('rest/get-application-summary', 'asks a caller without key and token for one'),
  ),
  must(
    'spec/endpoints/summary-404',
    'GET /summary/{id} answers 404.',
    shownBy('rest/get-application-summary', 'hides the application from the token of another order'),
  ),
  must(
    'spec/endpoints/refund-200',
    'A refund answers 200.',
    shownBy('rest/refund-application', 'returns the whole payment and cancels the application'),
  ),
  must(
    'spec/endpoints/refund-401',
    'A refund answers 401.',
    answers(({ api, guest }) => api.post(`/applications/${guest.application}/refund`), 401),
  ),
  must(
    'spec/endpoints/refund-404',
    'A refund answers 404.',
    shownBy('rest/refund-application', 'finds neither what does not exist nor what is somebody else’s'),
  ),
  must(
    'spec/endpoints/refund-409',
    'A refund answers 409 the second time.',
    shownBy('rest/refund-application', 'refuses a second refund'),
  ),
  must(
    'spec/endpoints/refund-410',
    'A refund answers 410 after 7 days.',
    shownBy('rest/refund-application', 'refuses after 7 days'),
  ),
  must(
    'spec/endpoints/refund-422',
    'A refund answers 422 without a payment.',
    shownBy('rest/refund-application', 'refuses an order that is not paid'),
    shownBy('rest/refund-application', 'refuses an order without a payment on file'),
  ),
  must(
    'spec/endpoints/refund-502',
    'A refund answers 502 when the provider fails, and is safe to retry.',
    shownBy(
      'rest/refund-application',
      'leaves the order unchanged when the provider refuses, and the same request succeeds later',
    ),
  ),
  must(
    'spec/endpoints/patch-200',
    'PATCH edits form data.',
    shownBy('rest/patch-application', 'edits a draft, which may stay incomplete, and judges the whole form'),
  ),
  must('spec/endpoints/patch-400', 'PATCH answers 400.', shownBy('rest/patch-application', 'refuses the body %j')),
  must(
    'spec/endpoints/patch-401',
    'PATCH answers 401.',
    shownBy('rest/patch-application', 'needs a key: the guest token does not edit'),
  ),
  must(
    'spec/endpoints/patch-404',
    'PATCH answers 404 for what is not there or not yours.',
    shownBy('rest/patch-application', 'does not find the application of another account'),
  ),
  must(
    'spec/endpoints/patch-409',
    'PATCH answers 409 after submission.',
    shownBy('rest/patch-application', 'refuses an application that was submitted'),
  ),
  must(
    'spec/endpoints/delete-200',
    'DELETE cancels.',
    shownBy(
      'rest/cancel-application',
      'cancels a paid application, refunds nothing, and says until when the order can be refunded',
    ),
  ),
  must('spec/endpoints/delete-401', 'DELETE answers 401.', shownBy('rest/cancel-application', 'needs a key')),
  must(
    'spec/endpoints/delete-404',
    'DELETE answers 404.',
    shownBy('rest/cancel-application', 'does not find the application of another account'),
  ),
  must(
    'spec/endpoints/delete-409',
    'DELETE answers 409 after submission.',
    shownBy('rest/cancel-application', 'refuses an application that the authority has'),
  ),
  must(
    'spec/endpoints/documents-201',
    'POST /documents answers 201.',
    shownBy('rest/upload-document', 'with the URL, what was kept and what was checked'),
  ),
  must(
    'spec/endpoints/documents-400',
    'POST /documents answers 400 for mime, size or extension.',
    shownBy('rest/upload-document', 'with MIME for a type that is not accepted or not the content’s'),
    shownBy('rest/upload-document', 'with SIZE above 10 MiB'),
    shownBy('rest/upload-document', 'with EXTENSION for a name that is not accepted or contradicts the type'),
  ),
  must(
    'spec/endpoints/documents-401',
    'POST /documents answers 401 to a guest without a token.',
    shownBy('rest/upload-document', '401 to a guest without a token or with an unknown one'),
  ),
  must(
    'spec/endpoints/ocr-200',
    'POST /ocr reads the zone and the place of birth.',
    shownBy('rest/read-passport', 'with the zone, the place of birth, a profile and form data'),
  ),
  must(
    'spec/endpoints/ocr-400',
    'POST /ocr answers 400 for a missing or oversized image.',
    shownBy('rest/read-passport', 'INVALID_IMAGE to more than 10 MiB and to more than 50 megapixels, before decoding'),
    answers(({ api }) => api.post('/ocr', {}), 400),
  ),
  must(
    'spec/endpoints/ocr-422',
    'POST /ocr answers 422 without a zone.',
    shownBy('rest/read-passport', 'MRZ_NOT_DETECTED to a picture without a zone'),
  ),
  must(
    'spec/endpoints/ocr-502',
    'POST /ocr answers 502 when the reader fails.',
    shownBy('rest/read-passport', 'OCR_FAILED when the reader breaks, without its words'),
  ),
  must(
    'spec/endpoints/profiles-200',
    'GET /profiles lists.',
    answers(({ api, account }) => api.get('/profiles', account.as), 200),
  ),
  must(
    'spec/endpoints/profiles-401',
    'Profiles answer 401 without a key.',
    answers(({ api }) => api.get('/profiles'), 401),
    answers(({ api }) => api.post('/profiles', {}), 401),
    answers(({ api }) => api.get('/profiles/prf_x'), 401),
    answers(({ api }) => api.patch('/profiles/prf_x', {}), 401),
    answers(({ api }) => api.delete('/profiles/prf_x'), 401),
  ),
  must(
    'spec/endpoints/profiles-201',
    'POST /profiles answers 201.',
    shownBy('rest/create-profile', 'saves a traveler: countries in upper case, the passport number without blanks'),
  ),
  must(
    'spec/endpoints/profiles-400',
    'POST /profiles answers 400.',
    shownBy('rest/create-profile', 'names every problem at once'),
  ),
  must(
    'spec/endpoints/profile-404',
    'A profile that is not there answers 404.',
    answers(({ api, account }) => api.get('/profiles/prf_x', account.as), 404),
    answers(({ api, account }) => api.patch('/profiles/prf_x', {}, account.as), 404),
    answers(({ api, account }) => api.delete('/profiles/prf_x', account.as), 404),
  ),
  must(
    'spec/endpoints/profile-200',
    'A profile is read and changed in part.',
    shownBy('rest/get-profile', 'is the profile with every field, null where nothing is known'),
    shownBy('rest/update-profile', 'changes what is given, clears what is null, and leaves the rest'),
  ),
  must(
    'spec/endpoints/profile-delete',
    'Deleting a profile deletes its applications.',
    shownBy('rest/delete-profile', 'deletes the applications made with it, says how many, and leaves the others'),
  ),
  must(
    'spec/endpoints/webhook-201',
    'POST /webhook answers 201 with the secret.',
    shownBy('rest/register-webhook', 'registers where the events of one application go, and shows the signing secret'),
  ),
  must(
    'spec/endpoints/webhook-400',
    'POST /webhook answers 400 for a URL that may not be called.',
    answers(
      ({ api, account }) =>
        api.post(
          '/webhook',
          { application_id: account.application, callback_url: 'http://169.254.169.254/' },
          account.as,
        ),
      400,
      'INVALID_CALLBACK_URL',
    ),
  ),
  must('spec/endpoints/webhook-401', 'POST /webhook answers 401.', shownBy('rest/register-webhook', 'needs a key')),
  must(
    'spec/endpoints/webhook-404',
    'POST /webhook answers 404 for no application.',
    answers(
      ({ api, account }) =>
        api.post('/webhook', { application_id: 'app_x', callback_url: 'http://127.0.0.1:4545/a' }, account.as),
      404,
    ),
  ),
  must(
    'spec/endpoints/deliveries-200',
    'Deliveries are listed, filtered by status.',
    shownBy('rest/list-deliveries', 'lists what was delivered, newest first, with what the receiver answered'),
    answers(
      ({ api, account }) =>
        api.get(`/webhooks/${account.webhook}/deliveries`, { ...account.as, query: { status: 'pending', limit: 5 } }),
      200,
    ),
    answers(
      ({ api, account }) =>
        api.get(`/webhooks/${account.webhook}/deliveries`, { ...account.as, query: { status: 'lost' } }),
      400,
    ),
  ),
  must('spec/endpoints/deliveries-401', 'Deliveries answer 401.', shownBy('rest/list-deliveries', 'needs a key')),
  must(
    'spec/endpoints/deliveries-404',
    'Deliveries answer 404.',
    shownBy('rest/list-deliveries', 'for a webhook that does not exist, and the same for one of another account'),
  ),
  must('spec/endpoints/capabilities-200', 'GET /capabilities is a matrix by product.', async ({ api }) => {
    expect((await api.get('/capabilities')).data.products).toHaveLength(5);
  }),
  must(
    'spec/endpoints/me-200',
    'GET /me tells the key and its budget.',
    shownBy('rest/get-self', 'tells the key, its account, no partner, and the budget after this call'),
  ),
  must(
    'spec/endpoints/me-401',
    'GET /me answers 401 to guests.',
    answers(({ api }) => api.get('/me'), 401),
  ),
  must(
    'spec/endpoints/health-200',
    'GET /health always answers 200.',
    shownBy('rest/meta', 'says what is ill and still answers 200'),
  ),
  must(
    'spec/endpoints/discovery-200',
    'GET /discovery answers 200.',
    answers(({ api }) => api.get('/discovery'), 200),
  ),
  must(
    'spec/endpoints/context-200',
    'GET /context answers 200.',
    answers(({ api }) => api.get('/context'), 200),
  ),
  must('spec/endpoints/changelog-200', 'GET /changelog lists releases, newest first.', async ({ api }) => {
    const dates = (await api.get('/changelog')).data.releases.map(({ date }: { date: string }) => date);
    expect(dates).toEqual([...dates].sort().reverse());
  }),
  must(
    'spec/endpoints/keys-201',
    'POST /keys issues a sandbox key to anybody.',
    answers(({ api }) => api.post('/keys'), 201),
  ),
  must(
    'spec/endpoints/mcp',
    'POST /mcp speaks the tool protocol without authentication.',
    shownBy('mcp/conformance', 'passes every active scenario of 0.1.16'),
  ),
  should('spec/rules/1', 'Changing calls send an Idempotency-Key.', ({ running }) => {
    for (const name of ['CreateCheckout', 'SubmitApplication', 'ValidateApplication', 'UploadDocument', 'ReadPassport'])
      expect(running.service.documents.find(name)!.idempotent, name).toBe(true);
  }),
  must(
    'spec/rules/2',
    'A refund is whole, within 7 days; DELETE never refunds.',
    shownBy('stories/refund-window', 'on day 8, one second later, gets none, and the order goes on'),
    shownBy(
      'rest/cancel-application',
      'cancels a paid application, refunds nothing, and says until when the order can be refunded',
    ),
  ),
  must('spec/rules/3', 'A guest with travelers gets 403.', shownBy('rest/submit-application', 'refuses a guest %s')),
  must(
    'spec/rules/4',
    'A failed form answers 422 with details by field.',
    shownBy('rest/submit-application', 'names every field that is wrong, of every traveler, and submits none'),
  ),
  should('spec/rules/5', 'Payment is polled for: the unpaid answer says so.', async ({ api }) => {
    const { data } = await api.post('/checkout', { visa_type: 'ESTA' });
    const { error } = await api.post('/apply', {
      visa_type: 'ESTA',
      payment_session_id: data.payment_session_id,
      form_data: {},
    });
    expect(error.hint).toContain('payment-status');
  }),
];

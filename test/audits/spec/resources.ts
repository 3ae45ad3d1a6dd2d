import { expect } from 'vitest';
import { shownBy } from '../shown-by.ts';
import { answers, must, type Sentence } from './sentence.ts';

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** “Resources and their fields”. */
export const resources: Sentence[] = [
  must('spec/envelope/success', 'A success has success true and data.', async ({ api }) => {
    const { body } = await api.get('/capabilities');
    expect(Object.keys(body)).toEqual(['success', 'data', '_meta']);
    expect(body.success).toBe(true);
  }),
  must('spec/envelope/error', 'An error has success false, a code and a message, perhaps a hint.', async ({ api }) => {
    const { body } = await api.get('/nothing');
    expect(body).toMatchObject({
      success: false,
      error: { code: expect.any(String), message: expect.any(String), hint: expect.any(String) },
    });
  }),
  must('spec/envelope/meta', 'Meta names service, version, time and documentation.', async ({ api }) => {
    const { _meta } = (await api.get('/capabilities')).body;
    expect(_meta.service).toEqual(expect.any(String));
    expect(_meta.version).toEqual(expect.any(String));
    expect(_meta.timestamp).toMatch(rfc3339);
    expect(() => new URL(_meta.documentation)).not.toThrow();
  }),
  must(
    'spec/schemas/preview',
    'A preview has id, name, type, destination, nationalities, validity, processing time, pricing and access.',
    async ({ api }) => {
      for (const item of (await api.get('/schemas')).data) {
        expect(item).toMatchObject({
          id: expect.any(String),
          name: expect.any(String),
          type: expect.any(String),
          validity_period: expect.any(String),
          processing_time: expect.any(String),
          pricing: expect.any(Object),
          access: 'preview',
        });
        expect(Array.isArray(item.destination) || typeof item.destination === 'string').toBe(true);
        expect(
          Array.isArray(item.eligible_nationalities) || item.eligible_nationalities === 'ALL_EXCEPT_RESTRICTED',
        ).toBe(true);
      }
    },
  ),
  must(
    'spec/schemas/full',
    'Field definitions come once the product is paid for.',
    shownBy('rest/list-schemas', 'shows the whole form of a paid %s, and of nothing else'),
    shownBy('rest/list-schemas', 'shows sections, counts and document kinds of every product, and no field of any'),
  ),
  must(
    'spec/eligibility/request',
    'Both codes are required, each of two letters.',
    answers(({ api }) => api.post('/eligibility', { nationality: 'DE' }), 400),
    answers(({ api }) => api.post('/eligibility', { destination: 'US' }), 400),
    answers(({ api }) => api.post('/eligibility', { nationality: 'DEU', destination: 'US' }), 400),
    answers(({ api }) => api.post('/eligibility', { nationality: 'DE', destination: 'U' }), 400),
  ),
  must(
    'spec/eligibility/not-required',
    'Required false is no verdict that no visa is needed.',
    shownBy(
      'rest/check-eligibility',
      'answers that no product applies with a verdict, never as a word that no visa is needed',
    ),
  ),
  must(
    'spec/eligibility/open',
    'An open product comes with fees, total, checkout as the next step, and links.',
    async ({ api }) => {
      const { data } = await api.post('/eligibility', { nationality: 'DE', destination: 'US' });
      expect(data).toMatchObject({
        required: true,
        available: true,
        status: 'open',
        visa_type: 'ESTA',
        next_step: 'checkout',
      });
      expect(data.pricing).toMatchObject({
        service_fee: { amount: 39, currency: 'usd' },
        official_fee: { currency: 'usd' },
      });
      expect(data.pricing.total_estimated_usd).toBeCloseTo(39 + data.pricing.official_fee.amount, 2);
      expect(typeof (data.official_fee_collected ?? data.pricing.official_fee_collected)).toBe('boolean');
      expect(data.links).toMatchObject({ apply_url: expect.any(String), requirements_url: expect.any(String) });
    },
  ),
  must(
    'spec/eligibility/pre-launch',
    'A product before its launch has an announced fee, no service fee, no total and no place to apply.',
    async ({ api }) => {
      const { data } = await api.post('/eligibility', { nationality: 'US', destination: 'FR' });
      expect(data).toMatchObject({
        required: true,
        available: false,
        status: 'not_open',
        status_note: expect.any(String),
      });
      expect(data.pricing).toMatchObject({
        official_fee: { announced: true },
        service_fee: null,
        total_estimated_usd: null,
      });
      expect(data.links).not.toHaveProperty('apply_url');
      expect(data.links).toMatchObject({ requirements_url: expect.any(String), guide_url: expect.any(String) });
    },
  ),
  must(
    'spec/quote/request',
    'A quote takes product, speed, add-ons, 1 to 50 travelers, a currency and a promo code.',
    answers(
      ({ api }) =>
        api.post('/quote', {
          visa_type: 'ESTA',
          processing_speed: 'super_rush',
          add_ons: ['photo_review'],
          num_travelers: 50,
          currency: 'eur',
          promo_code: 'X',
        }),
      200,
    ),
    answers(({ api }) => api.post('/quote', { visa_type: 'ESTA', processing_speed: 'warp' }), 400),
    answers(({ api }) => api.post('/quote', { visa_type: 'ESTA', num_travelers: 51 }), 400),
    answers(({ api }) => api.post('/quote', { visa_type: 'ESTA', num_travelers: 0 }), 400),
    answers(({ api }) => api.post('/quote', {}), 400),
  ),
  must(
    'spec/quote/response',
    'A quote states fees, surcharges and the total in dollars and in the charged currency.',
    async ({ api }) => {
      const { data } = await api.post('/quote', { visa_type: 'UK_ETA', processing_speed: 'rush', currency: 'gbp' });
      expect(data.pricing).toMatchObject({
        surcharges: [{ code: 'rush' }],
        total_usd: expect.any(Number),
        total: { currency: 'gbp' },
      });
    },
  ),
  must('spec/quote/default-currency', 'The currency is dollars when none is named.', async ({ api }) => {
    expect((await api.post('/quote', { visa_type: 'ESTA' })).data.pricing.total.currency).toBe('usd');
  }),
  must(
    'spec/checkout/request',
    'A checkout takes what a quote takes, and an email.',
    answers(
      ({ api }) =>
        api.post('/checkout', {
          visa_type: 'CANADA_ETA',
          email: 'a@example.com',
          processing_speed: 'rush',
          add_ons: ['sms_updates'],
          num_travelers: 2,
          currency: 'cad',
          promo_code: 'X',
        }),
      201,
    ),
    answers(({ api }) => api.post('/checkout', { visa_type: 'ESTA', email: 'nobody' }), 400),
    answers(({ api }) => api.post('/checkout', {}), 400),
  ),
  must('spec/checkout/currency', 'The session is made in the named currency.', async ({ api }) => {
    const { data } = await api.post('/checkout', { visa_type: 'ESTA', currency: 'jpy' });
    const status = await api.get('/payment-status', { query: { payment_session_id: data.payment_session_id } });
    expect(status.data).toMatchObject({ currency: 'jpy', amount: data.pricing.total.amount });
  }),
  must('spec/checkout/response', 'A checkout answers 201 with where to pay and the session.', async ({ api }) => {
    const { status, data } = await api.post('/checkout', { visa_type: 'ESTA' });
    expect([status, typeof data.checkout_url, typeof data.payment_session_id]).toEqual([201, 'string', 'string']);
  }),
  must(
    'spec/apply/required',
    'Product and session are required.',
    answers(({ api }) => api.post('/apply', { visa_type: 'ESTA' }), 400),
    answers(({ api }) => api.post('/apply', { payment_session_id: 'x' }), 400),
  ),
  must(
    'spec/apply/profile',
    'A saved profile seeds the form, and what is written in the form wins.',
    shownBy(
      'stories/agency-group',
      'an agency files a group: profiles fill the forms, one mistake holds everybody back, and each traveler gets an own answer',
    ),
  ),
  must(
    'spec/apply/travelers',
    'Several travelers are as many as were paid for.',
    shownBy('rest/submit-application', 'refuses another number of travelers than were paid for'),
  ),
  must(
    'spec/apply/files',
    'File fields hold URLs of the caller’s own uploads.',
    shownBy('rest/submit-application', 'refuses a file of %s'),
  ),
  must(
    'spec/apply/legacy',
    'applicant_data and contact_info are merged into the form.',
    shownBy('rest/submit-application', 'merges the legacy parts into the form, the explicit field winning'),
  ),
  must(
    'spec/validate/request',
    'Product and form are required.',
    answers(({ api }) => api.post('/validate', { visa_type: 'ESTA' }), 400),
    answers(({ api }) => api.post('/validate', { form_data: {} }), 400),
  ),
  must(
    'spec/validate/guest-token',
    'A guest whose form names files sends the guest token.',
    shownBy('rest/validate-application', 'asks a guest whose form names files for the guest token'),
  ),
  must(
    'spec/validate/details',
    'Details are keyed by field, with MISSING, INVALID_PATTERN, MIN_LENGTH, MAX_LENGTH, INVALID_FILE_URL or FORBIDDEN_FILE_URL.',
    shownBy('domain/products/one-error', 'has no problem where everything is answered'),
    async ({ api }) => {
      const form_data = {
        family_name: '1',
        passport_number: 'x'.repeat(300),
        passport_bio_page_url: 'https://elsewhere.example/a.jpg',
      };
      const { error } = await api.post(
        '/validate',
        { visa_type: 'ESTA', form_data },
        { key: (await api.post('/keys')).data.api_key, headers: { prefer: 'handling=strict' } },
      );
      expect(error.details.passport_bio_page_url).toMatchObject({
        code: 'INVALID_FILE_URL',
        message: expect.any(String),
      });
      expect(error.details.passport_number.code).toMatch(/^(MAX_LENGTH|INVALID_PATTERN)$/);
      expect(error.details.first_name.code).toBe('MISSING');
    },
  ),
  must('spec/profiles/fields', 'A profile has the twelve fields, in camel case.', async ({ api, account }) => {
    const fields = [
      'firstName',
      'lastName',
      'dateOfBirth',
      'nationality',
      'passportNumber',
      'passportExpiry',
      'gender',
      'email',
      'cityOfBirth',
      'countryOfBirth',
      'passportPhotoUrl',
      'selfieUrl',
    ];
    expect(Object.keys((await api.get(`/profiles/${account.profile}`, account.as)).data)).toEqual(
      expect.arrayContaining(fields),
    );
  }),
  must(
    'spec/profiles/gender',
    'Gender is M, F or X.',
    answers(({ api, account }) => api.post('/profiles', { gender: 'X' }, account.as), 201),
    answers(({ api, account }) => api.post('/profiles', { gender: 'Q' }, account.as), 400),
  ),
  must(
    'spec/webhook/request',
    'A webhook names an application and a URL, and events out of four.',
    shownBy('rest/register-webhook', 'registers where the events of one application go, and shows the signing secret'),
    answers(
      ({ api, account }) =>
        api.post(
          '/webhook',
          { application_id: account.application, callback_url: 'http://127.0.0.1:4545/a', events: ['visa_lost'] },
          account.as,
        ),
      400,
    ),
  ),
  must(
    'spec/webhook/secret',
    'The signing secret is shown once.',
    shownBy('rest/register-webhook', 'shows the secret once: no other answer has it, and the database only sealed'),
  ),
  must(
    'spec/documents/forms',
    'An upload is a multipart form or JSON.',
    shownBy('rest/upload-document', 'to a multipart form exactly as to JSON'),
    shownBy('rest/upload-document', 'to a guest with a token, in both spellings'),
  ),
  must('spec/documents/url', 'An upload answers with the URL for the form.', async ({ api, account }) => {
    const { data } = await api.get(`/documents/${account.document}`, account.as);
    expect(data.url).toContain(`/documents/${account.document}/content`);
  }),
];

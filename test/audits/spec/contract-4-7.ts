import { expect } from 'vitest';
import { passportPage } from '../../support/images.ts';
import { shownBy } from '../shown-by.ts';
import { answers, must, type Sentence } from './sentence.ts';

/** Sections 4 to 7 of the contract: prices, eligibility, schemas, documents and OCR. */
export const contract4to7: Sentence[] = [
  must('contract/4/fees', 'Service fees, surcharges and add-ons are those of the list.', async ({ api }) => {
    const price = async (body: Record<string, unknown>) => (await api.post('/quote', body)).data.pricing;
    const rush = await price({
      visa_type: 'DS160',
      processing_speed: 'super_rush',
      add_ons: ['document_review', 'photo_review', 'sms_updates'],
    });
    expect(rush.service_fee.amount).toBe(149);
    expect(rush.surcharges.map(({ amount }: { amount: number }) => amount)).toEqual([59]);
    expect(rush.add_ons.map(({ amount }: { amount: number }) => amount)).toEqual([19, 9, 5]);
    expect(rush.total_usd).toBe(149 + 59 + 33);
    expect((await price({ visa_type: 'UK_ETA', processing_speed: 'rush' })).surcharges[0].amount).toBe(29);
  }),
  must('contract/4/add-on', 'An unknown add-on is 400 with the known ones.', async ({ api }) => {
    const { error } = await api.post('/quote', { visa_type: 'ESTA', add_ons: ['limousine'] });
    expect(error.code).toBe('UNKNOWN_ADD_ON');
    for (const known of ['document_review', 'photo_review', 'sms_updates'])
      expect(JSON.stringify(error.details)).toContain(known);
  }),
  must(
    'contract/4/dates',
    'A price is computed for its date.',
    shownBy('domain/pricing/compute-price', 'takes the official fee of the day: a UK ETA on %s'),
  ),
  must('contract/4/collected', 'The official fee is collected for all but DS160.', async ({ api }) => {
    for (const [visa_type, collected] of [
      ['ESTA', true],
      ['UK_ETA', true],
      ['CANADA_ETA', true],
      ['DS160', false],
    ] as const) {
      expect((await api.post('/quote', { visa_type })).data.pricing.official_fee_collected, visa_type).toBe(collected);
    }
  }),
  must('contract/4/pricing', 'Pricing has every line, and eligibility the estimated total.', async ({ api }) => {
    const { pricing } = (await api.post('/quote', { visa_type: 'ESTA', currency: 'eur' })).data;
    for (const name of [
      'service_fee',
      'official_fee',
      'official_fee_collected',
      'surcharges',
      'add_ons',
      'discount',
      'num_travelers',
      'per_traveler_usd',
      'total_usd',
      'total',
      'exchange_rate',
    ])
      expect(pricing, name).toHaveProperty(name);
    expect(pricing.official_fee.paid_to).toEqual(expect.any(String));
    expect(pricing.exchange_rate).toMatchObject({
      rate: expect.any(Number),
      as_of: expect.any(String),
      source: expect.any(String),
    });
    expect((await api.post('/eligibility', { nationality: 'DE', destination: 'US' })).data.pricing).toHaveProperty(
      'total_estimated_usd',
    );
  }),
  must(
    'contract/4/adds-up',
    'Every line is rounded once, and the total is the sum of the lines.',
    shownBy('domain/pricing/compute-price', 'the total is the sum of the shown lines'),
    shownBy('domain/pricing/compute-price', 'every line is rounded once, to what can be charged in the currency'),
  ),
  must(
    'contract/4/currency',
    'An unsupported currency is 400 with the supported ones.',
    shownBy('rest/quote-pricing', 'refuses a currency that cannot be charged and lists those that can'),
  ),
  must(
    'contract/4/promo',
    'An unknown code never fails; the reason is told.',
    shownBy('rest/create-checkout', 'tells an unknown promo code and charges the full price'),
    shownBy('domain/partners/find-promo', 'is refused to the partner itself with an ordinary key'),
  ),
  must(
    'contract/4/discount',
    'The discount is 10% of the service fee, rounded half up in the charged currency.',
    shownBy('domain/pricing/compute-price', 'rounds half up in the charged currency'),
  ),
  must(
    'contract/4/commission',
    'Commission is held for the refund window, then payable, and reversed by a refund.',
    shownBy('domain/partners/commission', 'is pending for the refund window, then payable, to the second'),
  ),
  must(
    'contract/4/rates',
    'The embedded rates show their date; a source refreshes them; old ones are flagged.',
    shownBy('domain/pricing/exchange-rates', 'are turned from euros into dollars, with their date and source'),
    shownBy('rest/meta', 'flags exchange rates that are older than 7 days'),
  ),

  must(
    'contract/5/codes',
    'No letters are 400, no country is 404.',
    answers(({ api }) => api.post('/eligibility', { nationality: '12', destination: 'US' }), 400),
    answers(({ api }) => api.post('/eligibility', { nationality: 'DE', destination: 'ZZ' }), 404, 'COUNTRY_NOT_FOUND'),
  ),
  must(
    'contract/5/required',
    'A required authorization comes with conditions, warnings, sources and reasons.',
    async ({ api }) => {
      const { data } = await api.post('/eligibility', { nationality: 'DE', destination: 'US' });
      for (const name of [
        'available',
        'status',
        'visa_type',
        'eligibility',
        'conditions',
        'warnings',
        'pricing',
        'validity_period',
        'max_stay_days',
        'processing_time',
        'next_step',
        'links',
        'sources',
        'reason_code',
        'explanation',
      ])
        expect(data, name).toHaveProperty(name);
      expect(data.sources[0]).toMatchObject({
        title: expect.any(String),
        url: expect.stringMatching(/^https:/),
        verified_at: expect.any(String),
      });
    },
  ),
  must('contract/5/not-required', 'Otherwise there is a verdict with its reason, explained.', async ({ api }) => {
    const { data } = await api.post('/eligibility', { nationality: 'DE', destination: 'DE' });
    expect(data).toMatchObject({
      required: false,
      verdict: 'not_needed',
      reason_code: expect.any(String),
      explanation: expect.any(String),
      sources: expect.any(Array),
    });
  }),
  must(
    'contract/5/golden',
    'Every sample case is answered as stated.',
    shownBy('domain/eligibility/golden', 'covers every case of the sample'),
    shownBy('rest/check-eligibility', '$nationality to $destination answers as the sample says'),
  ),
  must(
    'contract/5/traveler',
    'What is said of the traveler sharpens the answer, and what is not said is asked for.',
    shownBy('domain/eligibility/golden', '$id answers $expected_product'),
    shownBy('rest/check-eligibility', 'asks for the fact that decides, and the next call carries the question'),
  ),

  must(
    'contract/6/list',
    'Five products are listed; previews show counts, sections and document kinds, and no field.',
    async ({ api }) => {
      const { data } = await api.get('/schemas');
      expect(data).toHaveLength(5);
      for (const item of data) expect(item).not.toHaveProperty('fields');
      expect(data.find(({ id }: { id: string }) => id === 'DS160').eligible_nationalities).toBe(
        'ALL_EXCEPT_RESTRICTED',
      );
    },
  ),
  must(
    'contract/6/full',
    'A paid session opens fields, sections, rules and a JSON Schema of its product.',
    async ({ api, account }) => {
      const { data } = await api.get('/schemas', { query: { payment_session_id: account.session } });
      const full = data.filter(({ access }: { access: string }) => access === 'full');
      expect(full).toHaveLength(1);
      expect(full[0]).toMatchObject({
        id: 'ESTA',
        fields: expect.any(Array),
        sections: expect.any(Array),
        cross_field_rules: expect.any(Array),
        json_schema: { $schema: expect.stringContaining('2020-12') },
      });
    },
  ),
  must(
    'contract/6/one-judge',
    'Validation and submission judge by the same definitions.',
    shownBy('domain/products/form-json-schema', 'agrees with the engine on generated forms, whole and broken'),
    shownBy(
      'stories/bad-input',
      'is told that mistake and no other, whichever of its fields it is in, and is not submitted',
    ),
  ),

  must(
    'contract/7/types',
    'JPEG, PNG, WebP, HEIC and PDF are taken; name, type and content agree; pictures decode.',
    shownBy('rest/upload-document', 'with CORRUPT for a damaged file and for text that is not base64'),
    shownBy('rest/upload-document', 'to HEIC with the JPEG that it became'),
    shownBy(
      'domain/documents/upload-corpus',
      'is refused with the right code or kept without its payload, each in bounded time',
    ),
  ),
  must(
    'contract/7/answer',
    'An upload answers with id, URL, kind, type, size, hash, dimensions and checks.',
    async ({ api, account }) => {
      const { data } = await api.get(`/documents/${account.document}`, account.as);
      for (const name of ['document_id', 'url', 'kind', 'mime', 'size_bytes', 'sha256', 'width', 'height', 'checks'])
        expect(data, name).toHaveProperty(name);
    },
  ),
  must(
    'contract/7/guest',
    'A guest without a token gets 401 GUEST_TOKEN_REQUIRED.',
    shownBy('rest/upload-document', '401 to a guest without a token or with an unknown one'),
  ),
  must(
    'contract/7/content',
    'Reading the file needs its owner.',
    shownBy(
      'rest/document-content',
      'is the same 404 for a stranger, a guest, a wrong token and an id that does not exist',
    ),
  ),
  must(
    'contract/7/file-urls',
    'A foreign URL is INVALID_FILE_URL, somebody else’s FORBIDDEN_FILE_URL.',
    shownBy('rest/submit-application', 'refuses a file of %s'),
  ),
  must(
    'contract/7/ocr',
    'OCR answers the zone with its check digits, the place of birth, and a profile.',
    async ({ api, account }) => {
      const { bytes } = await passportPage();
      const { status, data } = await api.post(
        '/ocr',
        { imageBase64: `data:image/jpeg;base64,${bytes.toString('base64')}` },
        account.as,
      );
      expect(status).toBe(200);
      expect(data.mrz).toMatchObject({
        format: 'TD3',
        document_type: expect.any(String),
        last_name: expect.any(String),
        first_name: expect.any(String),
        document_number: expect.any(String),
        date_of_birth: expect.any(String),
        sex: expect.any(String),
        expiry_date: expect.any(String),
        lines: expect.any(Array),
        check_digits: expect.any(Object),
        valid: expect.any(Boolean),
        corrected: expect.any(Array),
      });
      for (const name of ['place_of_birth', 'confidence', 'profile']) expect(data, name).toHaveProperty(name);
      for (const name of ['issuing_country', 'nationality', 'personal_number'])
        expect(data.mrz, name).toHaveProperty(name);
    },
  ),
  must(
    'contract/7/ocr-limits',
    'Images of more than 10 MiB or 50 megapixels are 400.',
    shownBy('rest/read-passport', 'INVALID_IMAGE to more than 10 MiB and to more than 50 megapixels, before decoding'),
  ),
];

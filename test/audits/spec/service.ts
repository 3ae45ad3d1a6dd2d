import { expect } from 'vitest';
import { sendModern } from '../../mcp/client.ts';
import { shownBy } from '../shown-by.ts';
import { answers, must, type Sentence } from './sentence.ts';

const open = ['ESTA', 'DS160', 'UK_ETA', 'CANADA_ETA'];

/** “What the service does”. */
export const service: Sentence[] = [
  must(
    'spec/service/1',
    'Agents decide, quote, pay and file through it.',
    shownBy('stories/guest-journey', 'for %s, from the first question to the approval'),
  ),
  must('spec/service/2-open', 'Four products are open for application.', async ({ api }) => {
    for (const visa_type of open) expect((await api.post('/quote', { visa_type })).status, visa_type).toBe(200);
  }),
  must(
    'spec/service/2-etias',
    'ETIAS is served for information; quote, checkout and apply refuse it, and nothing is paid.',
    answers(({ api }) => api.post('/quote', { visa_type: 'ETIAS' }), 422, 'VISA_NOT_OPEN'),
    answers(({ api }) => api.post('/checkout', { visa_type: 'ETIAS' }), 422, 'VISA_NOT_OPEN'),
    answers(
      ({ api }) => api.post('/apply', { visa_type: 'ETIAS', payment_session_id: 'x', form_data: {} }),
      422,
      'VISA_NOT_OPEN',
    ),
    answers(({ api }) => api.post('/eligibility', { nationality: 'US', destination: 'FR' }), 200),
    answers(({ api }) => api.get('/products/ETIAS/requirements'), 200),
    shownBy('rest/create-checkout', 'sells nothing that is not open, and writes nothing'),
  ),
  must(
    'spec/service/3-independent',
    'It says that it is a private service and no government website.',
    async ({ api }) => {
      const { data } = await api.get('/context');
      expect(data.disclaimers.join(' ')).toMatch(/independent|private/i);
      expect(data.disclaimers.join(' ')).toMatch(/not .*government/i);
    },
  ),
  must('spec/service/3-fees', 'Government fees stand apart from the service fee.', async ({ api }) => {
    const { data } = await api.post('/quote', { visa_type: 'ESTA' });
    expect(data.pricing.service_fee).toMatchObject({ amount: 39, currency: 'usd' });
    expect(data.pricing.official_fee.amount).toBeGreaterThan(0);
  }),
  must('spec/service/3-ds160', 'The consular fee of DS160 is paid to the authority, not here.', async ({ api }) => {
    const { data } = await api.post('/quote', { visa_type: 'DS160' });
    expect(data.pricing.official_fee_collected).toBe(false);
    expect(data.pricing.total.amount).toBe(149);
  }),
  must('spec/service/4-json', 'The same question gets the same answer, and no puzzle to solve.', async ({ api }) => {
    const [first, second] = [
      await api.post('/eligibility', { nationality: 'DE', destination: 'US' }),
      await api.post('/eligibility', { nationality: 'DE', destination: 'US' }),
    ];
    expect(second.data).toEqual(first.data);
  }),
  must(
    'spec/service/4-webhooks',
    'Webhooks are signed.',
    shownBy('domain/webhooks/signature', 'is accepted with the bytes that arrived'),
  ),
  must('spec/service/4-once', 'Every changing call takes an idempotency key.', ({ running }) => {
    const reading = new Set(['POST /eligibility', 'POST /quote']);
    for (const { rest, idempotent, name } of running.service.documents.all) {
      if (rest && rest.method !== 'GET' && !reading.has(`${rest.method} ${rest.path}`))
        expect(idempotent, name).toBe(true);
    }
  }),
  must(
    'spec/service/5-prices',
    'The service fee begins at 39 USD, the consular visa costs more, and schemas price each product.',
    async ({ api }) => {
      const { data } = await api.get('/schemas');
      const fees = Object.fromEntries(
        data.map(({ id, pricing }: { id: string; pricing: { service_fee: { amount: number } | null } }) => [
          id,
          pricing.service_fee?.amount ?? null,
        ]),
      );
      expect(fees).toEqual({ ESTA: 39, DS160: 149, UK_ETA: 39, CANADA_ETA: 39, ETIAS: null });
    },
  ),
  must(
    'spec/service/6-flow',
    'The flow goes from eligibility to tracking.',
    shownBy('stories/guest-journey', 'for %s, from the first question to the approval'),
    async ({ api }) => {
      const { data } = await api.get('/context');
      expect(data.flow.length).toBeGreaterThanOrEqual(8);
    },
  ),
  must(
    'spec/service/7-guest',
    'Guests check, quote, pay and submit without a key.',
    shownBy('stories/guest-journey', 'for %s, from the first question to the approval'),
  ),
  must(
    'spec/service/7-account',
    'Profiles, webhooks, refunds, cancelling and editing need a key.',
    answers(({ api }) => api.get('/profiles'), 401),
    answers(({ api }) => api.post('/webhook', {}), 401),
    answers(({ api, guest }) => api.post(`/applications/${guest.application}/refund`), 401),
    answers(({ api, guest }) => api.delete(`/applications/${guest.application}`), 401),
    answers(({ api, guest }) => api.patch(`/applications/${guest.application}`, { form_data: {} }), 401),
  ),
  must(
    'spec/service/8-tools',
    'The tools of the specification are served over streamable HTTP without authentication.',
    shownBy('mcp/answers', 'are those of the specification, no more and no fewer'),
    async ({ running }) => {
      const listed = await sendModern(running, 'tools/list');
      expect(listed.status).toBe(200);
      expect(listed.body.result.tools).toHaveLength(18);
    },
  ),
  must(
    'spec/service/8-confirm',
    'Cancelling and refunding always ask first.',
    shownBy('mcp/confirmation', 'gets a statement and a token, and acts with it once'),
  ),
  must(
    'spec/service/8-prompts',
    'Two prompts are offered.',
    shownBy('mcp/tools', 'offers two prompts whose arguments complete'),
  ),
  must(
    'spec/service/8-links',
    'Tool results open with a plain answer and link to the pages, the promo code filled in.',
    shownBy('mcp/tools', 'opens with the answer, then the pages, then the next tool; data says the same'),
    shownBy(
      'mcp/tools',
      'prefills the promo code of the assistant in the links of prose and data, and only where one is configured',
    ),
  ),
  must(
    'spec/service/9-discount',
    'A partner code takes 10% off the service fee, never off the official fee.',
    shownBy('domain/pricing/compute-price', 'takes 10% of the service fee only'),
  ),
  must(
    'spec/service/9-credit',
    'The partner earns 20% of the service fee of every paid order.',
    shownBy('domain/partners/commission', 'is earned once, however often the payment is told'),
    shownBy('domain/partners/commission', 'is 20% of a service fee of %i cents, rounded half up: %i'),
  ),
  must('spec/service/9-promo', 'Quote and checkout take a promo code and say whether it applied.', async ({ api }) => {
    for (const path of ['/quote', '/checkout']) {
      const { data } = await api.post(path, { visa_type: 'ESTA', promo_code: 'NOBODY' });
      expect(data.promo, path).toMatchObject({ code: 'NOBODY', applied: false, reason: 'UNKNOWN_CODE' });
    }
  }),
  must(
    'spec/service/9-live',
    'A live partner key applies its code by itself.',
    shownBy('domain/partners/find-promo', 'applies its oldest active code by itself'),
  ),
  must(
    'spec/service/9-sandbox',
    'Sandbox orders never earn commission.',
    shownBy('domain/partners/commission', 'is never earned by a sandbox order, nor without a partner'),
  ),
];

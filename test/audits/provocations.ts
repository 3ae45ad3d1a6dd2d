import type { FailureCode } from '../../src/kernel/failure.ts';
import type { ApiAnswer } from '../support/client.ts';
import { facePhoto, uploadBody } from '../support/images.ts';
import { seedOrder } from '../support/seed.ts';
import type { TestService } from '../support/service.ts';
import { type ShownBy, shownBy } from './shown-by.ts';

/** A call that meets the code, or the test that makes one where it takes more than a call. */
export type Provocation = ((running: TestService) => Promise<ApiAnswer>) | ShownBy;

const day = 24 * 3600;
const wrongKey = `svc_agent_${'0'.repeat(64)}`;

const paid = async (running: TestService, options: { key?: string; travelers?: number } = {}) =>
  (await seedOrder(running, options)).pay();

const submitted = async (running: TestService) => {
  const key = await running.newKey();
  const order = await (await paid(running, { key })).submit();
  await order.advance('SUBMITTED');
  return { key, id: order.applicationId };
};

const held = async ({ api, clock }: TestService, checkout: Record<string, unknown>, waitSeconds = 0) => {
  const quote = await api.post('/quote', { visa_type: 'ESTA' });
  clock.advance(waitSeconds);
  return api.post('/checkout', { visa_type: 'ESTA', quote_token: quote.data.quote_token, ...checkout });
};

/** How every code of the catalogue is met. */
export const provocations: Record<FailureCode, Provocation> = {
  INVALID_REQUEST: ({ api }) => api.post('/eligibility', { nationality: 'DEU', destination: 'US' }),
  INVALID_JSON: ({ api }) => api.post('/eligibility', '{"nationality":'),
  UNSUPPORTED_CURRENCY: ({ api }) => api.post('/quote', { visa_type: 'ESTA', currency: 'xau' }),
  UNKNOWN_ADD_ON: ({ api }) => api.post('/quote', { visa_type: 'ESTA', add_ons: ['limousine'] }),
  INVALID_UPLOAD: async ({ api, newKey }) =>
    api.post('/documents', { filename: 'a.gif', mime: 'image/gif', base64: 'R0lGODlh' }, { key: await newKey() }),
  INVALID_IMAGE: ({ api }) => api.post('/ocr', { imageBase64: Buffer.from('no image').toString('base64') }),
  INVALID_CALLBACK_URL: async (running) => {
    const key = await running.newKey();
    const { applicationIds } = await seedOrder(running, { key });
    const body = { application_id: applicationIds[0], callback_url: 'http://example.com/hook' };
    return running.api.post('/webhook', body, { key });
  },
  INVALID_SIGNATURE: shownBy('rest/stripe-webhook', 'refuses a signed body that is no event', 'INVALID_SIGNATURE'),
  INVALID_IDEMPOTENCY_KEY: ({ api }) =>
    api.post('/checkout', { visa_type: 'ESTA' }, { idempotencyKey: 'x'.repeat(256) }),
  AUTHENTICATION_REQUIRED: ({ api }) => api.get('/profiles'),
  INVALID_API_KEY: ({ api }) => api.get('/discovery', { key: wrongKey }),
  GUEST_TOKEN_REQUIRED: async (running) => running.api.get(`/status/${(await seedOrder(running)).applicationIds[0]}`),
  PAYMENT_NOT_VERIFIED: async (running) =>
    running.api.post('/apply', {
      visa_type: 'ESTA',
      payment_session_id: (await seedOrder(running)).sessionId,
      form_data: {},
    }),
  INSUFFICIENT_SCOPE: shownBy(
    'domain/keys/operate',
    'issues no keys with scopes and lists no keys of others',
    'INSUFFICIENT_SCOPE',
  ),
  MULTI_TRAVELER_REQUIRES_KEY: async (running) => {
    const { sessionId } = await paid(running);
    return running.api.post('/apply', {
      visa_type: 'ESTA',
      payment_session_id: sessionId,
      travelers: [{ form_data: {} }],
    });
  },
  NOT_FOUND: ({ api }) => api.get('/payment-status', { query: { payment_session_id: 'cs_sandbox_none' } }),
  COUNTRY_NOT_FOUND: ({ api }) => api.post('/eligibility', { nationality: 'ZZ', destination: 'US' }),
  METHOD_NOT_ALLOWED: ({ api }) => api.delete('/schemas'),
  ALREADY_SUBMITTED: async (running) => {
    const { key, id } = await submitted(running);
    return running.api.delete(`/applications/${id}`, { key });
  },
  ALREADY_REFUNDED: async (running) => {
    const key = await running.newKey();
    const [id] = (await paid(running, { key })).applicationIds;
    await running.api.post(`/applications/${id}/refund`, undefined, { key });
    return running.api.post(`/applications/${id}/refund`, undefined, { key });
  },
  INVALID_TRANSITION: async (running) => {
    const { applicationIds, guestToken } = await paid(running);
    return running.api.post(`/sandbox/applications/${applicationIds[0]}/advance`, {}, { guestToken });
  },
  IDEMPOTENCY_KEY_REUSED: async ({ api }) => {
    await api.post('/checkout', { visa_type: 'ESTA' }, { idempotencyKey: 'audit' });
    return api.post('/checkout', { visa_type: 'DS160' }, { idempotencyKey: 'audit' });
  },
  IDEMPOTENCY_IN_PROGRESS: shownBy(
    'domain/idempotency/recall',
    'is refused until the lease is over, then answered over REST with what it did, and not done again',
    'IDEMPOTENCY_IN_PROGRESS',
  ),
  KEY_ALREADY_CLAIMED: shownBy(
    'stories/money-delayed-payment',
    'a guest pays by direct debit, waits three days, applies, and gets the live key that the checkout earned',
    'KEY_ALREADY_CLAIMED',
  ),
  WEBHOOK_DISABLED: shownBy(
    'domain/webhooks/endpoint-health',
    'refuses test events, redelivery and replay with WEBHOOK_DISABLED',
  ),
  QUOTE_EXPIRED: (running) => held(running, {}, 31 * 60),
  QUOTE_CHANGED: (running) => held(running, { num_travelers: 2 }),
  CONFIRMATION_INVALID: shownBy(
    'mcp/confirmation',
    'gets a statement and a token, and acts with it once',
    'CONFIRMATION_INVALID',
  ),
  PROMO_CODE_TAKEN: shownBy(
    'domain/partners/commission',
    'keeps codes apart, and says which request was wrong',
    'PROMO_CODE_TAKEN',
  ),
  GUEST_SESSION_EXPIRED: async (running) => {
    const { applicationIds, guestToken } = await paid(running);
    await running.api.post('/sandbox/clock', { advance_seconds: 31 * day }, { guestToken });
    return running.api.get(`/status/${applicationIds[0]}`, { guestToken });
  },
  REFUND_WINDOW_EXPIRED: async (running) => {
    const key = await running.newKey();
    const [id] = (await paid(running, { key })).applicationIds;
    await running.api.post('/sandbox/clock', { advance_seconds: 8 * day }, { key });
    return running.api.post(`/applications/${id}/refund`, undefined, { key });
  },
  PAYLOAD_TOO_LARGE: ({ api }) =>
    api.post('/validate', { visa_type: 'ESTA', form_data: { city_of_birth: 'x'.repeat(1 << 20) } }),
  UNSUPPORTED_MEDIA_TYPE: ({ api }) =>
    api.post('/quote', 'visa_type=ESTA', { headers: { 'content-type': 'text/plain' } }),
  VISA_NOT_OPEN: ({ api }) => api.post('/checkout', { visa_type: 'ETIAS' }),
  VALIDATION_FAILED: async (running) =>
    running.api.post('/apply', {
      visa_type: 'ESTA',
      payment_session_id: (await paid(running)).sessionId,
      form_data: {},
    }),
  VISA_TYPE_MISMATCH: async (running) =>
    running.api.post('/apply', {
      visa_type: 'UK_ETA',
      payment_session_id: (await paid(running)).sessionId,
      form_data: {},
    }),
  TRAVELER_COUNT_MISMATCH: async (running) => {
    const key = await running.newKey();
    const { sessionId } = await paid(running, { key, travelers: 2 });
    return running.api.post('/apply', { visa_type: 'ESTA', payment_session_id: sessionId, form_data: {} }, { key });
  },
  DOCUMENT_MISMATCH: shownBy(
    'stories/one-digit-wrong',
    'tells a traveler which digit of the passport number is wrong before any money moves, and files once it is right',
    'DOCUMENT_MISMATCH',
  ),
  ORDER_NOT_PAID: async (running) => {
    const key = await running.newKey();
    const [id] = (await seedOrder(running, { key })).applicationIds;
    return running.api.post(`/applications/${id}/refund`, undefined, { key });
  },
  NO_PAYMENT_INTENT: shownBy(
    'rest/refund-application',
    'refuses an order without a payment on file',
    'NO_PAYMENT_INTENT',
  ),
  MRZ_NOT_DETECTED: async ({ api }) => {
    const { base64 } = uploadBody(await facePhoto());
    return api.post('/ocr', { imageBase64: base64 });
  },
  RATE_LIMITED: shownBy(
    'rest/create-key',
    'issues ten keys an hour to an address, and says when to come again',
    'RATE_LIMITED',
  ),
  SUBSCRIBER_TOO_SLOW: shownBy(
    'graphql/streams/slow',
    'a subscriber that does not read is closed with a reason, and resumes after what it had',
    'SUBSCRIBER_TOO_SLOW',
  ),
  INTERNAL: shownBy(
    'projections/rest',
    'tells nothing of a bug but its request id, and logs it whole without its words',
    'INTERNAL',
  ),
  REFUND_FAILED: shownBy(
    'rest/refund-application',
    'leaves the order unchanged when the provider refuses, and the same request succeeds later',
    'REFUND_FAILED',
  ),
  OCR_FAILED: shownBy('rest/read-passport', 'OCR_FAILED when the reader breaks, without its words'),
  PAYMENT_PROVIDER_FAILED: shownBy(
    'domain/checkout/outages',
    'that fails three times is told as 502 with Retry-After, and the same call succeeds later with one session',
    'PAYMENT_PROVIDER_FAILED',
  ),
  SERVICE_UNAVAILABLE: shownBy(
    'projections/rest',
    'says that the service is out of reach when the database is',
    'SERVICE_UNAVAILABLE',
  ),
};

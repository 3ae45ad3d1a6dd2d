import { describe, expect, it } from 'vitest';
import { startReceiver } from '../domain/webhooks/receiver.ts';
import { seedOrder } from '../support/seed.ts';
import { startService } from '../support/service.ts';
import { withoutRandomness } from '../support/snapshot.ts';

const running = await startService();
const { api, newKey, service } = running;
const receiver = await startReceiver();

async function ownApplication() {
  const key = await newKey();
  const order = await seedOrder(running, { key });
  return { key, application_id: order.applicationIds[0]! };
}

describe('201', () => {
  it('registers where the events of one application go, and shows the signing secret', async () => {
    const { key, application_id } = await ownApplication();
    const body = { application_id, callback_url: receiver.url, events: ['visa_denied', 'visa_approved'] };
    const answer = await api.post('/webhook', body, { key });
    expect(answer.status).toBe(201);
    expect(Buffer.from(answer.data.signing_secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
    const { callback_url, ...data } = answer.data;
    expect(callback_url).toBe(receiver.url);
    expect(withoutRandomness({ ...answer.body, data, _meta: Object.keys(answer.body._meta) })).toMatchSnapshot();
  });

  it.each([
    ['absent', undefined],
    ['null', null],
    ['empty', []],
  ])('delivers all four kinds of events when they are %s', async (_how, events) => {
    const { key, application_id } = await ownApplication();
    const answer = await api.post('/webhook', { application_id, callback_url: receiver.url, events }, { key });
    expect(answer.data.events).toEqual(['status_change', 'payment_confirmed', 'visa_approved', 'visa_denied']);
  });

  it('shows the secret once: no other answer has it, and the database only sealed', async () => {
    const { key, application_id } = await ownApplication();
    const { data } = await api.post('/webhook', { application_id, callback_url: receiver.url }, { key });
    const deliveries = await api.get(`/webhooks/${data.webhook_id}/deliveries`, { key });
    const listed = await api.graphql('{ webhooks { webhooks { id callbackUrl } } }', {}, { key });
    expect(deliveries.text + listed.text).not.toContain(data.signing_secret);
    const { webhookEndpoints } = await import('../../src/domain/webhooks/webhook.table.ts');
    const rows = await service.services.db.select().from(webhookEndpoints);
    expect(rows.length).toBeGreaterThan(0);
    for (const { secret } of rows) expect(Buffer.from(secret).includes('whsec_')).toBe(false);
  });

  it('registers once and answers the same when it is repeated with the same idempotency key', async () => {
    const { key, application_id } = await ownApplication();
    const call = { key, idempotencyKey: 'once' };
    const first = await api.post('/webhook', { application_id, callback_url: receiver.url }, call);
    const second = await api.post('/webhook', { application_id, callback_url: receiver.url }, call);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.data).toEqual(first.data);
  });
});

describe('400', () => {
  it.each([
    ['private', 'https://10.0.0.1/hook'],
    ['of a cloud that serves its own machines', 'https://169.254.169.254/latest/meta-data'],
    ['plain http to the outside', 'http://93.184.215.14/hook'],
    ['with credentials', 'https://user:secret@93.184.215.14/hook'],
    ['on an unsafe port', 'https://93.184.215.14:25/hook'],
    ['no URL', 'example'],
  ])('INVALID_CALLBACK_URL for a URL that is %s, without quoting it', async (_what, callback_url) => {
    const { key, application_id } = await ownApplication();
    const { status, error } = await api.post('/webhook', { application_id, callback_url }, { key });
    expect([status, error.code, Object.keys(error.details)]).toEqual([400, 'INVALID_CALLBACK_URL', ['callback_url']]);
    expect(JSON.stringify(error)).not.toContain(callback_url);
  });

  it.each([
    ['an event that does not exist', { events: ['visa_lost'] }, 'events[0]'],
    ['events that are no list of names', { events: [7] }, 'events[0]'],
    ['a missing callback_url', { callback_url: undefined }, 'callback_url'],
    ['a missing application_id', { application_id: undefined }, 'application_id'],
    ['an unknown field', { url: 'https://example.com' }, 'url'],
  ])('INVALID_REQUEST for %s, naming the field', async (_what, change, field) => {
    const { key, application_id } = await ownApplication();
    const body = { application_id, callback_url: receiver.url, ...change };
    const { status, error } = await api.post('/webhook', body, { key });
    expect([status, error.code, Object.keys(error.details)]).toEqual([400, 'INVALID_REQUEST', [field]]);
  });

  it('INVALID_REQUEST for the eleventh webhook of one application', async () => {
    const { key, application_id } = await ownApplication();
    const register = () => api.post('/webhook', { application_id, callback_url: receiver.url }, { key });
    for (let count = 0; count < 10; count += 1) expect((await register()).status).toBe(201);
    expect(await register()).toMatchObject({ status: 400, error: { code: 'INVALID_REQUEST' } });
  });
});

describe('401', () => {
  it('needs a key', async () => {
    const { application_id } = await ownApplication();
    const { status, error } = await api.post('/webhook', { application_id, callback_url: receiver.url });
    expect([status, error.code]).toEqual([401, 'AUTHENTICATION_REQUIRED']);
  });
});

describe('404', () => {
  it.each([
    ['does not exist', async () => 'app_00000000000000000000000000'],
    ['is of another account', async () => (await ownApplication()).application_id],
  ])('for an application that %s', async (_what, application) => {
    const { key } = await ownApplication();
    const body = { application_id: await application(), callback_url: receiver.url };
    expect(await api.post('/webhook', body, { key })).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
  });
});

import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { issueKey } from '../../src/domain/keys/issue-key.ts';
import { orders } from '../../src/domain/orders/order.table.ts';
import { streamClient, watch } from '../graphql/streams/watch.ts';
import { facePhoto, type TestFile, uploadBody } from '../support/images.ts';
import { seedOrder } from '../support/seed.ts';
import { startService } from '../support/service.ts';

const running = await startService();
const { api, clock, newKey, service } = running;

let photo: TestFile;
let key: string;
beforeAll(async () => {
  photo = await facePhoto();
  key = await newKey();
});

const liveKey = async () => {
  const { db, vault } = service.services;
  const caller = { kind: 'system', mode: 'live' } as const;
  return (await issueKey({ caller, db, vault, realClock: clock }, { mode: 'live', scopes: ['agent'] })).apiKey;
};

describe('a key beside the guest token of an order that is not the account\u2019s', () => {
  it('reads status, summary and what it uploaded as a guest', async () => {
    const order = await (await (await seedOrder(running)).pay()).submit();
    const as = { key, guestToken: order.guestToken };
    for (const path of [`/status/${order.applicationId}`, `/summary/${order.applicationId}`]) {
      const answer = await api.get(path, as);
      expect([path, answer.status, answer.data?.application_id]).toEqual([path, 200, order.applicationId]);
      expect((await api.get(path, { key })).error.code).toBe('NOT_FOUND');
    }
    const upload = uploadBody(photo, { kind: 'applicant_photo', guest_token: order.guestToken });
    const { data } = await api.post('/documents', upload);
    const content = `/documents/${data.document_id}/content`;
    expect([(await api.get(content, as)).status, (await api.get(content, { key })).status]).toEqual([200, 404]);
    expect((await api.get(`/documents/${data.document_id}`, as)).data).toMatchObject({ kind: 'applicant_photo' });
  });

  it('reads the authorization, and moves the sandbox application on', async () => {
    const order = await (await (await seedOrder(running)).pay()).submit();
    const body = { to: 'APPROVED', guest_token: order.guestToken };
    const advanced = await api.post(`/sandbox/applications/${order.applicationId}/advance`, body, { key });
    expect(advanced.data).toMatchObject({ status: 'APPROVED' });
    const paper = await api.get(`/applications/${order.applicationId}/authorization.pdf`, {
      key,
      guestToken: order.guestToken,
    });
    expect([paper.status, paper.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  });

  it('uploads for the guest\u2019s application, and for the account\u2019s own', async () => {
    const order = await seedOrder(running);
    const own = await seedOrder(running, { key });
    const upload = (app_id: string | undefined) =>
      api.post(
        '/documents',
        uploadBody(photo, { kind: 'applicant_photo', guest_token: order.guestToken, ...(app_id && { app_id }) }),
        { key },
      );
    const [forGuest, forAccount] = [await upload(order.applicationIds[0]), await upload(own.applicationIds[0])];
    expect([forGuest.status, forAccount.status]).toEqual([201, 201]);
    const readable = (id: string, as: object) => api.get(`/documents/${id}/content`, as).then(({ status }) => status);
    expect(await readable(forGuest.data.document_id, { guestToken: order.guestToken })).toBe(200);
    expect(await readable(forGuest.data.document_id, { key })).toBe(404);
    expect(await readable(forAccount.data.document_id, { key })).toBe(200);
    const foreign = await seedOrder(running, { key: await newKey() });
    expect((await upload(foreign.applicationIds[0])).error.code).toBe('NOT_FOUND');
    const link = (app_id: string) =>
      api.post('/documents/links', { kind: 'applicant_photo', guest_token: order.guestToken, app_id }, { key });
    expect([(await link(order.applicationIds[0]!)).status, (await link(own.applicationIds[0]!)).status]).toEqual([
      201, 201,
    ]);
  });

  it('follows the application until the token ends', async () => {
    const order = await seedOrder(running);
    const client = streamClient(api.url, { key });
    const seen = watch<{ applicationEvents: { type: string } }>(
      client,
      'subscription ($id: String!, $token: String) { applicationEvents(applicationId: $id, guestToken: $token) { type } }',
      { id: order.applicationIds[0], token: order.guestToken },
    );
    await seen.live;
    clock.advance(30 * 24 * 3600);
    await order.pay();
    await running.work();
    await seen.ended;
    expect(seen.results.at(-1)!.errors![0]!.extensions!.code).toBe('GUEST_SESSION_EXPIRED');
    client.dispose();
    clock.set('2026-11-20T12:00:00Z');
  });

  it('is a guest by the guest\u2019s clock, however far ahead the account\u2019s own is', async () => {
    const ahead = await newKey();
    await api.post('/sandbox/clock', { advance_seconds: 31 * 24 * 3600 }, { key: ahead });
    const order = await seedOrder(running);
    const as = { key: ahead, guestToken: order.guestToken };
    expect((await api.get(`/status/${order.applicationIds[0]}`, as)).status).toBe(200);
    const upload = uploadBody(photo, {
      kind: 'selfie',
      guest_token: order.guestToken,
      app_id: order.applicationIds[0],
    });
    expect((await api.post('/documents', upload, { key: ahead })).status).toBe(201);
  });

  it('adds nothing with a token that is none, or of the other mode', async () => {
    const order = await seedOrder(running);
    const path = `/status/${order.applicationIds[0]}`;
    const missing = (await api.get(path, { key })).error;
    expect((await api.get(path, { key, guestToken: 'gst_none' })).error).toEqual(missing);
    const live = await liveKey();
    expect((await api.get(path, { key: live, guestToken: order.guestToken })).error).toEqual(missing);
    const upload = uploadBody(photo, { kind: 'selfie', guest_token: order.guestToken });
    const { data } = await api.post('/documents', upload);
    const content = `/documents/${data.document_id}/content`;
    expect((await api.get(content, { key: live, guestToken: order.guestToken })).status).toBe(404);
    const form_data = { passport_bio_page_url: data.url };
    const validated = await api.post(
      '/validate',
      { visa_type: 'ESTA', form_data, guest_token: order.guestToken },
      { key: live },
    );
    expect(validated.data.errors).toContainEqual(
      expect.objectContaining({ field: 'passport_bio_page_url', code: 'FORBIDDEN_FILE_URL' }),
    );
  });
});

describe('a payment session', () => {
  it('is not there for a key of the other mode', async () => {
    const order = await (await seedOrder(running)).pay();
    const query = { payment_session_id: order.sessionId };
    expect((await api.get('/payment-status', { query, key })).data.paid).toBe(true);
    const live = await liveKey();
    expect((await api.get('/payment-status', { query, key: live })).error.code).toBe('NOT_FOUND');
    const access = async (as: object) =>
      (await api.get('/schemas', { query, ...as })).data.find(({ id }: { id: string }) => id === 'ESTA').access;
    expect([await access({ key }), await access({ key: live })]).toEqual(['full', 'preview']);
  });
});

describe('POST /apply with a guest token', () => {
  const apply = async (order: Awaited<ReturnType<typeof seedOrder>>, form_data: unknown, more: object, as = {}) =>
    api.post('/apply', { visa_type: 'ESTA', payment_session_id: order.sessionId, form_data, ...more }, as);

  it('201 gives the token back, and null without it', async () => {
    const [one, other] = [await (await seedOrder(running)).pay(), await (await seedOrder(running)).pay()];
    const answer = await apply(one, await one.form(), { guest_token: one.guestToken });
    expect([answer.status, answer.data.guest_token]).toEqual([201, one.guestToken]);
    expect((await apply(other, await other.form(), {})).data.guest_token).toBeNull();
  });

  it('201 takes files that were uploaded with the token of another order, as validate does', async () => {
    const [one, other] = [await (await seedOrder(running)).pay(), await seedOrder(running)];
    const form = await (await other.pay()).form();
    const validated = await api.post('/validate', {
      visa_type: 'ESTA',
      form_data: form,
      guest_token: other.guestToken,
    });
    expect(validated.data.ok).toBe(true);
    expect((await apply(one, form, {})).error.details.passport_bio_page_url.code).toBe('FORBIDDEN_FILE_URL');
    const answer = await apply(one, form, { guest_token: other.guestToken });
    expect([answer.status, answer.data?.guest_token]).toEqual([201, null]);
  });

  it('401 for a token that is none, 410 for one that has run out', async () => {
    const order = await (await seedOrder(running)).pay();
    expect(await apply(order, {}, { guest_token: 'gst_none' })).toMatchObject({
      status: 401,
      error: { code: 'GUEST_TOKEN_REQUIRED' },
    });
    await api.post('/sandbox/clock', { advance_seconds: 31 * 24 * 3600, guest_token: order.guestToken });
    expect(await apply(order, {}, { guest_token: order.guestToken })).toMatchObject({
      status: 410,
      error: { code: 'GUEST_SESSION_EXPIRED' },
    });
  });

  it('201 for an order that an account has claimed since, and no profile of another account with it', async () => {
    const order = await (await seedOrder(running)).pay();
    const { db } = service.services;
    const owner = (await api.get('/me', { key: await newKey() })).data.account.id;
    await db.update(orders).set({ accountId: owner }).where(eq(orders.id, order.orderId));
    const form = await order.form();
    expect((await apply(order, form, {})).error.code).toBe('PAYMENT_NOT_VERIFIED');
    expect((await apply(order, form, {}, { key })).error.code).toBe('PAYMENT_NOT_VERIFIED');
    const token = { guest_token: order.guestToken };
    const profile = await api.post('/profiles', { firstName: 'Anna' }, { key });
    expect((await apply(order, form, { ...token, profile_id: profile.data.profile_id }, { key })).error.code).toBe(
      'MULTI_TRAVELER_REQUIRES_KEY',
    );
    expect((await apply(order, form, token, { key })).status).toBe(201);
  });
});

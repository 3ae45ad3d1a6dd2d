import { describe, expect, it } from 'vitest';
import { issueKey } from '../../src/domain/keys/issue-key.ts';
import { completeForm } from '../support/forms.ts';
import { seedOrder } from '../support/seed.ts';
import { startService } from '../support/service.ts';
import { withoutRandomness } from '../support/snapshot.ts';

const running = await startService();
const { api, clock, newKey, service, work } = running;
const { db, vault } = service.services;
const day = 24 * 3600;

const liveKey = async () => {
  const caller = { kind: 'system', mode: 'live' } as const;
  return (await issueKey({ caller, db, vault, realClock: clock }, { mode: 'live', scopes: ['agent'] })).apiKey;
};

describe('POST /sandbox/payments/{payment_session_id}', () => {
  const pay = (session: string, body: unknown = {}, options = {}) =>
    api.post(`/sandbox/payments/${session}`, body, options);

  it('200 pays, and tells how the session stands', async () => {
    const { sessionId } = await seedOrder(running);
    const answer = await pay(sessionId, { outcome: 'paid' });
    expect(answer.status).toBe(200);
    expect(withoutRandomness(answer.body)).toMatchSnapshot();
  });

  it('200 leaves a declined session open for another try, and a processing one paid in time', async () => {
    const { sessionId } = await seedOrder(running);
    expect((await pay(sessionId, { outcome: 'declined' })).data.paid).toBe(false);
    expect((await pay(sessionId, { outcome: 'processing' })).data).toMatchObject({ paid: false, status: 'processing' });
    expect((await pay(sessionId)).data).toMatchObject({ paid: true, status: 'paid' });
  });

  it('200 pays once: each application is announced as paid one time', async () => {
    const { sessionId, applicationIds, guestToken } = await seedOrder(running, { travelers: 1 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => pay(sessionId)));
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const { data } = await api.get(`/status/${applicationIds[0]}`, { guestToken });
    expect(data.timeline.filter((entry: { status: string }) => entry.status === 'PAID')).toHaveLength(1);
  });

  it('400 names the outcomes that there are', async () => {
    const { sessionId } = await seedOrder(running);
    const answer = await pay(sessionId, { outcome: 'maybe' });
    expect(answer).toMatchObject({ status: 400, error: { code: 'INVALID_REQUEST' } });
    expect(answer.error.message).toContain('declined');
  });

  it('404 for no session, and the same for a live key', async () => {
    const { sessionId } = await seedOrder(running);
    const missing = await pay('cs_sandbox_none');
    expect(missing).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
    expect((await pay(sessionId, {}, { key: await liveKey() })).error).toEqual(missing.error);
  });

  it('409 for a session that ran out', async () => {
    const key = await newKey();
    const { sessionId } = await seedOrder(running, { key });
    await api.post('/sandbox/clock', { advance_seconds: 2 * day }, { key });
    clock.advance(2 * day);
    await work();
    expect(await pay(sessionId)).toMatchObject({ status: 409, error: { code: 'INVALID_TRANSITION' } });
  });
});

describe('POST /sandbox/applications/{id}/advance', () => {
  const submitted = async (passport = 'C01X00T47') =>
    (await (await seedOrder(running)).pay()).submit({ passport_number: passport });

  it('200 takes the next step, and shows the application', async () => {
    const order = await submitted();
    const answer = await order.advance();
    expect(answer.status).toBe(200);
    expect(withoutRandomness(answer.body)).toMatchSnapshot();
  });

  it('200 takes the shortest way to a status', async () => {
    const { data } = await (await submitted()).advance('DENIED');
    expect(data.timeline.map(({ status }: { status: string }) => status)).toEqual([
      'DRAFT',
      'PAID',
      'SUBMITTED',
      'DENIED',
    ]);
  });

  it.each([
    ['X00000001', 'APPROVED'],
    ['X00000002', 'DENIED'],
    ['X00000003', 'ACTION_REQUIRED'],
  ])('200 lets the passport %s come to %s', async (passport, outcome) => {
    const order = await submitted(passport);
    for (const status of ['SUBMITTED', 'IN_REVIEW', outcome]) expect((await order.advance()).data.status).toBe(status);
  });

  it('401 without key or token', async () => {
    const { applicationId } = await submitted();
    const answer = await api.post(`/sandbox/applications/${applicationId}/advance`, {});
    expect(answer).toMatchObject({ status: 401, error: { code: 'GUEST_TOKEN_REQUIRED' } });
  });

  it('404 for somebody else and for a live key', async () => {
    const { applicationId } = await submitted();
    for (const key of [await newKey(), await liveKey()]) {
      const answer = await api.post(`/sandbox/applications/${applicationId}/advance`, {}, { key });
      expect(answer).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
    }
  });

  it('409 before the form is submitted, after the last status, and for a way that there is not', async () => {
    const early = await (await seedOrder(running)).pay();
    const advance = (body: unknown) =>
      api.post(`/sandbox/applications/${early.applicationIds[0]}/advance`, body, { guestToken: early.guestToken });
    expect(await advance({})).toMatchObject({ status: 409, error: { code: 'INVALID_TRANSITION' } });
    const order = await submitted();
    expect(await order.advance('DRAFT')).toMatchObject({ status: 409, error: { code: 'INVALID_TRANSITION' } });
    await order.advance('APPROVED');
    expect(await order.advance()).toMatchObject({ status: 409, error: { code: 'INVALID_TRANSITION' } });
  });

  it('410 once the guest session has expired', async () => {
    const order = await submitted();
    await api.post('/sandbox/clock', { advance_seconds: 31 * day }, { guestToken: order.guestToken });
    expect(await order.advance()).toMatchObject({ status: 410, error: { code: 'GUEST_SESSION_EXPIRED' } });
  });
});

describe('POST /sandbox/clock', () => {
  it('200 moves the clock of the account on, and of nobody else', async () => {
    const [key, other] = [await newKey(), await newKey()];
    const answer = await api.post('/sandbox/clock', { advance_seconds: day }, { key });
    expect(withoutRandomness(answer.body.data)).toEqual({ now: expect.any(String), offset_seconds: day });
    expect(new Date(answer.data.now).getTime()).toBe(clock.now().getTime() + day * 1000);
    const { data } = await api.post('/sandbox/clock', { advance_seconds: 1 }, { key: other });
    expect(data.offset_seconds).toBe(1);
  });

  it('200 makes the hold pass, so that the form is filed', async () => {
    const key = await newKey();
    const order = await (await (await seedOrder(running, { key })).pay()).submit();
    await work();
    expect((await api.get(`/status/${order.applicationId}`, { key })).data.status).toBe('PAID');
    await api.post('/sandbox/clock', { advance_seconds: 31 }, { key });
    await work();
    expect((await api.get(`/status/${order.applicationId}`, { key })).data.status).toBe('SUBMITTED');
  });

  it('200 ends the refund window', async () => {
    const key = await newKey();
    const order = await (await seedOrder(running, { key })).pay();
    await api.post('/sandbox/clock', { advance_seconds: 7 * day + 1 }, { key });
    const refund = await api.post(`/applications/${order.applicationIds[0]}/refund`, undefined, { key });
    expect(refund).toMatchObject({ status: 410, error: { code: 'REFUND_WINDOW_EXPIRED' } });
  });

  it('200 is repeated with the same idempotency key without moving the clock again', async () => {
    const key = await newKey();
    const move = () => api.post('/sandbox/clock', { advance_seconds: 60 }, { key, idempotencyKey: 'clock' });
    expect((await move()).data.offset_seconds).toBe(60);
    expect((await move()).data.offset_seconds).toBe(60);
  });

  it.each([0, -1, 1.5, 34_560_001, 'one'])('400 for %s seconds', async (advance_seconds) => {
    const answer = await api.post('/sandbox/clock', { advance_seconds }, { key: await newKey() });
    expect(answer).toMatchObject({ status: 400, error: { code: 'INVALID_REQUEST' } });
    expect(answer.error.message).toContain('advance_seconds');
  });

  it('401 without key or token', async () => {
    expect(await api.post('/sandbox/clock', { advance_seconds: 1 })).toMatchObject({
      status: 401,
      error: { code: 'GUEST_TOKEN_REQUIRED' },
    });
  });

  it('404 for a live key', async () => {
    const answer = await api.post('/sandbox/clock', { advance_seconds: 1 }, { key: await liveKey() });
    expect(answer).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
  });
});

describe('the page at checkout_url', () => {
  const page = (url: string, init: RequestInit = {}) =>
    fetch(url, {
      redirect: 'manual',
      ...init,
      headers: { accept: 'text/html', 'user-agent': 'Mozilla/5.0 Gecko', ...init.headers },
    });

  it('shows what is bought and what it costs, loads nothing from elsewhere, and is kept by nobody', async () => {
    const { checkout } = await seedOrder(running, { product: 'UK_ETA', checkout: { currency: 'gbp' } });
    const answer = await page(checkout.data.checkout_url);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toContain(String(checkout.data.pricing.total.amount));
    expect(html).not.toMatch(/(src|href)="https?:\/\/(?!127\.0\.0\.1)/);
    expect(answer.headers.get('cache-control')).toContain('no-store');
    expect(answer.headers.get('content-security-policy')).toBeTruthy();
  });

  it('is 404 for a session that does not exist', async () => {
    const { checkout } = await seedOrder(running);
    const url = checkout.data.checkout_url.replace(/cs_sandbox_[\w-]+/, 'cs_sandbox_none');
    expect((await page(url)).status).toBe(404);
  });
});

it('keeps the form that was submitted as it was when the clock moves', async () => {
  const key = await newKey();
  const order = await (await (await seedOrder(running, { key })).pay()).submit();
  await api.post('/sandbox/clock', { advance_seconds: 60 }, { key });
  const { data } = await api.patch(`/applications/${order.applicationId}`, { form_data: {} }, { key });
  expect(data.application_id).toBe(order.applicationId);
  expect(JSON.stringify(data)).not.toContain(String(completeForm('ESTA').passport_number));
});

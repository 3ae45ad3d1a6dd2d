import { describe, expect, it } from 'vitest';
import { seedOrder } from '../support/seed.ts';
import { startService } from '../support/service.ts';
import { withoutRandomness } from '../support/snapshot.ts';

const running = await startService();
const { api, work, clock, newKey } = running;
const days = 24 * 3600;

describe('200', () => {
  it('tells a guest with the token of the order how the application stands', async () => {
    const order = await (await (await seedOrder(running)).pay()).submit();
    const answer = await api.get(`/status/${order.applicationId}`, order.as);
    expect(answer.status).toBe(200);
    expect(withoutRandomness(answer.body)).toMatchSnapshot();
  });

  it('shows the whole way of an approved application, the authorization and its confirmation', async () => {
    const order = await (await (await seedOrder(running, { key: await newKey() })).pay()).submit();
    clock.advance(60);
    await work();
    await order.advance();
    await order.advance();
    const { data } = await api.get(`/status/${order.applicationId}`, order.as);
    expect(data).toMatchObject({ status: 'APPROVED', status_label: 'Approved', next_step: { action: 'done' } });
    expect(data.authorization).toMatchObject({ valid_from: '2026-11-20', valid_until: '2028-11-20' });
    expect(data.timeline.map(({ status }: { status: string }) => status)).toEqual([
      'DRAFT',
      'PAID',
      'SUBMITTED',
      'IN_REVIEW',
      'APPROVED',
    ]);
    expect(data.estimated_decision_at).toBeNull();
  });

  it('names the fields that the authority asked for, and takes the answer', async () => {
    const key = await newKey();
    const order = await (await (await seedOrder(running, { key })).pay()).submit({ passport_number: 'X00000003' });
    for (const _ of [1, 2, 3]) await order.advance();
    const asked = await api.get(`/status/${order.applicationId}`, { key });
    expect(asked.data).toMatchObject({
      status: 'ACTION_REQUIRED',
      action_required: { fields: ['passport_bio_page_url'] },
      next_step: { rest: { method: 'PATCH' } },
    });
    const { passport_bio_page_url } = await order.form();
    const patched = await api.patch(
      `/applications/${order.applicationId}`,
      { form_data: { passport_bio_page_url } },
      { key },
    );
    expect(patched.data).toMatchObject({ status: 'IN_REVIEW', validation: { ok: true } });
    expect((await order.advance()).data.status).toBe('APPROVED');
  });

  it.each([
    ['X00000001', 'APPROVED'],
    ['X00000002', 'DENIED'],
    ['L01X00T47', 'APPROVED'],
  ])('decides the passport %s as the sandbox promises: %s', async (passport_number, status) => {
    const order = await (await (await seedOrder(running)).pay()).submit({ passport_number });
    for (const _ of [1, 2]) await order.advance();
    expect((await order.advance()).data.status).toBe(status);
  });

  it('leaves the passport X00000004 in review', async () => {
    const order = await (await (await seedOrder(running)).pay()).submit({ passport_number: 'X00000004' });
    for (const _ of [1, 2]) await order.advance();
    expect(await order.advance()).toMatchObject({ status: 409, error: { code: 'INVALID_TRANSITION' } });
    expect((await api.get(`/status/${order.applicationId}`, order.as)).data.status).toBe('IN_REVIEW');
  });

  it('files the passport X00000005 once the authority is back', async () => {
    const order = await (await (await seedOrder(running)).pay()).submit({ passport_number: 'X00000005' });
    for (const wait of [31, 31, 121, 601]) {
      clock.advance(wait);
      await work();
    }
    expect((await api.get(`/status/${order.applicationId}`, order.as)).data.status).toBe('SUBMITTED');
    clock.set('2026-11-20T12:00:00Z');
  });
});

describe('401', () => {
  it.each([
    ['nothing', {}],
    ['a guest token that is none', { guestToken: 'gst_none' }],
  ])('asks a caller with %s for a key or the guest token', async (_what, options) => {
    const order = await seedOrder(running);
    const answer = await api.get(`/status/${order.applicationIds[0]}`, options);
    expect(answer).toMatchObject({ status: 401, error: { code: 'GUEST_TOKEN_REQUIRED' } });
  });
});

describe('404', () => {
  it('tells somebody else’s application and none at all apart in nothing', async () => {
    const order = await seedOrder(running, { key: await newKey() });
    const key = await newKey();
    const [theirs, none] = [
      await api.get(`/status/${order.applicationIds[0]}`, { key }),
      await api.get('/status/app_none', { key }),
    ];
    expect(theirs.status).toBe(404);
    const { _meta: _one, ...first } = theirs.body;
    const { _meta: _other, ...second } = none.body;
    expect(first).toEqual(second);
  });

  it('hides an application from the guest token of another order', async () => {
    const [order, other] = [await seedOrder(running), await seedOrder(running)];
    const answer = await api.get(`/status/${order.applicationIds[0]}`, other.as);
    expect(answer).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
  });
});

describe('410', () => {
  it('ends with the guest session, to the second', async () => {
    const order = await seedOrder(running);
    clock.advance(30 * days - 1);
    expect((await api.get(`/status/${order.applicationIds[0]}`, order.as)).status).toBe(200);
    clock.advance(1);
    const answer = await api.get(`/status/${order.applicationIds[0]}`, order.as);
    expect(answer).toMatchObject({ status: 410, error: { code: 'GUEST_SESSION_EXPIRED' } });
    clock.set('2026-11-20T12:00:00Z');
  });
});

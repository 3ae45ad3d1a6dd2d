import { describe, expect, it } from 'vitest';
import { seedOrder } from '../support/seed.ts';
import { startService } from '../support/service.ts';
import { withoutRandomness } from '../support/snapshot.ts';

const running = await startService();
const { api, clock, work, newKey } = running;

describe('200', () => {
  it('edits a draft, which may stay incomplete, and judges the whole form', async () => {
    const key = await newKey();
    const order = await seedOrder(running, { key, product: 'UK_ETA' });
    const answer = await api.patch(
      `/applications/${order.applicationIds[0]}`,
      { form_data: { given_names: 'Anna' } },
      { key },
    );
    expect(answer.status).toBe(200);
    expect(answer.data.validation.errors.length).toBeGreaterThan(5);
    answer.data.validation.errors.splice(1);
    expect(withoutRandomness(answer.body)).toMatchSnapshot();
  });

  it('removes a field that is set to null, and keeps the others', async () => {
    const key = await newKey();
    const order = await seedOrder(running, { key, product: 'UK_ETA' });
    const path = `/applications/${order.applicationIds[0]}`;
    const missing = async (form_data: object) => {
      const { data } = await api.patch(path, { form_data }, { key });
      return data.validation.errors.map(({ field }: { field: string }) => field) as string[];
    };
    const both = await missing({ passport_number: 'X00000001', family_name: 'Hoffmann' });
    expect(both).not.toContain('passport_number');
    const one = await missing({ passport_number: null });
    expect(one).toContain('passport_number');
    expect(one).not.toContain('family_name');
  });

  it('edits an applied application within the hold, and files what was edited', async () => {
    const key = await newKey();
    const order = await (await (await seedOrder(running, { key })).pay()).submit();
    const path = `/applications/${order.applicationId}`;
    const answer = await api.patch(path, { form_data: { passport_number: 'X00000002' } }, { key });
    expect(answer.data).toMatchObject({ status: 'PAID', validation: { ok: true } });
    clock.advance(31);
    await work();
    await order.advance();
    expect((await order.advance()).data.status).toBe('DENIED');
  });
});

describe('400', () => {
  it.each([{}, { form_data: 'x' }, { form_data: {}, note: 'x' }])('refuses the body %j', async (body) => {
    const key = await newKey();
    const order = await seedOrder(running, { key });
    expect((await api.patch(`/applications/${order.applicationIds[0]}`, body, { key })).status).toBe(400);
  });
});

describe('401', () => {
  it('needs a key: the guest token does not edit', async () => {
    const order = await seedOrder(running);
    const answer = await api.patch(`/applications/${order.applicationIds[0]}`, { form_data: {} });
    expect(answer).toMatchObject({ status: 401, error: { code: 'AUTHENTICATION_REQUIRED' } });
  });
});

describe('404', () => {
  it('does not find the application of another account', async () => {
    const order = await seedOrder(running, { key: await newKey() });
    const answer = await api.patch(
      `/applications/${order.applicationIds[0]}`,
      { form_data: {} },
      { key: await newKey() },
    );
    expect(answer).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
  });
});

describe('409', () => {
  it('refuses an application that was submitted', async () => {
    const key = await newKey();
    const order = await (await (await seedOrder(running, { key })).pay()).submit();
    await order.advance('SUBMITTED');
    const answer = await api.patch(
      `/applications/${order.applicationId}`,
      { form_data: { email: 'a@example.com' } },
      { key },
    );
    expect(answer).toMatchObject({ status: 409, error: { code: 'ALREADY_SUBMITTED' } });
  });

  it('takes only the fields that were asked for', async () => {
    const key = await newKey();
    const order = await (await (await seedOrder(running, { key })).pay()).submit();
    await order.advance('ACTION_REQUIRED');
    const answer = await api.patch(
      `/applications/${order.applicationId}`,
      { form_data: { email: 'a@example.com' } },
      { key },
    );
    expect(answer).toMatchObject({
      status: 409,
      error: { code: 'ALREADY_SUBMITTED', details: { asked_for: ['passport_bio_page_url'] } },
    });
  });
});

describe('422', () => {
  it('refuses to make an applied form invalid, and leaves it as it was', async () => {
    const key = await newKey();
    const order = await (await (await seedOrder(running, { key })).pay()).submit();
    const path = `/applications/${order.applicationId}`;
    const answer = await api.patch(path, { form_data: { passport_number: null } }, { key });
    expect(answer).toMatchObject({ status: 422, error: { details: { passport_number: { code: 'MISSING' } } } });
    expect((await api.patch(path, { form_data: {} }, { key })).data.validation.ok).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { applications } from '../../src/domain/orders/application.table.ts';
import { completeForm } from '../support/forms.ts';
import { seedOrder } from '../support/seed.ts';
import { startService } from '../support/service.ts';
import { withoutRandomness } from '../support/snapshot.ts';

const running = await startService();
const { api, clock, service, newKey } = running;
const appliedCount = async () => {
  const rows = await service.services.db.select().from(applications);
  return rows.filter(({ appliedAt }) => appliedAt !== null).length;
};

describe('201', () => {
  it('queues the application of a guest for filing and says until when it can be changed', async () => {
    const order = await (await seedOrder(running)).pay();
    const body = { visa_type: 'ESTA', payment_session_id: order.sessionId, form_data: await order.form() };
    const answer = await api.post('/apply', body);
    expect(answer.status).toBe(201);
    expect(withoutRandomness(answer.body)).toMatchSnapshot();
  });

  it('merges the legacy parts into the form, the explicit field winning', async () => {
    const order = await (await seedOrder(running)).pay();
    const { email, city_of_birth, ...form_data } = await order.form();
    const answer = await api.post('/apply', {
      visa_type: 'ESTA',
      payment_session_id: order.sessionId,
      contact_info: { email: 'older@example.com', city_of_birth: 'Berlin' },
      applicant_data: { email, city_of_birth },
      form_data,
    });
    expect(answer.status).toBe(201);
  });

  it('submits several travelers of an account, one of them seeded by a profile', async () => {
    const key = await newKey();
    const order = await (await seedOrder(running, { key, travelers: 2 })).pay();
    const form = await order.form();
    const { family_name, first_name, ...rest } = form;
    const profile = await api.post('/profiles', { firstName: first_name, lastName: family_name }, { key });
    const answer = await api.post(
      '/apply',
      {
        visa_type: 'ESTA',
        payment_session_id: order.sessionId,
        travelers: [{ form_data: form }, { profile_id: profile.data.id ?? profile.data.profile_id, form_data: rest }],
      },
      { key },
    );
    expect(answer.status).toBe(201);
    expect(answer.data.applications).toHaveLength(2);
  });

  it('is answered the same when repeated with its idempotency key, and applied once', async () => {
    const order = await (await seedOrder(running)).pay();
    const body = { visa_type: 'ESTA', payment_session_id: order.sessionId, form_data: await order.form() };
    const first = await api.post('/apply', body, { idempotencyKey: 'apply-once' });
    const second = await api.post('/apply', body, { idempotencyKey: 'apply-once' });
    expect(second.status).toBe(201);
    expect(second.data).toEqual(first.data);
  });
});

describe('402', () => {
  it.each(['cs_sandbox_unknown', 'unpaid'])('writes nothing for a session that is %s', async (kind) => {
    const order = await seedOrder(running);
    const payment_session_id = kind === 'unpaid' ? order.sessionId : kind;
    const before = await appliedCount();
    const answer = await api.post('/apply', { visa_type: 'ESTA', payment_session_id, form_data: {} });
    expect(answer).toMatchObject({ status: 402, error: { code: 'PAYMENT_NOT_VERIFIED' } });
    expect(await appliedCount()).toBe(before);
  });

  it('treats the paid session of another account as one that does not exist', async () => {
    const order = await (await seedOrder(running, { key: await newKey() })).pay();
    const body = { visa_type: 'ESTA', payment_session_id: order.sessionId, form_data: {} };
    for (const options of [{ key: await newKey() }, {}]) {
      expect((await api.post('/apply', body, options)).error.code).toBe('PAYMENT_NOT_VERIFIED');
    }
  });
});

describe('403', () => {
  it.each([
    ['several travelers', { travelers: [{ form_data: {} }] }],
    ['a saved profile', { profile_id: 'prf_any' }],
  ])('refuses a guest %s', async (_what, more) => {
    const order = await (await seedOrder(running)).pay();
    const answer = await api.post('/apply', { visa_type: 'ESTA', payment_session_id: order.sessionId, ...more });
    expect(answer).toMatchObject({ status: 403, error: { code: 'MULTI_TRAVELER_REQUIRES_KEY' } });
  });
});

describe('404', () => {
  it('does not find the profile of another account', async () => {
    const [key, other] = [await newKey(), await newKey()];
    const profile = await api.post('/profiles', { firstName: 'Anna' }, { key: other });
    const order = await (await seedOrder(running, { key })).pay();
    const profile_id = profile.data.id ?? profile.data.profile_id;
    const answer = await api.post(
      '/apply',
      { visa_type: 'ESTA', payment_session_id: order.sessionId, profile_id },
      { key },
    );
    expect(answer).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
  });
});

describe('409', () => {
  it('refuses a session that was used before', async () => {
    const order = await (await seedOrder(running)).pay();
    const form_data = await order.form();
    const body = { visa_type: 'ESTA', payment_session_id: order.sessionId, form_data };
    expect((await api.post('/apply', body)).status).toBe(201);
    expect(await api.post('/apply', body)).toMatchObject({ status: 409, error: { code: 'ALREADY_SUBMITTED' } });
  });

  it('refuses an idempotency key that came with another body', async () => {
    const order = await (await seedOrder(running)).pay();
    const form_data = await order.form();
    const body = { visa_type: 'ESTA', payment_session_id: order.sessionId, form_data };
    await api.post('/apply', body, { idempotencyKey: 'apply-reused' });
    const answer = await api.post('/apply', { ...body, form_data: {} }, { idempotencyKey: 'apply-reused' });
    expect(answer).toMatchObject({ status: 409, error: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  });
});

describe('410', () => {
  it('still submits after the guest token ran out: the session is what pays', async () => {
    const order = await (await seedOrder(running)).pay();
    const form_data = await order.form();
    clock.advance(31 * 24 * 3600);
    const answer = await api.post('/apply', { visa_type: 'ESTA', payment_session_id: order.sessionId, form_data });
    expect([201, 422]).toContain(answer.status);
    clock.set('2026-11-20T12:00:00Z');
  });
});

describe('422', () => {
  it('refuses a product that is not open before it looks at the payment', async () => {
    const answer = await api.post('/apply', { visa_type: 'ETIAS', payment_session_id: 'cs_sandbox_x', form_data: {} });
    expect(answer).toMatchObject({ status: 422, error: { code: 'VISA_NOT_OPEN' } });
  });

  it('refuses another product than the one that was paid for', async () => {
    const order = await (await seedOrder(running)).pay();
    const body = { visa_type: 'UK_ETA', payment_session_id: order.sessionId, form_data: {} };
    expect(await api.post('/apply', body)).toMatchObject({ status: 422, error: { code: 'VISA_TYPE_MISMATCH' } });
  });

  it('refuses another number of travelers than were paid for', async () => {
    const key = await newKey();
    const order = await (await seedOrder(running, { key, travelers: 2 })).pay();
    const body = { visa_type: 'ESTA', payment_session_id: order.sessionId, travelers: [{ form_data: {} }] };
    const answer = await api.post('/apply', body, { key });
    expect(answer).toMatchObject({ status: 422, error: { code: 'TRAVELER_COUNT_MISMATCH' } });
  });

  it('refuses a submission without any form', async () => {
    const order = await (await seedOrder(running)).pay();
    const answer = await api.post('/apply', { visa_type: 'ESTA', payment_session_id: order.sessionId });
    expect(answer).toMatchObject({ status: 422, error: { code: 'VALIDATION_FAILED' } });
  });

  it('names every field that is wrong, of every traveler, and submits none', async () => {
    const key = await newKey();
    const order = await (await seedOrder(running, { key, travelers: 2 })).pay();
    const form = await order.form();
    const wrong = { ...form, passport_number: 'no way!', date_of_birth: '2026-02-30', favourite_colour: 'red' };
    const before = await appliedCount();
    const body = {
      visa_type: 'ESTA',
      payment_session_id: order.sessionId,
      travelers: [{ form_data: form }, { form_data: wrong }],
    };
    const answer = await api.post('/apply', body, { key });
    expect(answer).toMatchObject({ status: 422, error: { code: 'VALIDATION_FAILED' } });
    expect(
      Object.fromEntries(
        Object.entries(answer.error.details).map(([field, problem]) => [field, (problem as { code: string }).code]),
      ),
    ).toEqual({
      'travelers[1].passport_number': 'INVALID_PATTERN',
      'travelers[1].date_of_birth': 'INVALID_VALUE',
      'travelers[1].favourite_colour': 'UNKNOWN_FIELD',
    });
    expect(answer.text).not.toContain('no way!');
    expect(await appliedCount()).toBe(before);
  });

  it.each([
    ['somebody else’s', 'FORBIDDEN_FILE_URL'],
    ['another service’s', 'INVALID_FILE_URL'],
  ])('refuses a file of %s', async (whose, code) => {
    const order = await (await seedOrder(running)).pay();
    const stranger = await (await seedOrder(running)).pay();
    const theirs = (await stranger.form()).passport_bio_page_url;
    const url = code === 'FORBIDDEN_FILE_URL' ? theirs : 'https://elsewhere.example/passport.jpg';
    const form_data = await order.form({ passport_bio_page_url: url });
    const answer = await api.post('/apply', { visa_type: 'ESTA', payment_session_id: order.sessionId, form_data });
    expect(answer.status).toBe(422);
    expect(answer.error.details, whose).toMatchObject({ passport_bio_page_url: { code } });
  });

  it('stores the form sealed', async () => {
    const order = await (await seedOrder(running)).pay();
    const { applicationId } = await order.submit();
    const rows = await service.services.db.select().from(applications);
    const form = Buffer.from(rows.find(({ id }) => id === applicationId)!.form!);
    expect(form.includes(String(completeForm('ESTA').passport_number))).toBe(false);
    expect(form.length).toBeGreaterThan(200);
  });
});

import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { events } from '../../../src/domain/events/event.table.ts';
import { applications } from '../../../src/domain/orders/application.table.ts';
import { formPlace } from '../../../src/domain/orders/application.ts';
import { seedOrder } from '../../support/seed.ts';
import { startService } from '../../support/service.ts';

const running = await startService();
const { api, newKey, service, work } = running;
const { db, vault } = service.services;

const storedForm = async (id: string): Promise<Record<string, unknown>> => {
  const [row] = await db.select().from(applications).where(eq(applications.id, id));
  return vault.openJson(row!.form!, formPlace(id));
};

describe('the parts of a submission', () => {
  it('are merged from the left to the right: profile, contact_info, applicant_data, form_data', async () => {
    const key = await newKey();
    const profile = await api.post(
      '/profiles',
      { firstName: 'Profile', lastName: 'Profile', cityOfBirth: 'Profile', email: 'profile@example.com' },
      { key },
    );
    const order = await (await seedOrder(running, { key })).pay();
    const { first_name, family_name, city_of_birth, email, ...form_data } = await order.form();
    const applied = await api.post(
      '/apply',
      {
        visa_type: 'ESTA',
        payment_session_id: order.sessionId,
        profile_id: profile.data.profile_id,
        contact_info: { first_name: 'Contact', city_of_birth: 'Contact', email: 'contact@example.com' },
        applicant_data: { city_of_birth: 'Applicant', email: 'applicant@example.com' },
        form_data: { ...form_data, email: 'form@example.com' },
      },
      { key },
    );
    expect(applied.status, applied.text).toBe(201);
    expect(await storedForm(applied.data.application_id)).toMatchObject({
      family_name: 'Profile',
      first_name: 'Contact',
      city_of_birth: 'Applicant',
      email: 'form@example.com',
    });
  });
});

describe('twenty submissions of one session at once', { timeout: 60_000 }, () => {
  it('submit it once; the others are told that it was', async () => {
    const order = await (await seedOrder(running)).pay();
    const body = { visa_type: 'ESTA', payment_session_id: order.sessionId, form_data: await order.form() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.post('/apply', body)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(19).fill(409)]);
    running.clock.advance(60);
    await work();
    const told = await db.select().from(events).where(eq(events.applicationId, order.applicationIds[0]!));
    expect(told.filter(({ data }) => data.status === 'SUBMITTED')).toHaveLength(1);
  });
});

describe('a submission and a cancellation at once', { timeout: 60_000 }, () => {
  it('end in one of the two: nothing cancelled is ever filed', async () => {
    for (let round = 0; round < 3; round += 1) {
      const key = await newKey();
      const order = await (await seedOrder(running, { key })).pay();
      const [id] = order.applicationIds;
      const body = { visa_type: 'ESTA', payment_session_id: order.sessionId, form_data: await order.form() };
      const [applied, cancelled] = await Promise.all([
        api.post('/apply', body, { key }),
        api.delete(`/applications/${id}`, { key }),
      ]);
      expect(cancelled.status).toBe(200);
      expect([201, 402, 409], applied.text).toContain(applied.status);
      running.clock.advance(60);
      await work();
      expect((await api.get(`/status/${id}`, { key })).data).toMatchObject({ status: 'CANCELLED', submitted_at: null });
    }
  });
});

describe('a cancelled application', () => {
  it('cannot be submitted, although its order is paid', async () => {
    const key = await newKey();
    const order = await (await seedOrder(running, { key })).pay();
    await api.delete(`/applications/${order.applicationIds[0]}`, { key });
    const body = { visa_type: 'ESTA', payment_session_id: order.sessionId, form_data: await order.form() };
    const answer = await api.post('/apply', body, { key });
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect((await api.get(`/status/${order.applicationIds[0]}`, { key })).data.applied_at).toBeNull();
  });
});

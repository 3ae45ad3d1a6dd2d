import { expect, it } from 'vitest';
import { completeForm, type FormData } from '../support/forms.ts';
import { facePhoto, passportPage, uploadBody } from '../support/images.ts';
import { startService } from '../support/service.ts';

const { api, newKey, work } = await startService({
  config: { filingHoldSeconds: { live: 0, sandbox: 0 }, sandboxPaceSeconds: 0 },
});

/** What the agency's own books know of its travelers. */
const family = [
  { firstName: 'Lena', lastName: 'Hoffmann', passportNumber: 'C01X00T47', dateOfBirth: '1990-04-12' },
  { firstName: 'Jonas', lastName: 'Hoffmann', passportNumber: 'C01X00T48', dateOfBirth: '1988-11-02' },
  { firstName: 'Mia', lastName: 'Brandt', passportNumber: 'C01X00T49', dateOfBirth: '1992-07-30' },
];

it('an agency files a group: profiles fill the forms, one mistake holds everybody back, and each traveler gets an own answer', async () => {
  const key = await newKey();

  const profiles: string[] = [];
  for (const traveler of family) {
    const saved = await api.post(
      '/profiles',
      { ...traveler, nationality: 'DE', passportExpiry: '2032-05-02' },
      { key },
    );
    expect(saved.status).toBe(201);
    profiles.push(saved.data.profile_id);
  }
  const listed = await api.get('/profiles', { key });
  expect(listed.data.profiles.map(({ profile_id }: { profile_id: string }) => profile_id).sort()).toEqual(
    [...profiles].sort(),
  );

  const quote = await api.post('/quote', { visa_type: 'ESTA', num_travelers: 3 }, { key });
  const checkout = await api.post('/checkout', { visa_type: 'ESTA', num_travelers: 3 }, { key });
  expect(checkout.data.pricing.total).toEqual(quote.data.pricing.total);
  expect(checkout.data.application_ids).toHaveLength(3);
  expect(checkout.data.guest_token).toBeNull();
  const { payment_session_id } = checkout.data;
  await api.post(`/sandbox/payments/${payment_session_id}`, { outcome: 'paid' });

  const upload = async (kind: string) => {
    const file = await (kind === 'passport_bio_page' ? passportPage() : facePhoto());
    return (await api.post('/documents', uploadBody(file, { kind }), { key })).data.url as string;
  };
  const files = {
    passport_bio_page_url: await upload('passport_bio_page'),
    applicant_photo_url: await upload('applicant_photo'),
  };
  /** The form without what the profile knows. */
  const rest = (more: FormData = {}): FormData => {
    const {
      family_name,
      first_name,
      passport_number,
      date_of_birth,
      passport_expiry_date,
      country_of_citizenship,
      ...others
    } = completeForm('ESTA', files);
    return { ...others, ...more };
  };
  const travelers = profiles.map((profile_id) => ({ profile_id, form_data: rest() }));

  const wrong = [travelers[0], { ...travelers[1], form_data: rest({ passport_number: '!' }) }, travelers[2]];
  const refused = await api.post('/apply', { visa_type: 'ESTA', payment_session_id, travelers: wrong }, { key });
  expect(refused).toMatchObject({ status: 422, error: { code: 'VALIDATION_FAILED' } });
  expect(Object.keys(refused.error.details)).toEqual(['travelers[1].passport_number']);
  for (const id of checkout.data.application_ids) {
    expect((await api.get(`/status/${id}`, { key })).data.applied_at).toBeNull();
  }

  const tooFew = await api.post(
    '/apply',
    { visa_type: 'ESTA', payment_session_id, travelers: travelers.slice(1) },
    { key },
  );
  expect(tooFew).toMatchObject({ status: 422, error: { code: 'TRAVELER_COUNT_MISMATCH' } });

  // What is written in the form wins over what the profile says.
  const corrected = [
    { ...travelers[0], form_data: rest({ passport_number: 'X00000002' }) },
    travelers[1],
    travelers[2],
  ];
  const applied = await api.post('/apply', { visa_type: 'ESTA', payment_session_id, travelers: corrected }, { key });
  expect(applied.status).toBe(201);
  expect(applied.data.applications.map(({ application_id }: { application_id: string }) => application_id)).toEqual(
    checkout.data.application_ids,
  );
  expect(applied.data.applications.map(({ traveler }: { traveler: unknown }) => traveler)).toEqual([0, 1, 2]);

  await work();
  const outcomes = [];
  for (const id of checkout.data.application_ids) {
    for (let step = 0; step < 2; step += 1) await api.post(`/sandbox/applications/${id}/advance`, {}, { key });
    outcomes.push((await api.get(`/status/${id}`, { key })).data.status);
  }
  expect(outcomes).toEqual(['DENIED', 'APPROVED', 'APPROVED']);

  const mine = await api.graphql('{ applications(first: 10) { edges { node { id status } } } }', {}, { key });
  expect(mine.data.applications.edges.map(({ node }: { node: { id: string } }) => node.id).sort()).toEqual(
    [...checkout.data.application_ids].sort(),
  );

  const deleted = await api.delete(`/profiles/${profiles[2]}`, { key });
  expect(deleted.data).toMatchObject({ deleted: true, applications_deleted: 1 });
  expect((await api.get(`/status/${checkout.data.application_ids[2]}`, { key })).status).toBe(404);
  expect((await api.get(`/status/${checkout.data.application_ids[1]}`, { key })).status).toBe(200);
});

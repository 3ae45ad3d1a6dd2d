import { expect, it } from 'vitest';
import { startLiveService } from '../domain/checkout/live-service.ts';
import { hireOperator } from '../domain/filing/operators.ts';
import { streamClient, watch } from '../graphql/streams/watch.ts';

const hold = 900;
const live = await startLiveService({ config: { filingHoldSeconds: { live: hold, sandbox: 0 } } });
const { api } = live;

interface Told {
  applicationEvents: { type: string; data: { status: string } };
}

it('an operator files a live application, asks the traveler, and records the approval', async () => {
  const agency = await live.newLiveKey();
  const olga = await hireOperator(live);

  // The agency pays and submits. For a quarter of an hour it can still change its mind.
  const order = await (await live.paidOrder({ key: agency.key })).submit();
  const id = order.applicationId;
  const client = streamClient(api.url, { key: agency.key });
  const follow = 'subscription ($id: String!) { applicationEvents(applicationId: $id) { type data { status } } }';
  const told = watch<Told>(client, follow, { id });
  await told.live;
  const edit = (form_data: object) => api.patch(`/applications/${id}`, { form_data }, { key: agency.key });
  expect((await edit({ city_of_birth: 'Bremen' })).status).toBe(200);
  expect(await olga.queue('to_file')).toEqual([]);

  // Then it is in the queue. Olga takes it, reads the form and its files, and files it with the authority.
  await live.advance(hold);
  expect(await olga.queue('to_file')).toEqual([id]);
  await olga.claim(id);
  expect((await edit({ city_of_birth: 'Berlin' })).error.code).toBe('ALREADY_SUBMITTED');
  const form = await olga.form(id);
  expect(form).toContainEqual(expect.objectContaining({ name: 'city_of_birth', value: 'Bremen' }));
  const page = form.find(({ name }) => name === 'passport_bio_page_url')!;
  const image = await fetch(page.fileUrl!, { headers: { authorization: `Bearer ${olga.key}` } });
  expect(image.status).toBe(200);
  await olga.file(id, 'ESTA-2026-000123');

  // The authority wants a correction. The traveler sends just that.
  await olga.ask(id, ['city_of_birth'], 'The authority asks for the city as it stands in the passport.');
  const asked = (await api.get(`/status/${id}`, { key: agency.key })).data;
  expect(asked.next_step.rest).toMatchObject({ method: 'PATCH', path: `/api/v1/agent/applications/${id}` });
  expect((await edit({ city_of_birth: 'Hamburg' })).data.status).toBe('IN_REVIEW');
  expect(await olga.queue('answered')).toEqual([id]);

  // It is approved. The agency has heard of every step and downloads the confirmation.
  await olga.decide({ applicationId: id, decision: 'APPROVED', number: 'ABCD1234EFGH' });
  const steps = (await told.until(5)).map(({ applicationEvents: { data } }) => data.status);
  expect(steps).toEqual(['SUBMITTED', 'ACTION_REQUIRED', 'IN_REVIEW', 'APPROVED', 'APPROVED']);
  const { authorization } = (await api.get(`/status/${id}`, { key: agency.key })).data;
  expect(authorization.number).toBe('ABCD1234EFGH');
  const confirmation = await fetch(authorization.document_url, { headers: { authorization: `Bearer ${agency.key}` } });
  expect(confirmation.headers.get('content-type')).toBe('application/pdf');

  // Who did what stays on record.
  expect((await olga.trail(id)).map(({ action }) => action)).toEqual([
    'claimed',
    'form_read',
    'file_read',
    'filed',
    'asked',
    'approved',
  ]);
  client.dispose();
});

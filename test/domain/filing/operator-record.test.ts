import { describe, expect, it } from 'vitest';
import { startLiveService } from '../checkout/live-service.ts';
import { hireOperator } from './operators.ts';

const live = await startLiveService({ config: { filingHoldSeconds: { live: 0, sandbox: 0 } } });
const { api } = live;
const anna = await hireOperator(live);
const agency = await live.newLiveKey();

/** An application that the operator has in hand. */
async function claimed(): Promise<string> {
  const { applicationId } = await (await live.paidOrder({ key: agency.key })).submit();
  await anna.claim(applicationId);
  return applicationId;
}

const statusOf = async (id: string) => (await api.get(`/status/${id}`, { key: agency.key })).data;
const eventsOf = async (id: string) =>
  (await api.get('/events', { key: agency.key, query: { limit: 200 } })).data.events
    .filter((event: { data: { application_id: string } }) => event.data.application_id === id)
    .map((event: { type: string; data: { status: string } }) => [event.type, event.data.status]);

describe('an operator', () => {
  it('records the way to an approval, each step with its events', async () => {
    const id = await claimed();
    await anna.file(id, ' ESTA-77 ');
    expect(await statusOf(id)).toMatchObject({ status: 'SUBMITTED', authority_reference: 'ESTA-77' });
    await anna.record(id, 'review');
    await anna.decide({ applicationId: id, decision: 'APPROVED', number: 'N-1' });
    const status = await statusOf(id);
    expect(status).toMatchObject({
      status: 'APPROVED',
      authorization: { number: 'N-1', valid_from: '2026-11-20', valid_until: '2028-11-20' },
    });
    expect(status.submitted_at).toBe(live.clock.now().toISOString());
    expect(await eventsOf(id)).toEqual([
      ['payment_confirmed', 'PAID'],
      ['status_change', 'PAID'],
      ['status_change', 'SUBMITTED'],
      ['status_change', 'IN_REVIEW'],
      ['visa_approved', 'APPROVED'],
      ['status_change', 'APPROVED'],
    ]);
    expect((await anna.trail(id)).map(({ action }) => action)).toEqual(['claimed', 'filed', 'taken_up', 'approved']);
  });

  it('records the validity that the authority named, in place of the rule of the product', async () => {
    const id = await claimed();
    await anna.file(id, 'R');
    const decision = { applicationId: id, decision: 'APPROVED', number: 'N-2' };
    await expect(anna.decide({ ...decision, validFrom: '2027-01-02', validUntil: '2027-01-01' })).rejects.toThrow(
      'INVALID_REQUEST',
    );
    await anna.decide({ ...decision, validFrom: '2027-01-01', validUntil: '2027-06-30' });
    expect((await statusOf(id)).authorization).toMatchObject({ valid_from: '2027-01-01', valid_until: '2027-06-30' });
  });

  it('ends an authorization with the passport where the product says so', async () => {
    const paid = await live.paidOrder({ key: agency.key });
    const { applicationId: id } = await paid.submit({ passport_expiry_date: '2027-08-01' });
    await anna.claim(id);
    await anna.file(id, 'R');
    await anna.decide({ applicationId: id, decision: 'APPROVED', number: 'N-3' });
    expect((await statusOf(id)).authorization.valid_until).toBe('2027-08-01');
  });

  it('asks the traveler, who answers with just these fields and finds it back in the queue', async () => {
    const id = await claimed();
    await anna.file(id, 'R');
    await anna.ask(id, ['city_of_birth'], 'Spell the city as in the passport.');
    expect((await statusOf(id)).action_required).toEqual({
      fields: ['city_of_birth'],
      message: 'Spell the city as in the passport.',
    });
    const patch = (form_data: object) => api.patch(`/applications/${id}`, { form_data }, { key: agency.key });
    expect((await patch({ first_name: 'Other' })).error.code).toBe('ALREADY_SUBMITTED');
    expect((await patch({ city_of_birth: 'Kiel' })).data.status).toBe('IN_REVIEW');
    expect(await anna.queue('answered')).toContain(id);
    expect(await anna.form(id)).toContainEqual(expect.objectContaining({ name: 'city_of_birth', value: 'Kiel' }));
    await anna.decide({ applicationId: id, decision: 'DENIED' });
    expect(await statusOf(id)).toMatchObject({ status: 'DENIED', authorization: null });
    expect((await eventsOf(id)).slice(-2)).toEqual([
      ['visa_denied', 'DENIED'],
      ['status_change', 'DENIED'],
    ]);
  });

  it.each([
    ['no fields', [], 'Please.'],
    ['a field that the form does not have', ['shoe_size'], 'Please.'],
    ['no words', ['city_of_birth'], '  '],
  ])('cannot ask with %s', async (_says, fields, message) => {
    const id = await claimed();
    await anna.file(id, 'R');
    await expect(anna.ask(id, fields, message)).rejects.toThrow('INVALID_REQUEST');
    expect((await statusOf(id)).status).toBe('SUBMITTED');
  });

  it('cannot file without a reference, nor approve without a number', async () => {
    const id = await claimed();
    await expect(anna.file(id, ' ')).rejects.toThrow('INVALID_REQUEST');
    await anna.file(id, 'R');
    await expect(anna.decide({ applicationId: id, decision: 'APPROVED' })).rejects.toThrow('INVALID_REQUEST');
  });

  it('cannot leave the state table', async () => {
    const id = await claimed();
    const all = {
      file: () => anna.file(id, 'R'),
      review: () => anna.record(id, 'review'),
      ask: () => anna.ask(id, ['city_of_birth'], 'Please.'),
      answer: () => anna.record(id, 'answer'),
      approve: () => anna.decide({ applicationId: id, decision: 'APPROVED', number: 'N' }),
      deny: () => anna.decide({ applicationId: id, decision: 'DENIED' }),
    };
    const refuses = async (...names: (keyof typeof all)[]) => {
      for (const name of names) await expect(all[name](), name).rejects.toThrow('INVALID_TRANSITION');
    };
    await refuses('review', 'ask', 'answer', 'approve', 'deny');
    await all.file();
    await refuses('file', 'answer');
    await all.ask();
    await refuses('file', 'review', 'ask', 'approve', 'deny');
    await all.answer();
    await refuses('file', 'review', 'answer');
    await all.approve();
    await refuses('file', 'review', 'ask', 'answer', 'approve', 'deny');
    await expect(anna.claim(id)).rejects.toThrow('INVALID_TRANSITION');
  });

  it('sees a refund that was made elsewhere win over a claim', async () => {
    const order = await (await live.paidOrder({ key: agency.key })).submit();
    const id = order.applicationId;
    await anna.claim(id);
    await live.fake.refund({ session: order.sessionId });
    await live.news();
    expect((await statusOf(id)).status).toBe('CANCELLED');
    await expect(anna.file(id, 'R')).rejects.toThrow('INVALID_TRANSITION');
  });
});

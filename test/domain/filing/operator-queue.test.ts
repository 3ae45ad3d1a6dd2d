import { describe, expect, it } from 'vitest';
import { filingActions } from '../../../src/domain/filing/filing-action.table.ts';
import type { SubmittedOrder } from '../../support/seed.ts';
import { startLiveService } from '../checkout/live-service.ts';
import { hireOperator } from './operators.ts';

const hold = 900;
const live = await startLiveService({ config: { filingHoldSeconds: { live: hold, sandbox: 0 } } });
const { api } = live;
const anna = await hireOperator(live);
const ben = await hireOperator(live);
const agency = await live.newLiveKey();

async function submitted(): Promise<SubmittedOrder> {
  return (await live.paidOrder({ key: agency.key })).submit();
}

/** An application whose hold is over. */
async function ready(): Promise<SubmittedOrder> {
  const order = await submitted();
  await live.advance(hold);
  return order;
}

const statusOf = async (id: string) => (await api.get(`/status/${id}`, { key: agency.key })).data;
const patch = (id: string, form_data: object) => api.patch(`/applications/${id}`, { form_data }, { key: agency.key });

describe('the queue', () => {
  it('shows an application once its hold is over, and moves it on as it is worked on', async () => {
    const { applicationId: id } = await submitted();
    expect(await anna.queue('to_file')).not.toContain(id);
    await live.advance(hold);
    expect(await anna.queue('to_file')).toContain(id);
    await live.work();
    expect((await statusOf(id)).status).toBe('PAID');

    await anna.claim(id);
    expect(await anna.queue('to_file', 'me')).toContain(id);
    expect(await ben.queue('to_file', 'nobody')).not.toContain(id);
    await anna.file(id, 'A-1');
    expect(await anna.queue('with_authority')).toContain(id);
    await anna.record(id, 'review');
    await anna.ask(id, ['passport_bio_page_url'], 'A sharper image, please.');
    expect(await anna.queue('with_traveler')).toContain(id);
    await anna.record(id, 'answer');
    await anna.decide({ applicationId: id, decision: 'DENIED' });
    for (const state of ['to_file', 'with_authority', 'with_traveler', 'answered']) {
      expect(await anna.queue(state)).not.toContain(id);
    }
  });

  it('is empty and closed to everybody but operators with a live key', async () => {
    const { applicationId } = await ready();
    const query = '{ filingQueue(state: to_file) { filings { applicationId } } }';
    const agent = await api.graphql(query, {}, { key: agency.key });
    const guest = await api.graphql(query);
    expect(agent.body.errors[0].extensions.code).toBe('INSUFFICIENT_SCOPE');
    expect(guest.body.errors[0].extensions.code).toBe('AUTHENTICATION_REQUIRED');
    const form = `{ filingForm(applicationId: "${applicationId}") { fields { value } } }`;
    expect((await api.graphql(form, {}, { key: agency.key })).body.errors[0].extensions.code).toBe(
      'INSUFFICIENT_SCOPE',
    );
  });

  it('leaves out what is disputed or goes back', async () => {
    const order = await ready();
    await live.fake.dispute({ session: order.sessionId });
    await live.news();
    expect(await anna.queue('to_file')).not.toContain(order.applicationId);
    await expect(anna.claim(order.applicationId)).rejects.toThrow('INVALID_TRANSITION');
  });

  it('comes a page at a time, oldest first, by product and speed', async () => {
    const orders = [await submitted(), await submitted(), await submitted()];
    await live.advance(hold);
    const ids = orders.map(({ applicationId }) => applicationId);
    const page = `query ($after: String) { filingQueue(state: to_file, first: 2, after: $after, visaType: ESTA, processingSpeed: standard) {
      filings { applicationId } nextCursor } }`;
    const listed: string[] = [];
    for (let after: string | null = null; ; ) {
      const { filings, nextCursor } = await anna.call(page, { after });
      listed.push(...filings.map(({ applicationId }: { applicationId: string }) => applicationId));
      if (nextCursor === null) break;
      after = nextCursor;
    }
    expect(listed.filter((id) => ids.includes(id))).toEqual(ids);
    expect(new Set(listed).size).toBe(listed.length);
    expect(
      (await anna.call('{ filingQueue(state: to_file, visaType: DS160) { filings { applicationId } } }')).filings,
    ).toEqual([]);
  });
});

describe('a claim', () => {
  it('counts as handed over: no edit, no cancellation, no refund, until it is given back', async () => {
    const { applicationId: id } = await ready();
    await anna.claim(id);
    const refused = [
      await patch(id, { city_of_birth: 'Bremen' }),
      await api.delete(`/applications/${id}`, { key: agency.key }),
      await api.post(`/applications/${id}/refund`, undefined, { key: agency.key }),
    ];
    expect(refused.map(({ error }) => error?.code)).toEqual(Array(3).fill('ALREADY_SUBMITTED'));
    await live.advance(30 * 24 * 3600);
    expect((await patch(id, { city_of_birth: 'Bremen' })).error.code).toBe('ALREADY_SUBMITTED');
    await anna.release(id);
    expect((await patch(id, { city_of_birth: 'Bremen' })).status).toBe(200);
    expect((await api.delete(`/applications/${id}`, { key: agency.key })).status).toBe(200);
  });

  it('is refused during the hold, and after the application was cancelled', async () => {
    const { applicationId: id } = await submitted();
    await expect(anna.claim(id)).rejects.toThrow('INVALID_TRANSITION');
    await api.delete(`/applications/${id}`, { key: agency.key });
    await live.advance(hold);
    await expect(anna.claim(id)).rejects.toThrow('INVALID_TRANSITION');
  });

  it('belongs to one operator; another takes it over only by saying so', async () => {
    const { applicationId: id } = await ready();
    await anna.claim(id);
    expect(await anna.claim(id)).toMatchObject({ claimedBy: anna.accountId });
    await expect(ben.claim(id)).rejects.toThrow('INVALID_TRANSITION');
    await expect(ben.file(id, 'B-1')).rejects.toThrow('INVALID_TRANSITION');
    await expect(ben.form(id)).rejects.toThrow('INVALID_TRANSITION');
    expect(await ben.claim(id, true)).toMatchObject({ claimedBy: ben.accountId });
    await expect(anna.file(id, 'A-1')).rejects.toThrow('INVALID_TRANSITION');
    expect((await ben.trail(id)).map(({ action, details }) => [action, details])).toEqual([
      ['claimed', {}],
      ['taken_over', { from: anna.accountId }],
    ]);
  });

  it('of operators at the same time is given to one', async () => {
    const { applicationId: id } = await ready();
    const claims = await Promise.allSettled([anna.claim(id), ben.claim(id), anna.claim(id), ben.claim(id)]);
    const holders = new Set(
      claims.flatMap((claim) =>
        claim.status === 'fulfilled' ? [(claim.value as { claimedBy: string }).claimedBy] : [],
      ),
    );
    expect(holders.size).toBe(1);
    expect(await anna.trail(id)).toHaveLength(1);
  });

  it('is not there for what is not live', async () => {
    await expect(anna.claim(`app_${'0'.repeat(26)}`)).rejects.toThrow('NOT_FOUND');
    const draft = await live.order({ key: agency.key });
    await expect(anna.claim(draft.applicationIds[0]!)).rejects.toThrow('NOT_FOUND');
  });

  it('is made once for one idempotency key', async () => {
    const { applicationId: id } = await ready();
    const claim = () =>
      api.graphql(
        'mutation ($id: String!) { claimFiling(applicationId: $id) { claimedAt } }',
        { id },
        { key: anna.key, idempotencyKey: `claim-${id}` },
      );
    const [first, second] = [await claim(), await claim()];
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await anna.trail(id)).toHaveLength(1);
  });
});

describe('the form', () => {
  it('is shown whole, files included, to whoever has the claim, and every reading is recorded', async () => {
    const order = await ready();
    const id = order.applicationId;
    await expect(anna.form(id)).rejects.toThrow('INVALID_TRANSITION');
    await anna.claim(id);
    const fields = await anna.form(id);
    expect(fields).toContainEqual(expect.objectContaining({ name: 'passport_number', value: 'C01X00T47' }));
    const { fileUrl } = fields.find(({ name }) => name === 'passport_bio_page_url')!;
    const read = (key: string) => fetch(fileUrl!, { headers: { authorization: `Bearer ${key}` } });
    const file = await read(anna.key);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('image/jpeg');
    expect(file.headers.get('cache-control')).toBe('no-store');
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
    expect([(await read(ben.key)).status, (await read(agency.key)).status]).toEqual([409, 403]);
    const foreign = await fetch(fileUrl!.replace(/doc_\w+$/, `doc_${'0'.repeat(26)}`), {
      headers: { authorization: `Bearer ${anna.key}` },
    });
    expect(foreign.status).toBe(404);
    expect((await anna.trail(id)).map(({ action }) => action)).toEqual(['claimed', 'form_read', 'file_read']);
  });

  it('leaves no personal data in the queue and in the trail', async () => {
    const order = await ready();
    await anna.claim(order.applicationId);
    await anna.form(order.applicationId);
    const { body } = await api.graphql(
      '{ filingQueue(state: to_file) { filings { applicationId orderId visaType status claimedBy actions { actions { action details } } } } }',
      {},
      { key: anna.key },
    );
    const rows = await live.service.services.db.select().from(filingActions);
    for (const secret of ['C01X00T47', 'Hoffmann', '1990-04-12']) {
      expect(JSON.stringify([body, rows])).not.toContain(secret);
    }
  });
});

describe('the trail', () => {
  it('is readable by every operator, by application and by operator, and outlives a deleted profile', async () => {
    const { applicationId: id } = await ready();
    await anna.claim(id);
    await anna.release(id);
    const query = `query ($id: String, $by: String) { filingActions(applicationId: $id, operatorId: $by, first: 200) {
      actions { action applicationId operatorId keyId requestId at } } }`;
    const { actions } = await ben.call(query, { id });
    expect(actions.map(({ action }: { action: string }) => action)).toEqual(['released', 'claimed']);
    expect(actions[0]).toMatchObject({ operatorId: anna.accountId, requestId: expect.stringMatching(/^req_/) });
    const byBen = await ben.call(query, { by: ben.accountId });
    expect(byBen.actions.every(({ operatorId }: { operatorId: string }) => operatorId === ben.accountId)).toBe(true);
  });
});

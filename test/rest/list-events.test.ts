import { describe, expect, it } from 'vitest';
import { seedOrder } from '../support/seed.ts';
import { startService } from '../support/service.ts';
import { withoutRandomness } from '../support/snapshot.ts';

const service = await startService({ config: { filingHoldSeconds: { live: 0, sandbox: 0 } } });
const { api } = service;

async function approvedOrder(key: string) {
  const order = await (await seedOrder(service, { key })).pay();
  const submitted = await order.submit();
  await submitted.advance('APPROVED');
  return submitted;
}

describe('200', () => {
  it('shows what happened, oldest first', async () => {
    const key = await service.newKey();
    await (await seedOrder(service, { key })).pay();
    const answer = await api.get('/events', { key });
    expect(answer.status).toBe(200);
    expect(withoutRandomness(answer.body)).toMatchSnapshot();
  });

  it('reads on, page by page, without gap and without repeat, by cursor and by the id of an event', async () => {
    const key = await service.newKey();
    await approvedOrder(key);
    const all = (await api.get('/events', { key })).data.events.map((event: { id: string }) => event.id);
    expect(all).toHaveLength(5);
    const byCursor: string[] = [];
    const byId: string[] = [];
    for (let after: string | undefined; ; ) {
      const { data } = await api.get('/events', { key, query: { limit: 2, after } });
      byCursor.push(...data.events.map((event: { id: string }) => event.id));
      if (data.next_cursor === null) break;
      after = data.next_cursor;
    }
    for (let after: string | undefined; ; ) {
      const { data } = await api.get('/events', { key, query: { limit: 1, after } });
      if (data.events.length === 0) break;
      byId.push(data.events[0].id);
      after = data.events[0].id;
    }
    expect(byCursor).toEqual(all);
    expect(byId).toEqual(all);
  });

  it('leaves out other kinds where kinds are named', async () => {
    const key = await service.newKey();
    await approvedOrder(key);
    const { data } = await api.get('/events', { key, query: { types: 'visa_approved,payment_confirmed' } });
    expect(data.events.map((event: { type: string }) => event.type)).toEqual(['payment_confirmed', 'visa_approved']);
  });

  it('shows nothing of other accounts and of the other mode', async () => {
    await (await seedOrder(service, { key: await service.newKey() })).pay();
    await (await seedOrder(service)).pay();
    const { data } = await api.get('/events', { key: await service.newKey() });
    expect(data).toMatchObject({ events: [], next_cursor: null });
  });

  it('holds no personal data', async () => {
    const key = await service.newKey();
    const order = await approvedOrder(key);
    const { text } = await api.get('/events', { key });
    const form = await order.form();
    for (const field of ['passport_number', 'family_name', 'date_of_birth', 'email']) {
      expect(text).not.toContain(String(form[field]));
    }
  });
});

describe('400', () => {
  it('refuses a limit outside 1 to 200', async () => {
    const key = await service.newKey();
    for (const limit of [0, 201]) {
      const answer = await api.get('/events', { key, query: { limit } });
      expect(answer).toMatchObject({ status: 400, error: { code: 'INVALID_REQUEST' } });
      expect(answer.error.details).toHaveProperty('limit');
    }
  });

  it('refuses what is no event of the caller the same way, be it missing or somebody else\u2019s', async () => {
    const key = await service.newKey();
    const other = await service.newKey();
    await (await seedOrder(service, { key: other })).pay();
    const foreign = (await api.get('/events', { key: other })).data.events[0].id;
    const answers = await Promise.all(
      [foreign, `evt_${'0'.repeat(26)}`].map((after) => api.get('/events', { key, query: { after } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    expect(answers[0]!.error).toEqual(answers[1]!.error);
    expect((await api.get('/events', { key, query: { after: 'nonsense' } })).status).toBe(400);
  });

  it('refuses an unknown kind', async () => {
    const answer = await api.get('/events', { key: await service.newKey(), query: { types: 'visa_granted' } });
    expect(answer).toMatchObject({ status: 400, error: { code: 'INVALID_REQUEST' } });
  });
});

describe('401', () => {
  it('wants a key', async () => {
    expect(await api.get('/events')).toMatchObject({ status: 401, error: { code: 'AUTHENTICATION_REQUIRED' } });
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let key: string;
const made: string[] = [];

beforeAll(async () => {
  service = await startService();
  key = await service.newKey();
  for (const firstName of ['Ada', 'Ben', 'Cem', 'Dua', 'Eva']) {
    made.unshift((await service.api.post('/profiles', { firstName }, { key })).data.id);
  }
});

const list = (query = {}, options = {}) => service.api.get('/profiles', { key, query, ...options });

describe('200', () => {
  it('lists nothing to an account without profiles, and says how to make one', async () => {
    const answer = await list({}, { key: await service.newKey() });
    expect(answer.status).toBe(200);
    expect({ ...answer.body, _meta: Object.keys(answer.body._meta) }).toMatchSnapshot();
  });

  it('lists the profiles of the account, newest first', async () => {
    const { data } = await list();
    expect(data.profiles.map(({ id }: { id: string }) => id)).toEqual(made);
    expect(data.next_cursor).toBeNull();
    expect(data.profiles[0]).toMatchObject({ profile_id: made[0], firstName: 'Eva', lastName: null });
  });

  it('comes a page at a time: every profile once', async () => {
    const seen: string[] = [];
    let after: string | undefined;
    for (const size of [2, 2, 1]) {
      const { data } = await list({ limit: 2, after });
      expect(data.profiles).toHaveLength(size);
      seen.push(...data.profiles.map(({ id }: { id: string }) => id));
      after = data.next_cursor ?? undefined;
    }
    expect([seen, after]).toEqual([made, undefined]);
  });

  it('goes on where it was when the profile behind the cursor is gone', async () => {
    const other = await service.newKey();
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      ids.unshift((await service.api.post('/profiles', {}, { key: other })).data.id);
    }
    const { data } = await list({ limit: 1 }, { key: other });
    await service.api.delete(`/profiles/${ids[0]}`, { key: other });
    const rest = await list({ after: data.next_cursor }, { key: other });
    expect(rest.data.profiles.map(({ id }: { id: string }) => id)).toEqual(ids.slice(1));
  });
});

describe('400', () => {
  it.each([
    ['a limit of 0', { limit: 0 }, 'limit'],
    ['a limit over 200', { limit: 201 }, 'limit'],
    ['a limit that is no number', { limit: 'many' }, 'limit'],
    ['a cursor of its own making', { after: 'prf_1' }, 'after'],
    ['a filter that it does not know', { name: 'Ada' }, 'name'],
  ])('refuses %s, and names the field', async (_, query, field) => {
    const { status, error } = await list(query);
    expect([status, error.code, Object.keys(error.details)]).toEqual([400, 'INVALID_REQUEST', [field]]);
  });
});

describe('401', () => {
  it('is the answer to guests', async () => {
    const { status, error } = await list({}, { key: undefined });
    expect([status, error.code]).toEqual([401, 'AUTHENTICATION_REQUIRED']);
  });
});

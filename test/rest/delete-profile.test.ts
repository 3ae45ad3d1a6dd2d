import { beforeEach, describe, expect, it } from 'vitest';
import { applications } from '../../src/domain/orders/application.table.ts';
import type { ApiAnswer } from '../support/client.ts';
import { startService, type TestService } from '../support/service.ts';

const service: TestService = await startService();
const { db } = service.service.services;
let key: string;
let id: string;

beforeEach(async () => {
  key = await service.newKey();
  id = (await service.api.post('/profiles', { firstName: 'Anna' }, { key })).data.id;
});

const remove = (options = {}) => service.api.delete(`/profiles/${id}`, { key, ...options });
const stable = ({ text }: ApiAnswer) =>
  JSON.parse(text.replaceAll(service.api.url, '{base_url}').replace(/\b(prf|req)_[0-9a-z]{26}/g, '$1_'));

/** Buys for as many travelers and ties the first applications to the profile. */
async function applicationsWith(count: number, tied: number): Promise<string[]> {
  const { data } = await service.api.post('/checkout', { visa_type: 'ESTA', num_travelers: count }, { key });
  const { eq } = await import('drizzle-orm');
  for (const applicationId of data.application_ids.slice(0, tied)) {
    await db.update(applications).set({ profileId: id }).where(eq(applications.id, applicationId));
  }
  return data.application_ids;
}

describe('200', () => {
  it('deletes the profile, and no application where none was made with it', async () => {
    const answer = await remove();
    expect(answer.status).toBe(200);
    expect(stable(answer)).toMatchSnapshot();
    expect((await service.api.get(`/profiles/${id}`, { key })).status).toBe(404);
  });

  it('deletes the applications made with it, says how many, and leaves the others', async () => {
    const made = await applicationsWith(3, 2);
    expect((await remove()).data.applications_deleted).toBe(2);
    const statuses = [];
    for (const application of made) statuses.push((await service.api.get(`/status/${application}`, { key })).status);
    expect(statuses).toEqual([404, 404, 200]);
  });

  it('is repeated with the same idempotency key', async () => {
    const options = { idempotencyKey: 'delete-profile-1' };
    const [first, again] = [await remove(options), await remove(options)];
    expect([again.status, again.data]).toEqual([200, first.data]);
  });
});

describe('401', () => {
  it('is the answer to guests', async () => {
    expect((await remove({ key: undefined })).status).toBe(401);
  });
});

describe('404', () => {
  it('is the answer the second time, and to another account, which deletes nothing', async () => {
    const stranger = await remove({ key: await service.newKey() });
    expect([stranger.status, stranger.error.code]).toEqual([404, 'NOT_FOUND']);
    expect((await remove()).status).toBe(200);
    const again = await remove();
    expect(stable(again).error).toEqual(stable(stranger).error);
  });
});

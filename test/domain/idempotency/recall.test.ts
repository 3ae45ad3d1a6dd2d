import { beforeEach, describe, expect, it } from 'vitest';
import { runOnce } from '../../../src/domain/idempotency/run-once.ts';
import { createProfile } from '../../../src/domain/profiles/create-profile.ts';
import { newId } from '../../../src/kernel/id.ts';
import { startService, type TestService } from '../../support/service.ts';

const service: TestService = await startService();
const { services } = service.service;
let key: string;

beforeEach(async () => {
  key = await service.newKey();
});

/** The first try of a call whose process is killed after the operation committed and before anything was answered. */
async function killedAfterCommit(operation: string, idempotencyKey: string, request: unknown, root = 'data') {
  const caller = await services.keyRing.identify(`Bearer ${key}`);
  const ctx = { ...services, caller, clock: services.realClock };
  let id = '';
  await new Promise<void>((resolve) => {
    void runOnce(services, { caller, operation, key: idempotencyKey, request }, async (once) => {
      id = (await createProfile({ ...ctx, once: once.field!(root) }, { firstName: 'Anna' })).id;
      resolve();
      return new Promise<never>(() => {});
    });
  });
  return id;
}

const count = async () => (await service.api.get('/profiles', { key })).data.profiles.length;

describe('a call that was killed between its commit and its answer', () => {
  it('is refused until the lease is over, then answered over REST with what it did, and not done again', async () => {
    const idempotencyKey = newId('idm');
    const body = { firstName: 'Anna' };
    const id = await killedAfterCommit('CreateProfile', idempotencyKey, body);
    const early = await service.api.post('/profiles', body, { key, idempotencyKey });
    expect([early.status, early.error.code]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS']);
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);

    service.clock.advance(30);
    const retry = await service.api.post('/profiles', body, { key, idempotencyKey });
    expect([retry.status, retry.data.id, retry.data.firstName]).toEqual([201, id, 'Anna']);
    expect(retry.data.createdAt).toMatch(/^2026-/);
    const again = await service.api.post('/profiles', body, { key, idempotencyKey });
    expect([again.data, again.headers.get('idempotent-replayed')]).toEqual([retry.data, 'true']);
    expect(await count()).toBe(1);
  });

  it('is taken up over GraphQL at the root field where it broke off', async () => {
    const idempotencyKey = newId('idm');
    const query =
      'mutation { first: createProfile(input: { firstName: "Anna" }) { id } second: createProfile(input: { firstName: "Ben" }) { id } }';
    const operation = 'graphql first:createProfile second:createProfile';
    const id = await killedAfterCommit(operation, idempotencyKey, { document: query, variables: {} }, 'first');
    service.clock.advance(30);
    const { body } = await service.api.graphql(query, undefined, { key, idempotencyKey });
    expect(body.data.first.id).toBe(id);
    expect(body.data.second.id).not.toBe(id);
    expect(await count()).toBe(2);
  });
});

describe('an idempotency key over GraphQL', () => {
  const query = 'mutation Save($name: String) { createProfile(input: { firstName: $name }) { id createdAt } }';

  it('answers the repetition as the first time, and refuses other variables', async () => {
    const idempotencyKey = newId('idm');
    const save = (name: string) => service.api.graphql(query, { name }, { key, idempotencyKey });
    const [first, again, other] = [await save('Anna'), await save('Anna'), await save('Ben')];
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(other.body.errors[0].extensions.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await count()).toBe(1);
  });
});

describe('two hundred requests at once with one idempotency key', () => {
  it('save one traveler', async () => {
    const idempotencyKey = newId('idm');
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => service.api.post('/profiles', { firstName: 'Anna' }, { key, idempotencyKey })),
    );
    for (const { status, error } of answers) {
      if (status !== 201) expect([status, error.code]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS']);
    }
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ data }) => data.id)).size).toBe(1);
    expect(await count()).toBe(1);
  });
});

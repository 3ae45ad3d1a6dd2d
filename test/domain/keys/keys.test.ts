import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { accounts, apiKeys } from '../../../src/domain/keys/account.table.ts';
import { createKeyRing, type KeyRing } from '../../../src/domain/keys/authenticate.ts';
import { createKey } from '../../../src/domain/keys/create-key.ts';
import { getSelf } from '../../../src/domain/keys/get-self.ts';
import { issueKey } from '../../../src/domain/keys/issue-key.ts';
import { listKeys } from '../../../src/domain/keys/list-keys.ts';
import { revokeKey } from '../../../src/domain/keys/revoke-key.ts';
import { rollKey } from '../../../src/domain/keys/roll-key.ts';
import type { AccountCaller, Caller } from '../../../src/kernel/caller.ts';
import { Failure } from '../../../src/kernel/failure.ts';
import { createVault } from '../../../src/store/vault.ts';
import { testClock } from '../../support/clock.ts';
import { emptyTables, testDatabase } from '../../support/database.ts';
import { silentLog as log } from '../../support/service.ts';

const { db } = await testDatabase();
const realClock = testClock();
const vault = createVault([randomBytes(32)]);
const system: Caller = { kind: 'system', mode: 'sandbox' };
const unpaid = async () => Promise.reject(new Failure('PAYMENT_NOT_VERIFIED'));
let keyRing: KeyRing;
let ctx: Omit<Parameters<typeof createKey>[0], 'caller'> & { keyRing: KeyRing };

const bearer = (apiKey: string) => `Bearer ${apiKey}`;
const identify = async (apiKey: string): Promise<AccountCaller> => keyRing.identify(bearer(apiKey));
/** The refusal of a key, whether it is known at once or only after a look at the database. */
const refusal = async (authorization: string) => {
  try {
    await keyRing.identify(authorization);
  } catch (error) {
    return (error as Failure).code;
  }
  return 'admitted';
};

beforeEach(async () => {
  await emptyTables(db);
  realClock.set('2026-11-20T12:00:00.000Z');
  keyRing = createKeyRing({ db, clock: realClock, log });
  ctx = {
    address: '192.0.2.1',
    db,
    vault,
    realClock,
    limits: { spendKey: async () => {} },
    liveClaims: { claim: unpaid },
    keyRing,
  };
});

describe('a key that somebody issues itself', () => {
  it('is a sandbox key of an account of its own, and works at once', async () => {
    const { apiKey, key } = await createKey(ctx, { name: 'My agent' });
    expect(apiKey).toMatch(/^svc_agent_[0-9a-f]{64}$/);
    expect(key).toMatchObject({ prefix: apiKey.slice(0, 14), mode: 'sandbox', scopes: ['agent'], name: 'My agent' });
    expect(await identify(apiKey)).toEqual({
      kind: 'account',
      accountId: key.accountId,
      keyId: key.id,
      mode: 'sandbox',
      scopes: ['agent'],
      clockOffsetSeconds: 0,
    });
  });

  it('is kept as a hash only, and its email sealed', async () => {
    const { apiKey } = await createKey(ctx, { email: 'canary@example.com' });
    const rows = JSON.stringify([await db.select().from(accounts), await db.select().from(apiKeys)]);
    expect(rows).not.toContain(apiKey);
    expect(rows).not.toContain(apiKey.slice(20));
    expect(rows).not.toContain('canary');
  });

  it('counts against the address before anything is written', async () => {
    const spendKey = async (address: string) => Promise.reject(new Failure('RATE_LIMITED', { details: { address } }));
    await expect(createKey({ ...ctx, limits: { spendKey } }, {})).rejects.toMatchObject({
      details: { address: '192.0.2.1' },
    });
    expect((await listKeys({ caller: system, db }, {})).items).toEqual([]);
  });

  it('leaves no account behind when the payment session earned no live key', async () => {
    await expect(createKey(ctx, { paymentSessionId: 'cs_live_unknown' })).rejects.toThrow(
      expect.objectContaining({ code: 'PAYMENT_NOT_VERIFIED' }),
    );
    expect(await db.select().from(accounts)).toEqual([]);
  });

  it('is live when a paid live checkout earned it, and the claim is part of the same transaction', async () => {
    const claimed: string[] = [];
    const claim = async (_tx: unknown, session: string, accountId: string) => {
      claimed.push(`${session} ${accountId}`);
    };
    const { key } = await createKey({ ...ctx, liveClaims: { claim } }, { paymentSessionId: 'cs_live_1' });
    expect(key.mode).toBe('live');
    expect(claimed).toEqual([`cs_live_1 ${key.accountId}`]);
  });
});

describe('authentication', () => {
  it.each([
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['no scheme', `svc_agent_${'0'.repeat(64)}`],
    ['another prefix', `Bearer svc_other_${'0'.repeat(64)}`],
    ['too short', `Bearer svc_agent_${'0'.repeat(63)}`],
    ['too long', `Bearer svc_agent_${'0'.repeat(65)}`],
    ['not hexadecimal', `Bearer svc_agent_${'z'.repeat(64)}`],
    ['nobody’s', `Bearer svc_agent_${'0'.repeat(64)}`],
    ['empty', 'Bearer '],
  ])('refuses a key that is %s', async (_, authorization) => {
    expect(await refusal(authorization)).toBe('INVALID_API_KEY');
  });

  it('takes the scheme in any case', async () => {
    const { apiKey, key } = await createKey(ctx, {});
    expect(await keyRing.identify(`bearer ${apiKey}`)).toMatchObject({ keyId: key.id });
  });

  it('asks the database once for many calls at the same time, and then not at all for 750 ms', async () => {
    const { apiKey } = await createKey(ctx, {});
    const callers = await Promise.all(Array.from({ length: 100 }, () => keyRing.identify(bearer(apiKey))));
    expect(new Set(callers).size).toBe(1);
    realClock.advance(0.749);
    expect(keyRing.identify(bearer(apiKey))).not.toBeInstanceOf(Promise);
    realClock.advance(0.001);
    const again = keyRing.identify(bearer(apiKey));
    expect(again).toBeInstanceOf(Promise);
    await again;
  });

  it('refuses a revoked key at once on this instance, and within a second on another', async () => {
    const { apiKey, key } = await createKey(ctx, {});
    const elsewhere = createKeyRing({ db, clock: realClock, log });
    await Promise.all([identify(apiKey), elsewhere.identify(bearer(apiKey))]);
    await revokeKey({ ...ctx, caller: system }, key.id);
    expect(await refusal(bearer(apiKey))).toBe('INVALID_API_KEY');
    realClock.advance(1);
    await expect(elsewhere.identify(bearer(apiKey))).rejects.toMatchObject({ code: 'INVALID_API_KEY' });
  });

  it('does not remember a key whose revocation it overtook while it was reading', async () => {
    const { apiKey, key } = await createKey(ctx, {});
    const reading = keyRing.identify(bearer(apiKey));
    keyRing.forget(key.accountId);
    await reading;
    const again = keyRing.identify(bearer(apiKey));
    expect(again).toBeInstanceOf(Promise);
    await again;
  });

  it('reads again after the clock was set back', async () => {
    const { apiKey } = await createKey(ctx, {});
    await identify(apiKey);
    realClock.advance(-3600);
    const again = keyRing.identify(bearer(apiKey));
    expect(again).toBeInstanceOf(Promise);
    await again;
  });

  it('ends a key to the millisecond at its expiry, also one that it remembers', async () => {
    const { apiKey } = await issueKey(
      { ...ctx, caller: system },
      { mode: 'sandbox', scopes: ['agent'], expiresAt: new Date('2026-11-20T12:00:00.500Z') },
    );
    await identify(apiKey);
    realClock.advance(0.499);
    expect(await refusal(bearer(apiKey))).toBe('admitted');
    realClock.advance(0.001);
    expect(await refusal(bearer(apiKey))).toBe('INVALID_API_KEY');
  });

  it('writes when keys were used in one batch, and never an earlier time over a later one', async () => {
    const [first, second] = [await createKey(ctx, {}), await createKey(ctx, {})];
    await identify(first.apiKey);
    realClock.advance(1);
    await identify(second.apiKey);
    const lastUses = async () =>
      (await listKeys({ caller: system, db }, {})).items.map(({ lastUsedAt }) => lastUsedAt?.toISOString() ?? null);
    expect(await lastUses()).toEqual([null, null]);
    await keyRing.flush();
    expect(await lastUses()).toEqual(['2026-11-20T12:00:01.000Z', '2026-11-20T12:00:00.000Z']);
    realClock.set('2026-11-19T12:00:00.000Z');
    await identify(first.apiKey);
    await keyRing.close();
    expect(await lastUses()).toEqual(['2026-11-20T12:00:01.000Z', '2026-11-20T12:00:00.000Z']);
  });
});

describe('an account looks at itself', () => {
  it('and sees its key, its account, and the use that is not written yet', async () => {
    const { apiKey, key } = await createKey(ctx, { name: 'My agent', email: 'agent@example.com' });
    const caller = await identify(apiKey);
    expect(await getSelf({ ...ctx, caller })).toEqual({
      key: { ...key, lastUsedAt: realClock.now() },
      account: {
        id: key.accountId,
        name: 'My agent',
        email: 'agent@example.com',
        mode: 'sandbox',
        createdAt: realClock.now(),
      },
    });
  });
});

describe('rolling a key', () => {
  it('gives a new one with the same name and scopes, and both work until the overlap is over', async () => {
    const old = await createKey(ctx, { name: 'My agent' });
    const caller = await identify(old.apiKey);
    const rolled = await rollKey({ ...ctx, caller }, { overlapSeconds: 60 });
    expect(rolled.key).toMatchObject({
      accountId: old.key.accountId,
      name: 'My agent',
      scopes: ['agent'],
      expiresAt: null,
    });
    realClock.advance(59);
    expect([await refusal(bearer(old.apiKey)), await refusal(bearer(rolled.apiKey))]).toEqual(['admitted', 'admitted']);
    realClock.advance(1);
    expect([await refusal(bearer(old.apiKey)), await refusal(bearer(rolled.apiKey))]).toEqual([
      'INVALID_API_KEY',
      'admitted',
    ]);
  });

  it('with no overlap ends the old one at once', async () => {
    const old = await createKey(ctx, {});
    await rollKey({ ...ctx, caller: await identify(old.apiKey) }, { overlapSeconds: 0 });
    expect(await refusal(bearer(old.apiKey))).toBe('INVALID_API_KEY');
  });

  it('never prolongs a key that ends by itself', async () => {
    const expiresAt = new Date('2026-11-20T13:00:00.000Z');
    const old = await issueKey({ ...ctx, caller: system }, { mode: 'sandbox', scopes: ['agent'], expiresAt });
    const rolled = await rollKey({ ...ctx, caller: await identify(old.apiKey) }, {});
    expect(rolled.key.expiresAt).toEqual(expiresAt);
    realClock.set(expiresAt);
    expect(await refusal(bearer(old.apiKey))).toBe('INVALID_API_KEY');
  });

  it('happens once: the second try is refused, also at the same time', async () => {
    const old = await createKey(ctx, {});
    const caller = await identify(old.apiKey);
    const tries = await Promise.allSettled([rollKey({ ...ctx, caller }, {}), rollKey({ ...ctx, caller }, {})]);
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await listKeys({ caller, db }, {})).items).toHaveLength(2);
  });

  it('gives no key with more scopes than the caller has, and none of another account', async () => {
    const operator = await issueKey({ ...ctx, caller: system }, { mode: 'sandbox', scopes: ['agent', 'operator'] });
    const agent = await issueKey(
      { ...ctx, caller: system },
      { mode: 'sandbox', scopes: ['agent'], accountId: operator.key.accountId },
    );
    const caller = await identify(agent.apiKey);
    await expect(rollKey({ ...ctx, caller }, { keyId: operator.key.id })).rejects.toMatchObject({
      code: 'INSUFFICIENT_SCOPE',
    });
    const stranger = await createKey(ctx, {});
    await expect(rollKey({ ...ctx, caller }, { keyId: stranger.key.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('keys of others', () => {
  it('are neither seen nor ended by an account', async () => {
    const [mine, other] = [await createKey(ctx, {}), await createKey(ctx, {})];
    const caller = await identify(mine.apiKey);
    expect((await listKeys({ caller, db }, {})).items.map(({ id }) => id)).toEqual([mine.key.id]);
    await expect(listKeys({ caller, db }, { accountId: other.key.accountId })).rejects.toMatchObject({
      code: 'INSUFFICIENT_SCOPE',
    });
    await expect(revokeKey({ ...ctx, caller }, other.key.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(issueKey({ ...ctx, caller }, { mode: 'sandbox', scopes: ['operator'] })).rejects.toMatchObject({
      code: 'INSUFFICIENT_SCOPE',
    });
    expect(await refusal(bearer(other.apiKey))).toBe('admitted');
  });

  it('are listed, issued and ended by an operator', async () => {
    const other = await createKey(ctx, {});
    const operator = await issueKey({ ...ctx, caller: system }, { mode: 'live', scopes: ['operator'] });
    const caller = await identify(operator.apiKey);
    expect((await listKeys({ caller, db }, { accountId: '*' })).items).toHaveLength(2);
    const partner = await issueKey({ ...ctx, caller }, { mode: 'live', scopes: ['partner', 'agent'] });
    expect(partner.key.scopes).toEqual(['partner', 'agent']);
    await revokeKey({ ...ctx, caller }, other.key.id);
    expect(await refusal(bearer(other.apiKey))).toBe('INVALID_API_KEY');
  });
});

describe('revoking', () => {
  it('twice changes nothing, and keeps the first time', async () => {
    const { key } = await createKey(ctx, {});
    const first = await revokeKey({ ...ctx, caller: system }, key.id);
    realClock.advance(10);
    expect(await revokeKey({ ...ctx, caller: system }, key.id)).toEqual(first);
  });
});

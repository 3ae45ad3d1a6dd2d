import { beforeAll, describe, expect, it } from 'vitest';
import { issueKey } from '../../../src/domain/keys/issue-key.ts';
import { earnCommission } from '../../../src/domain/partners/earn-commission.ts';
import { reverseCommission } from '../../../src/domain/partners/reverse-commission.ts';
import type { Scope } from '../../../src/kernel/caller.ts';
import { addSeconds } from '../../../src/kernel/clock.ts';
import { newId } from '../../../src/kernel/id.ts';
import { money } from '../../../src/kernel/money.ts';
import { startService, type TestService } from '../../support/service.ts';

let running: TestService;
let operator: { key: string };
let partnerKey: { key: string };
let partnerId: string;

const keyFor = async (scopes: Scope[]) => {
  const { services } = running.service;
  const issued = await issueKey({ ...services, caller: { kind: 'system', mode: 'live' } }, { mode: 'live', scopes });
  return { key: issued.apiKey, accountId: issued.key.accountId };
};
const ask = async (query: string, variables: Record<string, unknown>, as: { key: string } | undefined) => {
  const { body } = await running.api.graphql(query, variables, as);
  if (body.errors) throw Object.assign(new Error(body.errors[0].message), body.errors[0].extensions);
  return body.data;
};

/** Tells the programme of paid orders and returns their ids. */
async function sell(count: number): Promise<string[]> {
  const { db, vault } = running.service.services;
  const ids: string[] = [];
  for (let order = 0; order < count; order += 1) {
    const paidAt = running.clock.now();
    const orderId = newId('ord');
    ids.push(orderId);
    await db.transaction((tx) =>
      earnCommission({ vault }, tx, {
        orderId,
        mode: 'live',
        partnerId,
        serviceFeeUsd: money(3900, 'usd'),
        paidAt,
        refundableUntil: addSeconds(paidAt, 7 * 86_400),
        accountId: null,
        byPartnerKey: false,
        email: null,
      }),
    );
  }
  return ids;
}

beforeAll(async () => {
  running = await startService();
  operator = await keyFor(['operator']);
  const partner = await keyFor(['agent', 'partner']);
  partnerKey = partner;
  const made = await ask(
    `mutation ($input: CreatePartnerInput!) { createPartner(input: $input) { id name active accountId codes { code active } balances { earned { amount currency } } } }`,
    { input: { name: 'Agency', code: 'agency', accountId: partner.accountId, email: 'agency@example.com' } },
    operator,
  );
  expect(made.createPartner).toMatchObject({
    name: 'Agency',
    active: true,
    accountId: partner.accountId,
    codes: [{ code: 'AGENCY', active: true }],
    balances: { earned: { amount: 0, currency: 'usd' } },
  });
  partnerId = made.createPartner.id;
});

describe('a partner', () => {
  it('reads its own month: balances, ledger page by page, statement', async () => {
    const [refunded, disputed] = await sell(5);
    const { db } = running.service.services;
    await db.transaction((tx) => reverseCommission(tx, refunded!, 'REFUND', running.clock.now()));
    await db.transaction((tx) => reverseCommission(tx, disputed!, 'DISPUTE', running.clock.now()));
    const { partner } = await ask(
      `{ partner {
          balances { pending { amount } reversed { amount } earned { amount } }
          ledger(limit: 4) { entries { kind amount { amount } reason } nextCursor }
          statement(from: "2026-11-01", to: "2026-11-30") { opening { amount } earned { amount } reversed { amount } paid { amount } closing { amount } entries { kind } }
      } }`,
      {},
      partnerKey,
    );
    expect(partner.balances).toEqual({ pending: { amount: 23.4 }, reversed: { amount: 15.6 }, earned: { amount: 39 } });
    expect(partner.ledger.entries.slice(0, 2)).toEqual([
      { kind: 'reversed', amount: { amount: -7.8 }, reason: 'DISPUTE' },
      { kind: 'reversed', amount: { amount: -7.8 }, reason: 'REFUND' },
    ]);
    expect(partner.statement).toMatchObject({
      opening: { amount: 0 },
      earned: { amount: 39 },
      reversed: { amount: -15.6 },
      paid: { amount: 0 },
      closing: { amount: 23.4 },
    });
    const next = await ask(
      `query ($after: String) { partner { ledger(after: $after) { entries { kind } nextCursor } } }`,
      { after: partner.ledger.nextCursor },
      partnerKey,
    );
    expect(next.partner.ledger).toEqual({ entries: Array(3).fill({ kind: 'earned' }), nextCursor: null });
  });

  it('sees only itself, and nobody else sees it', async () => {
    const other = await keyFor(['agent', 'partner']);
    expect(await ask('{ partner { id } }', {}, other)).toEqual({ partner: null });
    for (const query of [
      '{ partners { partners { id } } }',
      `{ partnerById(partnerId: "${partnerId}") { id } }`,
      '{ partnerPayouts { payouts { id } } }',
    ]) {
      await expect(ask(query, {}, partnerKey)).rejects.toMatchObject({ code: 'INSUFFICIENT_SCOPE' });
    }
    await expect(ask('{ partner { id } }', {}, undefined)).rejects.toMatchObject({ code: 'AUTHENTICATION_REQUIRED' });
    await expect(ask('mutation { createPartnerPayout { id } }', {}, partnerKey)).rejects.toMatchObject({
      code: 'INSUFFICIENT_SCOPE',
    });
  });

  it('is shown with its account', async () => {
    const { data } = await running.api.get('/me', partnerKey);
    expect(data.partner).toMatchObject({ id: partnerId, name: 'Agency', active: true });
  });
});

describe('an operator', () => {
  it('pays out what is payable and exports it', async () => {
    running.clock.advance(7 * 86_400);
    const { createPartnerPayout: payout } = await ask(
      'mutation { createPartnerPayout { id items { partner { id name } amount { amount currency } orders } entries { orderId kind amount { amount } } } }',
      {},
      operator,
    );
    expect(payout.items).toEqual([
      { partner: { id: partnerId, name: 'Agency' }, amount: { amount: 23.4, currency: 'usd' }, orders: 3 },
    ]);
    expect(payout.entries).toHaveLength(3);
    expect(await ask('mutation { createPartnerPayout { id } }', {}, operator)).toEqual({ createPartnerPayout: null });
    const exported = await ask(
      'query ($id: ID!) { partnerPayout(payoutId: $id) { items { amount { amount } } } partnerPayouts { payouts { id } nextCursor } }',
      { id: payout.id },
      operator,
    );
    expect(exported).toEqual({
      partnerPayout: { items: [{ amount: { amount: 23.4 } }] },
      partnerPayouts: { payouts: [{ id: payout.id }], nextCursor: null },
    });
  });

  it('pays out once for one idempotency key', async () => {
    await sell(1);
    running.clock.advance(7 * 86_400);
    const mutation = 'mutation { createPartnerPayout { id items { amount { amount } } } }';
    const options = { ...operator, idempotencyKey: 'november' };
    const first = await running.api.graphql(mutation, {}, options);
    const second = await running.api.graphql(mutation, {}, options);
    expect(first.body.data.createPartnerPayout.items).toEqual([{ amount: { amount: 7.8 } }]);
    expect(second.body.data).toEqual(first.body.data);
  });

  it('adds and ends codes, holds and releases commission, and ends a partnership', async () => {
    const added = await ask(
      'mutation ($input: AddPartnerCodeInput!) { addPartnerCode(input: $input) { codes { code active expiresAt } } }',
      { input: { partnerId, code: 'WINTER', expiresAt: '2027-01-01T00:00:00Z' } },
      operator,
    );
    expect(added.addPartnerCode.codes.at(-1)).toEqual({
      code: 'WINTER',
      active: true,
      expiresAt: '2027-01-01T00:00:00.000Z',
    });
    const ended = await ask(
      'mutation { deactivatePartnerCode(code: "winter") { codes { code active } } }',
      {},
      operator,
    );
    expect(ended.deactivatePartnerCode.codes.at(-1)).toEqual({ code: 'WINTER', active: false });
    const [orderId] = await sell(1);
    const held = await ask(
      'mutation ($id: ID!) { holdCommission(orderId: $id) { standing heldFor owed { amount } } }',
      { id: orderId },
      operator,
    );
    expect(held.holdCommission).toEqual({ standing: 'held', heldFor: 'OPERATOR', owed: { amount: 7.8 } });
    const released = await ask(
      'mutation ($id: ID!) { releaseCommission(orderId: $id) { standing heldFor } }',
      { id: orderId },
      operator,
    );
    expect(released.releaseCommission).toEqual({ standing: 'pending', heldFor: null });
    const over = await ask(
      'mutation ($id: ID!) { deactivatePartner(partnerId: $id) { active } }',
      { id: partnerId },
      operator,
    );
    expect(over.deactivatePartner).toEqual({ active: false });
  });

  it('is told which field was wrong', async () => {
    const create = 'mutation ($input: CreatePartnerInput!) { createPartner(input: $input) { id } }';
    await expect(ask(create, { input: { name: 'Twin', code: 'AGENCY' } }, operator)).rejects.toMatchObject({
      code: 'PROMO_CODE_TAKEN',
    });
    await expect(
      ask(create, { input: { name: 'Odd', code: 'ODD', email: 'no address' } }, operator),
    ).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

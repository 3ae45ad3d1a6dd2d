import { expect, it } from 'vitest';
import { startLiveService } from '../domain/checkout/live-service.ts';

const live = await startLiveService();
const { api, fake, clock } = live;
const day = 24 * 3600;
const usd = (amount: number) => ({ amount, currency: 'usd' });

it('a partner’s month: 30 orders, 4 refunds, 1 dispute, a statement and a payout', async () => {
  clock.set('2026-12-01T09:00:00Z');
  await live.advance(0);
  const operator = await live.newLiveKey('operator');
  const agency = await live.newLiveKey('agent', 'partner');
  const run = async (query: string, variables: Record<string, unknown>, key: string) => {
    const answer = await api.graphql(query, variables, { key });
    if (!answer.data || answer.body.errors) throw new Error(answer.text);
    return answer.data;
  };
  const { createPartner } = await run(
    'mutation ($input: CreatePartnerInput!) { createPartner(input: $input) { id } }',
    { input: { name: 'Globetrotters', code: 'globe', accountId: agency.accountId } },
    operator.key,
  );

  // Every second order is the agency's own, whose partner key applies the code by itself; the others are guests with the code.
  const orders = [];
  for (let number = 0; number < 30; number += 1) {
    const own = number % 2 === 0;
    const order = await live.paidOrder(own ? { key: agency.key } : { checkout: { promo_code: 'GLOBE' } });
    expect(order.checkout.data.promo).toMatchObject({ code: 'GLOBE', applied: true, discount: usd(3.9) });
    expect(order.checkout.data.pricing.total).toEqual(usd(75.37));
    orders.push(order);
    if (number % 2 === 1) await live.advance(day);
  }
  const balancesOf = async () =>
    (
      await run(
        '{ partner { balances { pending { amount } held { amount } payable { amount } paid { amount } reversed { amount } earned { amount } } } }',
        {},
        agency.key,
      )
    ).partner.balances;
  const sums = (earned: number, reversed: number, paid: number, pending: number, payable: number) => ({
    earned: { amount: earned },
    reversed: { amount: reversed },
    paid: { amount: paid },
    pending: { amount: pending },
    payable: { amount: payable },
    held: { amount: 0 },
  });
  // 12 of them are less than seven days old and can still be refunded.
  expect(await balancesOf()).toEqual(sums(234, 0, 0, 93.6, 140.4));

  for (const order of [orders[22]!, orders[24]!, orders[26]!]) {
    const refund = await api.post(`/applications/${order.applicationIds[0]}/refund`, undefined, { key: agency.key });
    expect(refund.status).toBe(200);
  }
  await fake.refund({ session: orders[27]!.sessionId });
  await fake.dispute({ session: orders[3]!.sessionId });
  await live.news();
  expect(await balancesOf()).toEqual(sums(234, 39, 0, 62.4, 132.6));

  await live.advance(8 * day);
  expect(await balancesOf()).toEqual(sums(234, 39, 0, 0, 195));
  const payout =
    'mutation { createPartnerPayout { id items { partner { name } amount { amount } orders } entries { orderId } } }';
  const { createPartnerPayout } = await run(payout, {}, operator.key);
  expect(createPartnerPayout.items).toEqual([
    { partner: { name: 'Globetrotters' }, amount: { amount: 195 }, orders: 25 },
  ]);
  expect((await run(payout, {}, operator.key)).createPartnerPayout).toBeNull();

  const statement = `query ($from: Date!, $to: Date!) { partner { statement(from: $from, to: $to) {
    opening { amount } earned { amount } reversed { amount } paid { amount } closing { amount } entries { kind amount { amount } } } } }`;
  const told = (await run(statement, { from: '2026-12-01', to: '2026-12-31' }, agency.key)).partner.statement;
  expect(told).toMatchObject({
    opening: { amount: 0 },
    earned: { amount: 234 },
    reversed: { amount: -39 },
    paid: { amount: -195 },
    closing: { amount: 0 },
  });
  const count = (kind: string) => told.entries.filter((entry: { kind: string }) => entry.kind === kind).length;
  expect([count('earned'), count('reversed'), count('paid')]).toEqual([30, 5, 25]);

  // The dispute is won after the payout: what was taken back is owed again.
  const [{ disputes }] = (await run('{ paymentProblems { problems { disputes { id } } } }', {}, operator.key))
    .paymentProblems.problems;
  await fake.closeDispute({ disputeId: disputes[0].id, status: 'won' });
  await live.news();
  expect(await balancesOf()).toEqual(sums(234, 31.2, 195, 0, 7.8));
  expect(createPartner.id).toMatch(/^ptr_/);
}, 120_000);

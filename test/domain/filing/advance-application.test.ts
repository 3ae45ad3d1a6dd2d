import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Authority } from '../../../src/domain/filing/authority.port.ts';
import { applications } from '../../../src/domain/orders/application.table.ts';
import { orders } from '../../../src/domain/orders/order.table.ts';
import { advanceApplication } from '../../../src/domain/sandbox/advance-application.ts';
import { createSimulatedAuthority } from '../../../src/gateways/simulated-authority/simulated-authority.ts';
import { simulatedFilings } from '../../../src/gateways/simulated-authority/simulated-filing.table.ts';
import type { ApplicationStatus } from '../../../src/kernel/status.ts';
import { testDatabase } from '../../support/database.ts';
import { seedOrder } from '../../support/seed.ts';
import { startService } from '../../support/service.ts';

const store = await testDatabase();
const { db } = store;

/** What happens while the authority takes an application in. */
let meanwhile: () => Promise<unknown> = async () => undefined;
const simulated = createSimulatedAuthority({ db });
const authority: Authority = {
  ...simulated,
  async file(request) {
    await meanwhile();
    return simulated.file(request);
  },
};
const running = await startService({ config: { sandboxPaceSeconds: 5 }, overrides: { store, authority } });
const { api, clock, newKey, service, work } = running;

async function submitted(passport_number = 'C01X00T47') {
  const key = await newKey();
  const order = await (await (await seedOrder(running, { key })).pay()).submit({ passport_number });
  const { data } = await api.get('/me', { key });
  const status = async () => (await api.get(`/status/${order.applicationId}`, { key })).data;
  return { ...order, key, accountId: data.account.id as string, status };
}

const rowOf = async (id: string) => (await db.select().from(applications).where(eq(applications.id, id)))[0]!;
const booked = async (id: string) =>
  (await db.select().from(simulatedFilings).where(eq(simulatedFilings.applicationId, id))).length;

describe('an application that is advanced', () => {
  it('can be neither cancelled, edited nor refunded while the authority takes it in', async () => {
    const order = await submitted();
    const { applicationId: id, key } = order;
    const answers: string[] = [];
    meanwhile = async () => {
      answers.push((await api.delete(`/applications/${id}`, { key })).error?.code);
      answers.push(
        (await api.patch(`/applications/${id}`, { form_data: { city_of_birth: 'Hamburg' } }, { key })).error?.code,
      );
      answers.push((await api.post(`/applications/${id}/refund`, undefined, { key })).error?.code);
    };
    const advanced = await order.advance();
    meanwhile = async () => undefined;
    expect(answers).toEqual(Array(3).fill('ALREADY_SUBMITTED'));
    expect(advanced.data.status).toBe('SUBMITTED');
    expect((await rowOf(id)).filingLeaseUntil).toBeNull();
  });

  it('is not filed while its money goes back or is disputed', async () => {
    const order = await submitted();
    await db.update(orders).set({ disputedAt: clock.now() }).where(eq(orders.id, order.orderId));
    expect(await order.advance()).toMatchObject({ status: 409, error: { code: 'INVALID_TRANSITION' } });
    expect([await booked(order.applicationId), (await rowOf(order.applicationId)).filingLeaseUntil]).toEqual([0, null]);
  });

  it('settles its call with the last step: where that fails, the step is undone, and the retry takes it', async () => {
    const { applicationId, key, accountId, status } = await submitted();
    const context = (settle: (tx: unknown, result: unknown) => Promise<void>) => ({
      ...service.services,
      clock,
      once: { id: 'once_1', settle },
      caller: {
        kind: 'account',
        accountId,
        keyId: key,
        mode: 'sandbox',
        scopes: ['agent'],
        clockOffsetSeconds: 0,
      } as const,
    });
    const settled: unknown[] = [];
    const broken = context(async () => {
      throw new Error('the connection broke');
    });
    const whole = context(async (_tx, result) => {
      settled.push(result);
    });
    const advance = (ctx: typeof whole, to?: ApplicationStatus) => advanceApplication(ctx, { applicationId, to });

    await expect(advance(broken)).rejects.toThrow('the connection broke');
    expect((await status()).status).toBe('PAID');
    const first = await advance(whole);
    expect(settled).toEqual([first]);
    expect(first).toMatchObject({
      status: 'SUBMITTED',
      timeline: expect.arrayContaining([expect.objectContaining({ status: 'SUBMITTED' })]),
    });
    const last = await advance(whole, 'DENIED');
    expect(settled).toEqual([first, last]);
    expect((await status()).status).toBe('DENIED');
    expect(await booked(applicationId)).toBe(1);
  });

  it('answers a repetition with the same key as it did before, without a further step', async () => {
    const { applicationId, key } = await submitted();
    const step = () =>
      api.post(`/sandbox/applications/${applicationId}/advance`, {}, { key, idempotencyKey: 'advance-1' });
    const [first, again] = [await step(), await step()];
    expect(again.data).toEqual(first.data);
    expect((await rowOf(applicationId)).status).toBe('SUBMITTED');
  });

  it('stays where it is when it is there already, and goes on at the pace of the authority', async () => {
    const order = await submitted();
    await order.advance('SUBMITTED');
    expect((await order.advance('SUBMITTED')).data.status).toBe('SUBMITTED');
    clock.advance(5);
    await work();
    expect((await order.status()).status).toBe('IN_REVIEW');
  });

  it('goes on at the pace of the authority when it was advanced while a worker asked', async () => {
    const order = await submitted();
    meanwhile = async () => {
      meanwhile = async () => undefined;
      expect((await order.advance()).data.status).toBe('SUBMITTED');
    };
    clock.advance(31);
    await work();
    expect(await booked(order.applicationId)).toBe(1);
    clock.advance(5);
    await work();
    expect((await order.status()).status).toBe('IN_REVIEW');
  });

  it('is told that the authority is out of reach, and filed once it is back', async () => {
    const order = await submitted('X00000005');
    for (const _ of [1, 2, 3]) {
      expect(await order.advance()).toMatchObject({ status: 503, error: { code: 'SERVICE_UNAVAILABLE' } });
    }
    expect((await order.advance()).data.status).toBe('SUBMITTED');
  });
});

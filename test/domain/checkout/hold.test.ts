import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { orders } from '../../../src/domain/orders/order.table.ts';
import { seedOrder } from '../../support/seed.ts';
import { startService } from '../../support/service.ts';

const running = await startService({ config: { filingHoldSeconds: { live: 0, sandbox: 0 } } });
const { api, clock, newKey, service, work } = running;
const { db } = service.services;
const key = await newKey();
const set = (orderId: string, change: Partial<typeof orders.$inferInsert>) =>
  db.update(orders).set(change).where(eq(orders.id, orderId));
const statusOf = async (id: string) => (await api.get(`/status/${id}`, { key })).data.status;

describe('an application whose order is on hold', () => {
  it.each([
    ['by a dispute', { disputedAt: clock.now() }, { disputedAt: null }],
    ['by a refund that is under way', { refundState: 'requested' }, { refundState: 'failed' }],
  ] as const)('%s is not filed, and is as soon as the hold ends', async (_why, hold, end) => {
    const order = await (await seedOrder(running, { key, product: 'CANADA_ETA' })).pay();
    const { applicationId } = await order.submit();
    await set(order.orderId, hold);
    for (let minute = 0; minute < 3; minute += 1) {
      clock.advance(61);
      await work();
      expect(await statusOf(applicationId)).toBe('PAID');
    }
    await set(order.orderId, end);
    clock.advance(61);
    await work();
    expect(await statusOf(applicationId)).toBe('SUBMITTED');
  });

  it('goes on when the authority has it already', async () => {
    const order = await (await seedOrder(running, { key, product: 'CANADA_ETA' })).pay();
    const { applicationId, advance } = await order.submit();
    await work();
    await set(order.orderId, { disputedAt: clock.now() });
    await advance();
    expect(await statusOf(applicationId)).toBe('IN_REVIEW');
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { emptyTables } from '../../support/database.ts';
import { newWebhook, openHouse } from './house.ts';
import { startReceiver } from './receiver.ts';

const { db, deliveries, dueDeliveries, happen, newAccount, webhookHouse } = await openHouse();

const receiver = await startReceiver();
const minute = 60;
const hour = 3_600;

beforeEach(async () => {
  await emptyTables(db);
  receiver.received.length = 0;
  receiver.answer(204);
});

describe('the schedule', () => {
  it('tries at once, then after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, each with its jitter, and no more', async () => {
    const { clock, services, deliver } = webhookHouse();
    const caller = await newAccount();
    await newWebhook(services, caller, receiver.url);
    receiver.answer({ status: 503, body: 'down' });
    await happen(caller);
    await deliver();
    const delays = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour];
    for (const [retry, delay] of delays.entries()) {
      expect(receiver.received).toHaveLength(retry + 1);
      const [row] = await deliveries();
      const next = new Date(clock.now().getTime() + delay * 1.05 * 1000);
      expect(row).toMatchObject({ status: 'failed', attempts: retry + 1, nextAttemptAt: next, responseStatus: 503 });
      clock.set(new Date(next.getTime() - 1));
      await deliver();
      expect(receiver.received).toHaveLength(retry + 1);
      clock.advance(0.001);
      await deliver();
    }
    expect(receiver.received).toHaveLength(8);
    expect((await deliveries())[0]).toMatchObject({ status: 'exhausted', attempts: 8, nextAttemptAt: null });
    expect(await dueDeliveries()).toEqual([]);
    clock.advance(100 * hour);
    await deliver();
    expect(receiver.received).toHaveLength(8);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { type AttemptOutcome, afterAttempt } from '../../../src/domain/webhooks/delivery.ts';
import { fanOutEvents } from '../../../src/domain/webhooks/fan-out-events.ts';
import { newId } from '../../../src/kernel/id.ts';
import { emptyTables } from '../../support/database.ts';
import { newWebhook, openHouse } from './house.ts';
import { startReceiver } from './receiver.ts';

const { db, deliveries, dueDeliveries, happen, newAccount, webhookHouse } = await openHouse();

const receiver = await startReceiver();
const now = new Date('2026-11-20T12:00:00Z');
const answered = (responseStatus: number, retryAfter: string | null = null): AttemptOutcome => ({
  responseStatus,
  retryAfter,
  error: null,
  responseExcerpt: null,
  durationMs: 1,
});

beforeEach(async () => {
  await emptyTables(db);
  receiver.received.length = 0;
  receiver.answer(204);
});

async function oneEvent() {
  const house = webhookHouse();
  const caller = await newAccount();
  const webhook = await newWebhook(house.services, caller, receiver.url);
  await happen(caller);
  return { ...house, caller, webhook };
}

describe('the status of a delivery', () => {
  it('is pending until it is tried', async () => {
    const { services, clock } = await oneEvent();
    await fanOutEvents(services);
    expect(await deliveries()).toMatchObject([{ status: 'pending', attempts: 0, nextAttemptAt: clock.now() }]);
    expect(await dueDeliveries()).toMatchObject([{ attempts: 0, dueAt: clock.now(), leaseUntil: null }]);
  });

  it.each([200, 201, 202, 204, 299])('is success after %i', async (status) => {
    const { deliver } = await oneEvent();
    receiver.answer(status);
    await deliver();
    expect(await deliveries()).toMatchObject([
      { status: 'success', attempts: 1, responseStatus: status, nextAttemptAt: null },
    ]);
    expect(await dueDeliveries()).toEqual([]);
  });

  it.each([301, 302, 307, 308, 400, 401, 404, 429, 500, 503])(
    'is failed after %i, to be tried again',
    async (status) => {
      const { deliver } = await oneEvent();
      receiver.answer({ status, headers: { location: receiver.url } });
      await deliver();
      expect(receiver.received).toHaveLength(1);
      expect(await deliveries()).toMatchObject([{ status: 'failed', attempts: 1, responseStatus: status }]);
    },
  );

  it('is success when a later attempt is taken', async () => {
    const { deliver, clock } = await oneEvent();
    receiver.answer(500);
    await deliver();
    receiver.answer(200);
    clock.advance(6);
    await deliver();
    expect(await deliveries()).toMatchObject([{ status: 'success', attempts: 2, responseStatus: 200 }]);
  });

  it('is exhausted after the eighth failure', () => {
    expect(afterAttempt(6, answered(500), now, 0).status).toBe('failed');
    expect(afterAttempt(7, answered(500), now, 0)).toEqual({ status: 'exhausted', attempts: 8, nextAttemptAt: null });
  });
});

describe('the jitter', () => {
  it.each([
    [0, 5],
    [0.5, 5.25],
    [1, 5.5],
  ])('of %d makes a delay of 5 s one of %d s', (random, seconds) => {
    const { nextAttemptAt } = afterAttempt(0, answered(500), now, random);
    expect(nextAttemptAt!.getTime() - now.getTime()).toBe(seconds * 1000);
  });
});

describe('a receiver that says Retry-After', () => {
  it.each([
    ['in seconds is left alone for as long', '120', 120],
    ['as a date is left alone until then', 'Fri, 20 Nov 2026 13:00:00 GMT', 3_600],
    ['for less than the schedule gets the schedule', '1', 5],
    ['for longer than a day is tried after a day', '999999', 86_400],
    ['in the past gets the schedule', 'Fri, 20 Nov 2026 11:00:00 GMT', 5],
    ['as nonsense gets the schedule', 'soon', 5],
    ['as a negative number gets the schedule', '-5', 5],
  ])('%s', (_what, header, seconds) => {
    const { nextAttemptAt } = afterAttempt(0, answered(503, header), now, 0);
    expect(nextAttemptAt!.getTime() - now.getTime()).toBe(seconds * 1000);
  });

  it('is obeyed over the wire', async () => {
    const { deliver, clock } = await oneEvent();
    receiver.answer({ status: 429, headers: { 'retry-after': '60' } });
    await deliver();
    clock.advance(59);
    await deliver();
    expect(receiver.received).toHaveLength(1);
    clock.advance(1);
    await deliver();
    expect(receiver.received).toHaveLength(2);
  });
});

describe('first attempts', () => {
  it('keep the order of one application, whatever else is delivered', async () => {
    const { services, deliver } = webhookHouse();
    const caller = await newAccount();
    await newWebhook(services, caller, receiver.url);
    receiver.answer((_request, response, { body }) => {
      // The first answers are the slowest: without an order the later ones would overtake.
      const { note } = JSON.parse(body).data;
      setTimeout(() => response.writeHead(204).end(), 40 - Number(note) * 8);
    });
    const ids = [newId('app'), newId('app'), newId('app')];
    for (let round = 0; round < 5; round += 1) {
      for (const applicationId of ids) {
        const data = {
          application_id: applicationId,
          order_id: 'ord_1',
          visa_type: 'ESTA',
          destination: 'US',
          previous_status: null,
          status: 'PAID',
          authority_reference: null,
          note: String(round),
        } as const;
        await happen(caller, { applicationId, data });
      }
    }
    await deliver();
    for (const id of ids) {
      const notes = receiver.received
        .map(({ body }) => JSON.parse(body).data)
        .filter((data) => data.application_id === id);
      expect(notes.map(({ note }) => note)).toEqual(['0', '1', '2', '3', '4']);
    }
  });

  it('of later events wait for the first attempt of an earlier one, not for its success', async () => {
    const { services, deliver } = webhookHouse();
    const caller = await newAccount();
    await newWebhook(services, caller, receiver.url);
    receiver.answer(500);
    const applicationId = newId('app');
    await happen(caller, { applicationId });
    await happen(caller, { applicationId });
    await deliver();
    expect(receiver.received).toHaveLength(2);
    expect(await deliveries()).toMatchObject([{ status: 'failed' }, { status: 'failed' }]);
  });
});

describe('a worker that dies', () => {
  it('between claim and record: another repeats the attempt when the lease is over, under the same id', async () => {
    const { services, clock, caller } = await oneEvent();
    const dying = webhookHouse({ sender: { ...services.webhookSender, send: () => new Promise(() => {}) } });
    await fanOutEvents(services);
    void dying.loop.run();
    await expect.poll(async () => (await dueDeliveries())[0]?.leaseUntil).toBeInstanceOf(Date);
    const other = webhookHouse();
    other.clock.set(clock.now());
    await other.deliver();
    expect(receiver.received).toHaveLength(0);
    other.clock.advance(60);
    await other.deliver();
    const [row] = await deliveries();
    expect(receiver.received.map(({ id }) => id)).toEqual([row!.eventId]);
    expect(row).toMatchObject({ status: 'success', attempts: 1 });
    expect(caller.accountId).toBeTruthy();
  });

  it('and comes back too late changes nothing', async () => {
    const { services, clock } = await oneEvent();
    let answer: ((outcome: AttemptOutcome) => void) | undefined;
    const send = () => new Promise<AttemptOutcome>((resolve) => (answer = resolve));
    const late = webhookHouse({ sender: { ...services.webhookSender, send } });
    await fanOutEvents(services);
    const running = late.loop.run();
    await expect.poll(() => answer).toBeDefined();
    const other = webhookHouse();
    other.clock.set(clock.now());
    other.clock.advance(60);
    await other.deliver();
    answer!(answered(500));
    await running;
    while ((await late.loop.run()) > 0);
    expect(await deliveries()).toMatchObject([{ status: 'success', attempts: 1, responseStatus: 204 }]);
  });

  it('after it was told to stop has recorded what ran', async () => {
    const { services, loop } = await oneEvent();
    receiver.answer((_request, response) => setTimeout(() => response.writeHead(200).end(), 50));
    await fanOutEvents(services);
    void loop.run();
    await expect.poll(() => receiver.received.length).toBe(1);
    await loop.stop();
    expect(await deliveries()).toMatchObject([{ status: 'success' }]);
  });
});

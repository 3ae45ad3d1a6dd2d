import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { usualLimits } from '../../../src/domain/webhooks/delivery-loop.ts';
import { fanOutEvents } from '../../../src/domain/webhooks/fan-out-events.ts';
import { createReceiverGate, type ReceiverSign } from '../../../src/domain/webhooks/receiver-gate.ts';
import { createWebhookSender } from '../../../src/gateways/webhook-sender/webhook-sender.ts';
import { emptyTables } from '../../support/database.ts';
import { newWebhook, openHouse } from './house.ts';
import { startReceiver } from './receiver.ts';

const { db, deliveries, happen, newAccount, webhookHouse } = await openHouse();

const receiver = await startReceiver();
const patient = createWebhookSender({ allowsLoopback: true });
const hasty = createWebhookSender({ allowsLoopback: true, attemptMs: 300 });
afterAll(() => Promise.all([patient.close(), hasty.close()]));
const post = (url: string, sender = patient) =>
  sender.send({ url, headers: { 'content-type': 'application/json' }, body: '{}' });

beforeEach(async () => {
  await emptyTables(db);
  receiver.received.length = 0;
  receiver.answer(204);
});

describe('what comes of an attempt', () => {
  it('is the status and a short excerpt of a body of any size', async () => {
    receiver.answer({ status: 500, body: 'x'.repeat(10_000_000) });
    const outcome = await post(receiver.url);
    expect(outcome).toMatchObject({ responseStatus: 500, responseExcerpt: 'x'.repeat(1_000), error: null });
  });

  it('is success although the body never ends', async () => {
    receiver.answer((_request, response) => void response.writeHead(200).write('taken'));
    expect(await post(receiver.url, hasty)).toMatchObject({
      responseStatus: 200,
      responseExcerpt: 'taken',
      error: null,
    });
  });

  it('is an excerpt without control characters and halves of characters', async () => {
    receiver.answer({ status: 500, body: `a\u0000b\u001b[31mc\u202ed\r\n${'😀'.repeat(2_000)}` });
    const { responseExcerpt } = await post(receiver.url);
    expect(responseExcerpt).toMatch(/^a b \[31mc d 😀+/);
    expect(responseExcerpt!.isWellFormed()).toBe(true);
    expect(responseExcerpt!.length).toBeLessThanOrEqual(1_000);
  });

  it('is TIMEOUT when nothing answers in time', async () => {
    receiver.answer(() => {});
    expect(await post(receiver.url, hasty)).toMatchObject({ responseStatus: null, error: 'TIMEOUT' });
  });

  it('is CONNECTION when nobody listens', async () => {
    const port = createTcpServer();
    await new Promise<void>((resolve) => port.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(port.address() as AddressInfo).port}/`;
    await new Promise((resolve) => port.close(resolve));
    expect(await post(url)).toMatchObject({ responseStatus: null, error: 'CONNECTION' });
  });

  it('is success when a connection that was kept open breaks as it is used again', async () => {
    const used = new WeakSet();
    const forgetful = await startReceiver((request, response) => {
      if (used.has(request.socket)) return void request.socket.resetAndDestroy();
      used.add(request.socket);
      response.writeHead(204).end();
    });
    for (let turn = 0; turn < 3; turn += 1) expect(await post(forgetful.url)).toMatchObject({ responseStatus: 204 });
  });

  it('is CONNECTION when the connection breaks every time', async () => {
    const broken = await startReceiver((request) => void request.socket.resetAndDestroy());
    expect(await post(broken.url)).toMatchObject({ responseStatus: null, error: 'CONNECTION' });
    expect(broken.received).toHaveLength(2);
  });

  it('is CONNECTION when the answer is no HTTP', async () => {
    const nonsense = createTcpServer((socket) => socket.end('hello\r\n\r\n'));
    await new Promise<void>((resolve) => nonsense.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(nonsense.address() as AddressInfo).port}/`;
    expect(await post(url)).toMatchObject({ responseStatus: null, error: 'CONNECTION' });
    nonsense.close();
  });

  it('is TLS when the receiver of an https URL does not speak it', async () => {
    expect(await post(receiver.url.replace('http:', 'https:'))).toMatchObject({ responseStatus: null, error: 'TLS' });
    expect(receiver.received).toEqual([]);
  });
});

describe('a receiver that does not answer', () => {
  it('delays no other', async () => {
    const { services, loop } = webhookHouse({ limits: { ...usualLimits, running: 20 } });
    const [stuck, fine] = [await newAccount(), await newAccount()];
    const dead = await startReceiver(() => {});
    await newWebhook(services, stuck, dead.url);
    await newWebhook(services, fine, receiver.url);
    for (let count = 0; count < 60; count += 1) await happen(stuck);
    for (let count = 0; count < 60; count += 1) await happen(fine);
    while ((await fanOutEvents(services)) > 0);
    while (receiver.received.length < 60) await loop.run();
    await dead.close();
    expect(dead.received.length).toBeLessThanOrEqual(16);
    await loop.stop();
    const taken = (await deliveries()).filter(({ status }) => status === 'success');
    expect(taken).toHaveLength(60);
  });

  it('is sent less at once from then on, and as much as before when it answers in time again', async () => {
    const running: ((sign: ReceiverSign) => void)[] = [];
    const gate = createReceiverGate<number>(
      { ...usualLimits, perReceiver: 4, waitingPerReceiver: 2, perSlowReceiver: 1 },
      () => new Promise((resolve) => running.push(resolve)),
    );
    const end = async (sign: ReceiverSign) => {
      running.shift()!(sign);
      await Promise.resolve();
      await Promise.resolve();
    };
    for (let item = 0; item < 6; item += 1) gate.enter('a', item);
    expect([running.length, gate.size(), gate.crowded()]).toEqual([4, 6, { a: 0 }]);
    for (let count = 0; count < 4; count += 1) await end({ durationMs: 15_000, answered: false });
    expect([running.length, gate.size()]).toEqual([1, 2]);
    await end({ durationMs: 20, answered: true });
    expect([running.length, gate.crowded()]).toEqual([1, { a: 5 }]);
    await end({ durationMs: 20, answered: true });
    expect([gate.size(), gate.crowded()]).toEqual([0, {}]);
  });
});

describe('one receiver', () => {
  it('never gets more at once than it may, on few connections that stay open', async () => {
    const { services, deliver } = webhookHouse();
    let [running, most] = [0, 0];
    const busy = await startReceiver((_request, response) => {
      running += 1;
      most = Math.max(most, running);
      setTimeout(() => {
        running -= 1;
        response.writeHead(204).end();
      }, 5);
    });
    // Two endpoints of two accounts, but one receiver.
    for (let account = 0; account < 2; account += 1) {
      const caller = await newAccount();
      await newWebhook(services, caller, `${busy.url}?account=${account}`);
      for (let count = 0; count < 50; count += 1) await happen(caller);
    }
    await deliver();
    expect(busy.received).toHaveLength(100);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(usualLimits.perReceiver);
    expect(busy.connections()).toBeLessThanOrEqual(usualLimits.perReceiver);
  });
});

import { sql } from 'drizzle-orm';
import type { NewEvent } from '../../../src/domain/events/event.ts';
import { recordEvents } from '../../../src/domain/events/record-events.ts';
import { createWebhook } from '../../../src/domain/webhooks/create-webhook.ts';
import { createDeliveryLoop } from '../../../src/domain/webhooks/delivery-loop.ts';
import { fanOutEvents } from '../../../src/domain/webhooks/fan-out-events.ts';
import { createWebhookSender } from '../../../src/gateways/webhook-sender/webhook-sender.ts';
import type { AccountCaller } from '../../../src/kernel/caller.ts';
import { systemClock } from '../../../src/kernel/clock.ts';
import { newId } from '../../../src/kernel/id.ts';
import { openStore } from '../../../src/store/open.ts';
import { createVault } from '../../../src/store/vault.ts';
import { newAccount } from '../../support/account.ts';
import { sampleData, serve } from './contender.ts';

/** The service's own loop: a row for each delivery, signed from the event, recorded with what the receiver answered. */
const [url, ...ports] = process.argv.slice(2) as [string, ...string[]];
const { db } = await openStore({ kind: 'postgres', url });
const log = { debug() {}, info() {}, warn() {}, error: (event: string) => void process.stderr.write(`${event}\n`) };
const webhookSender = createWebhookSender({ allowsLoopback: true });
const services = {
  db,
  vault: createVault([Buffer.alloc(32)]),
  realClock: systemClock,
  clock: systemClock,
  log,
  webhookSender,
};

const callers: AccountCaller[] = [];
for (const port of ports) {
  const caller = await newAccount(db);
  await createWebhook({ ...services, caller }, { callbackUrl: `http://127.0.0.1:${port}/` });
  callers.push(caller);
}

const eventOf = ({ accountId }: AccountCaller): NewEvent => {
  const applicationId = newId('app');
  return {
    type: 'visa_approved',
    mode: 'sandbox',
    accountId,
    guestId: null,
    orderId: 'ord_00000000000000000000000000',
    applicationId,
    at: new Date(),
    data: sampleData(applicationId),
  };
};
const loop = createDeliveryLoop(services);

serve({
  prepare: async (amount) => {
    const all = Array.from({ length: amount }, (_, place) => eventOf(callers[place % callers.length]!));
    for (let from = 0; from < amount; from += 1_000) {
      await db.transaction((tx) => recordEvents(tx, all.slice(from, from + 1_000)));
    }
    while ((await fanOutEvents(services)) > 0);
    await db.execute(sql`vacuum analyze`);
  },
  deliver: async () => {
    while ((await loop.run()) > 0);
  },
});

import { randomBytes } from 'node:crypto';
import type { EventType, NewEvent } from '../../../src/domain/events/event.ts';
import { recordEvents } from '../../../src/domain/events/record-events.ts';
import { accounts } from '../../../src/domain/keys/account.table.ts';
import { createWebhook } from '../../../src/domain/webhooks/create-webhook.ts';
import { webhookDeliveries } from '../../../src/domain/webhooks/delivery.table.ts';
import { createDeliveryLoop, usualLimits } from '../../../src/domain/webhooks/delivery-loop.ts';
import { fanOutEvents } from '../../../src/domain/webhooks/fan-out-events.ts';
import type { WebhookSender } from '../../../src/domain/webhooks/webhook-sender.port.ts';
import { createWebhookSender } from '../../../src/gateways/webhook-sender/webhook-sender.ts';
import type { AccountCaller } from '../../../src/kernel/caller.ts';
import { newId } from '../../../src/kernel/id.ts';
import type { Db } from '../../../src/store/db.ts';
import { createVault } from '../../../src/store/vault.ts';
import { testClock } from '../../support/clock.ts';
import { testDatabase } from '../../support/database.ts';
import { silentLog } from '../../support/service.ts';

const { db } = await testDatabase();

export { db };

/** The key of this file's vault. */
export const vault = createVault([randomBytes(32)]);

/** Makes what the operations of webhooks need, on a clock of its own. */
export function webhookHouse(options: { sender?: WebhookSender; limits?: typeof usualLimits } = {}) {
  const clock = testClock();
  const webhookSender = options.sender ?? createWebhookSender({ allowsLoopback: true });
  const services = { db, vault, realClock: clock, clock, log: silentLog, webhookSender, wake: () => {} };
  // Half of the jitter, always.
  const loop = createDeliveryLoop(services, options.limits ?? usualLimits, () => 0.5);
  const deliver = async () => {
    while ((await fanOutEvents(services)) > 0);
    while ((await loop.run()) > 0);
  };
  return { clock, services, loop, deliver };
}

/** Makes an account. */
export async function newAccount(on: Db = db): Promise<AccountCaller> {
  const id = newId('acc');
  await on.insert(accounts).values({ id, mode: 'sandbox', createdAt: new Date('2026-11-20T12:00:00Z') });
  return {
    kind: 'account',
    accountId: id,
    keyId: newId('key'),
    mode: 'sandbox',
    scopes: ['agent'],
    clockOffsetSeconds: 0,
  };
}

/** Makes an endpoint for all of an account. */
export async function newWebhook(
  services: ReturnType<typeof webhookHouse>['services'],
  caller: AccountCaller,
  callbackUrl: string,
  events?: EventType[],
) {
  return createWebhook({ ...services, caller }, { callbackUrl, events });
}

/** Makes something that happened to an application of an account. */
export function eventOf(caller: AccountCaller, change: Partial<NewEvent> & { note?: string } = {}): NewEvent {
  const applicationId = change.applicationId ?? newId('app');
  const orderId = newId('ord');
  const { note = null, ...event } = change;
  return {
    type: 'status_change',
    mode: caller.mode,
    accountId: caller.accountId,
    guestId: null,
    orderId,
    applicationId,
    at: new Date('2026-11-20T12:00:00Z'),
    data: {
      application_id: applicationId,
      order_id: orderId,
      visa_type: 'ESTA',
      destination: 'US',
      previous_status: 'PAID',
      status: 'SUBMITTED',
      authority_reference: 'SIM-1',
      note,
    },
    ...event,
  };
}

/** Says that something happened to an application of an account. */
export async function happen(
  caller: AccountCaller,
  change: Partial<NewEvent> & { note?: string } = {},
  on: Db = db,
): Promise<void> {
  await on.transaction((tx) => recordEvents(tx, [eventOf(caller, change)]));
}

/** Reads all deliveries, oldest first. */
export async function deliveries() {
  return (await db.select().from(webhookDeliveries)).sort((left, right) => (left.id < right.id ? -1 : 1));
}

import { randomBytes } from 'node:crypto';
import type { EventType, NewEvent } from '../../../src/domain/events/event.ts';
import { recordEvents } from '../../../src/domain/events/record-events.ts';
import { createWebhook } from '../../../src/domain/webhooks/create-webhook.ts';
import { webhookDeliveries } from '../../../src/domain/webhooks/delivery.table.ts';
import { createDeliveryLoop, usualLimits } from '../../../src/domain/webhooks/delivery-loop.ts';
import { dueDeliveries } from '../../../src/domain/webhooks/due-delivery.table.ts';
import { fanOutEvents } from '../../../src/domain/webhooks/fan-out-events.ts';
import type { WebhookSender } from '../../../src/domain/webhooks/webhook-sender.port.ts';
import { createWebhookSender } from '../../../src/gateways/webhook-sender/webhook-sender.ts';
import type { AccountCaller } from '../../../src/kernel/caller.ts';
import { newId } from '../../../src/kernel/id.ts';
import type { Db } from '../../../src/store/db.ts';
import { createVault, type Vault } from '../../../src/store/vault.ts';
import { newAccount } from '../../support/account.ts';
import { testClock } from '../../support/clock.ts';
import { testDatabase } from '../../support/database.ts';
import { silentLog } from '../../support/service.ts';

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

/** Opens a database of its own for a test file, with what deliveries need. */
export async function openHouse() {
  const { db } = await testDatabase();
  const vault = createVault([randomBytes(32)]);
  return {
    db,
    vault,
    /** Makes what the operations of webhooks need, on a clock of its own. */
    webhookHouse: (options: HouseOptions = {}) => furnish(db, vault, options),
    /** Makes an account. */
    newAccount: (on: Db = db): Promise<AccountCaller> => newAccount(on, new Date('2026-11-20T12:00:00Z')),
    /** Says that something happened to an application of an account. */
    happen: async (
      caller: AccountCaller,
      change: Partial<NewEvent> & { note?: string } = {},
      on: Db = db,
    ): Promise<void> => {
      await on.transaction((tx) => recordEvents(tx, [eventOf(caller, change)]));
    },
    /** Reads all deliveries, oldest first. */
    deliveries: async () => (await db.select().from(webhookDeliveries)).sort(byId),
    /** Reads what is still to be tried, oldest first. */
    dueDeliveries: async () => (await db.select().from(dueDeliveries)).sort(byId),
  };
}

const byId = (left: { id: string }, right: { id: string }) => (left.id < right.id ? -1 : 1);

interface HouseOptions {
  sender?: WebhookSender;
  limits?: typeof usualLimits;
}

function furnish(db: Db, vault: Vault, options: HouseOptions) {
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

/** Makes an endpoint for all of an account. */
export async function newWebhook(
  services: ReturnType<typeof furnish>['services'],
  caller: AccountCaller,
  callbackUrl: string,
  events?: EventType[],
) {
  return createWebhook({ ...services, caller }, { callbackUrl, events });
}

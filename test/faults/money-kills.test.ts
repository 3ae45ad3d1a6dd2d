import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { issueKey } from '../../src/domain/keys/issue-key.ts';
import { applications } from '../../src/domain/orders/application.table.ts';
import { orders } from '../../src/domain/orders/order.table.ts';
import { createPartner } from '../../src/domain/partners/create-partner.ts';
import { usualOrdersAnHour } from '../../src/domain/partners/earn-commission.ts';
import { ledgerEntries } from '../../src/domain/partners/partner.table.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { openStore } from '../../src/store/open.ts';
import { createVault } from '../../src/store/vault.ts';
import { spawnStripeFake } from '../stripe-fake/client.ts';
import type { Truth } from '../stripe-fake/control.ts';
import { testClock } from '../support/clock.ts';
import { onPostgres, testDatabaseUrl } from '../support/database.ts';
import { completeForm } from '../support/forms.ts';
import { startService } from '../support/service.ts';
import { startMortal } from './journey-kills.ts';
import { type MoneyJourney, type MoneyWorld, moveMoney, plans } from './money-kills.ts';

const kills = Number(process.env.KILLS ?? 10);
const ordersAtOnce = 6;
const longestLifeMs = 4_000;
const timeout = 90_000 + kills * 30_000;
const webhookSecret = 'whsec_only_for_tests';

const freePort = () =>
  new Promise<string>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(String(port)));
    });
  });

it(`makes no session twice, returns no money twice and loses no payment in ${kills} kills`, { timeout }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'money-kills-'));
  const fake = await spawnStripeFake();
  const port = await freePort();
  // The kill ends one process; on PostgreSQL what it was doing there ends by itself.
  const database = onPostgres ? { DATABASE_URL: await testDatabaseUrl() } : undefined;
  const env = {
    ...database,
    PORT: port,
    BASE_URL: `http://127.0.0.1:${port}`,
    DATA_KEY: randomBytes(32).toString('base64'),
    STRIPE_SECRET_KEY: 'sk_live_only_for_tests',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: fake.url,
  };
  const config = readConfig({ ...env, DATA_DIR: dataDir });
  const key = await prepare(config);
  const url = `${env.BASE_URL}/api/v1/agent/stripe/webhook`;
  await fake.endpoint({ url, secret: webhookSecret, automatically: true });
  const service = await startMortal({ dataDir, env });
  try {
    // A form without files: reading pictures is not what is tried here.
    const { passport_bio_page_url: _file, ...form } = completeForm('CANADA_ETA');
    const journeys = await killWhile({ service, fake, key, form, promoCode: 'KILLS' });
    await service.stop();
    await settle(config, dataDir);
    await expectTruth(config, await fake.state({}), journeys);
  } finally {
    await service.stop().catch(() => {});
    await fake.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

type Config = ReturnType<typeof readConfig>;
const keysOf = (config: Config) => (config.dataKeys as Extract<Config['dataKeys'], { kind: 'given' }>).keys;

/** Issues a live key and makes a partner, on the data that the service then starts on. */
async function prepare(config: Config): Promise<string> {
  const { db, close } = await openStore(config.database);
  const needs = {
    caller: { kind: 'system', mode: 'live' } as const,
    db,
    vault: createVault(keysOf(config)),
    clock: systemClock,
    realClock: systemClock,
  };
  const { apiKey } = await issueKey(needs, { mode: 'live', scopes: ['agent'] });
  await createPartner(needs, { name: 'Partner', code: 'KILLS' });
  await close();
  return apiKey;
}

/** Kills the service again and again while orders come in, and lets every order that was begun come to its end. */
async function killWhile(world: MoneyWorld): Promise<MoneyJourney[]> {
  const journeys: MoneyJourney[] = [];
  let killing = true;
  let begun = 0;
  const customer = async () => {
    while (killing) {
      begun += 1;
      journeys.push(await moveMoney(world, plans[begun % plans.length]!));
    }
  };
  const customers = Promise.all(Array.from({ length: ordersAtOnce }, customer));
  const kill = async () => {
    for (let count = 0; count < kills; count += 1) {
      // A slow provider, so that many kills strike between a call and its record.
      await world.fake.fault({ on: 'POST /v1/', kind: 'slow', times: 4 });
      await delay(Math.random() * longestLifeMs);
      await world.service.killAndRestart(async () => {});
    }
    killing = false;
  };
  await Promise.all([kill(), customers]);
  await world.fake.calm({});
  return journeys;
}

/** Lets the jobs finish what hangs, hours and a day later. */
async function settle(config: Config, dataDir: string): Promise<void> {
  const store = await openStore(config.database);
  const clock = testClock(new Date());
  const { dataKeys, payments, baseUrl } = config;
  const later = await startService({ clock, config: { dataKeys, payments, baseUrl, dataDir }, overrides: { store } });
  for (const minutes of [2, 10, 60, 600, 1440]) {
    clock.advance(minutes * 60);
    await later.work();
  }
  await later.close();
}

/** Compares every order with the provider's books. */
async function expectTruth(config: Config, truth: Truth, journeys: readonly MoneyJourney[]): Promise<void> {
  const { db, close } = await openStore(config.database);
  const [orderRows, applicationRows, ledger] = [
    await db.select().from(orders),
    await db.select().from(applications),
    await db.select().from(ledgerEntries),
  ];
  await close();
  const byOrder = Map.groupBy(truth.sessions, ({ orderId }) => orderId);
  const doubleSessions = [...byOrder.values()].filter((sessions) => sessions.length > 1).length;
  const given = truth.refunds.filter(({ status }) => status !== 'failed');
  const doubleRefunds = [...Map.groupBy(given, ({ paymentIntentId }) => paymentIntentId).values()].filter(
    (refunds) => refunds.length > 1,
  ).length;

  // A quick machine sells enough within the hour for orders to be held back as unusually many.
  const isUnusual = ledger.filter(({ kind }) => kind === 'earned').length > usualOrdersAnHour;
  let lostPayments = 0;
  const wrong: string[] = [];
  for (const order of orderRows) {
    const session = byOrder.get(order.id)?.[0];
    const paid = session?.paymentStatus === 'paid';
    const refunded = given.some(({ paymentIntentId }) => paymentIntentId === session?.paymentIntentId);
    const right = paid ? (refunded ? 'refunded' : 'paid') : 'expired';
    if (paid && order.paymentStatus !== 'paid' && order.paymentStatus !== 'refunded') lostPayments += 1;
    if (order.paymentStatus !== right) wrong.push(`${order.id} is ${order.paymentStatus}, the truth is ${right}`);
    if (refunded && order.refundState !== 'succeeded') wrong.push(`${order.id} is refunded but ${order.refundState}`);
    if (order.checkDueAt !== null) wrong.push(`${order.id} still hangs`);
    const journey = journeys.find(({ orderId }) => orderId === order.id);
    if (journey?.refunded && !refunded) wrong.push(`${order.id}: the refund was acknowledged and not made`);
    const wasOpen = journey?.plan !== 'cancelled_then_paid';
    const kinds = ledger
      .filter(({ orderId, kind }) => orderId === order.id && !(isUnusual && kind === 'held'))
      .map(({ kind }) => kind)
      .sort();
    const earned = paid && wasOpen ? (refunded ? ['earned', 'reversed'] : ['earned']) : [];
    if (kinds.join() !== earned.join()) wrong.push(`${order.id} has the commission ${kinds}, not ${earned}`);
    for (const application of applicationRows.filter(({ orderId }) => orderId === order.id)) {
      const status = { paid: 'PAID', refunded: 'CANCELLED', expired: wasOpen ? 'EXPIRED' : 'CANCELLED' }[right];
      if (application.status !== status) wrong.push(`${application.id} is ${application.status}, not ${status}`);
      if (journey?.applied && application.appliedAt === null) wrong.push(`${application.id} lost its form`);
    }
  }
  const unknown = truth.sessions.filter(({ orderId }) => !orderRows.some(({ id }) => id === orderId)).length;
  const strangers = orderRows.filter(({ id }) => !journeys.some(({ orderId }) => orderId === id)).length;
  const repeated = journeys.reduce((sum, journey) => sum + journey.repeated, 0);
  process.stdout.write(
    `${kills} kills: ${orderRows.length} orders, ${truth.sessions.filter((one) => one.paymentStatus === 'paid').length} paid, ` +
      `${given.length} refunds, ${repeated} calls made again, ${truth.replays} answered by Stripe's idempotency; ` +
      `${doubleSessions} double sessions, ${doubleRefunds} double refunds, ${lostPayments} lost payments, ${wrong.length} wrong\n`,
  );
  expect(wrong).toEqual([]);
  expect({ doubleSessions, doubleRefunds, lostPayments, unknown, strangers }).toEqual({
    doubleSessions: 0,
    doubleRefunds: 0,
    lostPayments: 0,
    unknown: 0,
    strangers: 0,
  });
}

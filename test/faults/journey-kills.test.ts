import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { documents } from '../../src/domain/documents/document.table.ts';
import { events } from '../../src/domain/events/event.table.ts';
import { applications } from '../../src/domain/orders/application.table.ts';
import { orders } from '../../src/domain/orders/order.table.ts';
import { simulatedFilings } from '../../src/gateways/simulated-authority/simulated-filing.table.ts';
import { openStore } from '../../src/store/open.ts';
import { type Journey, missingOf, startMortal, travel } from './journey-kills.ts';

const kills = Number(process.env.KILLS ?? 5);
const travelersAtOnce = 3;
/** How much is acknowledged in one life at most, and how long it lasts when nothing is. */
const longestLife = { steps: 6, seconds: 10 };
const timeout = 60_000 + kills * 30_000;

it('loses no acknowledged step and files nothing twice when it is killed at random moments', { timeout }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kills-'));
  // The address in links outlives the ports.
  const env = { BASE_URL: 'http://localhost:3000', FILING_HOLD_SECONDS: '0', SANDBOX_PACE_SECONDS: '1' };
  const service = await startMortal({ dataDir, env });
  const journeys: Journey[] = [];
  let killing = true;
  const setOut = async () => {
    while (killing) {
      const journey: Journey = { acknowledged: [], broken: 0, facts: { files: [] } };
      journeys.push(journey);
      await travel(service, journey, journeys.length - 1);
    }
  };
  try {
    const travelers = Promise.all(Array.from({ length: travelersAtOnce }, setOut));
    const kill = async () => {
      for (let count = 0; count < kills; count += 1) {
        await randomMoment(journeys);
        await service.killAndRestart(async (api) => {
          const missing = await Promise.all(journeys.slice(-2 * travelersAtOnce).map((one) => missingOf(api, one)));
          expect(missing.flat()).toEqual([]);
        });
      }
      killing = false;
    };
    await Promise.all([kill(), travelers]);
    const { api } = await service.alive();
    for (const journey of journeys) expect(await missingOf(api, journey)).toEqual([]);
    await service.stop();
    await expectOneOfEach(dataDir, journeys);
  } finally {
    killing = false;
    await service.stop().catch(() => {});
    await rm(dataDir, { recursive: true, force: true });
    await rm(`${dataDir}.lock`, { force: true });
  }
});

const stepsOf = (journeys: readonly Journey[]) =>
  journeys.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);

/** Waits for a moment that nobody can foresee: some steps further, in the middle of whatever runs then. */
async function randomMoment(journeys: readonly Journey[]): Promise<void> {
  const steps = stepsOf(journeys) + Math.floor(Math.random() * longestLife.steps);
  const deadline = Date.now() + longestLife.seconds * 1000;
  while (stepsOf(journeys) < steps && Date.now() < deadline) await delay(5);
  await delay(Math.random() * 300);
}

/** Looks into the database itself: one order a checkout, one filing an application, each event once. */
async function expectOneOfEach(dataDir: string, journeys: readonly Journey[]): Promise<void> {
  const { database } = readConfig({ DATA_DIR: dataDir });
  const { db, close } = await openStore(database);
  try {
    const [orderRows, applicationRows, filings, eventRows, documentRows] = [
      await db.select({ id: orders.id }).from(orders),
      await db.select({ id: applications.id, status: applications.status }).from(applications),
      await db.select().from(simulatedFilings),
      await db.select().from(events).orderBy(events.seq),
      await db.select({ storedAt: documents.storedAt }).from(documents),
    ];
    const expected = journeys.map(({ facts }) => facts.applicationId!).sort();
    expect(orderRows.map(({ id }) => id).sort()).toEqual(journeys.map(({ facts }) => facts.orderId!).sort());
    expect(applicationRows.map(({ id }) => id).sort()).toEqual(expected);
    expect(new Set(applicationRows.map(({ status }) => status))).toEqual(new Set(['APPROVED']));
    expect(filings.map(({ applicationId }) => applicationId).sort()).toEqual(expected);
    for (const id of expected) {
      const told = eventRows.filter(({ applicationId }) => applicationId === id);
      expect(told.filter(({ type }) => type === 'status_change').map(({ data }) => data.status)).toEqual([
        'PAID',
        'SUBMITTED',
        'IN_REVIEW',
        'APPROVED',
      ]);
      expect(told.filter(({ type }) => type === 'payment_confirmed')).toHaveLength(1);
      expect(told.filter(({ type }) => type === 'visa_approved')).toHaveLength(1);
    }
    const uploads = journeys.reduce((sum, { facts }) => sum + facts.files.length, 0);
    expect(documentRows.filter(({ storedAt }) => storedAt !== null)).toHaveLength(uploads);
    const steps = stepsOf(journeys);
    const broken = journeys.reduce((sum, one) => sum + one.broken, 0);
    const repeated = filings.filter(({ arrivals }) => arrivals > 1).length;
    process.stdout.write(
      `${kills} kills: ${journeys.length} journeys, ${steps} acknowledged steps, ${broken} calls broken off, ` +
        `${repeated} filings that arrived again, ${documentRows.length - uploads} uploads left for the sweep\n`,
    );
  } finally {
    await close();
  }
}

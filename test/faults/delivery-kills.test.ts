import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { onPostgres, testDatabaseUrl } from '../support/database.ts';
import { runKills } from './delivery-kills.ts';

/** The whole measure is KILLS=50 EVENTS=1000 RECEIVERS=20; every run of the suite takes a small part of it. */
const measure = {
  kills: Number(process.env.KILLS ?? 4),
  events: Number(process.env.EVENTS ?? 60),
  receivers: Number(process.env.RECEIVERS ?? 5),
};
const runMs = 180_000 + measure.kills * 30_000 + measure.events * measure.receivers * 10;

const dir = await mkdtemp(join(tmpdir(), 'kills-'));
afterAll(() => rm(dir, { recursive: true, force: true }));

const where = onPostgres
  ? { name: 'PostgreSQL with two processes', instances: 2, database: testDatabaseUrl }
  : { name: 'the embedded database', instances: 1, database: async () => join(dir, 'database') };

describe(`killed again and again while it delivers, on ${where.name},`, () => {
  it(
    'every event arrives at every receiver under one id, none is lost, and no living process repeats another',
    async () => {
      const { instances, database } = where;
      const report = await runKills({ ...measure, instances, database: await database() });
      if (process.env.KILLS) process.stdout.write(`${JSON.stringify(report)}\n`);
      expect(report).toMatchObject({
        arrived: report.expected,
        unfinished: 0,
        repeatedByTheLiving: 0,
        outOfOrder: 0,
      });
      expect(report.killsWhileDelivering).toBeGreaterThan(0);
    },
    runMs,
  );
});

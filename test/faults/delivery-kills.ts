import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { eq } from 'drizzle-orm';
import { recordEvents } from '../../src/domain/events/record-events.ts';
import { createWebhook } from '../../src/domain/webhooks/create-webhook.ts';
import { webhookDeliveries } from '../../src/domain/webhooks/delivery.table.ts';
import { webhookEndpoints } from '../../src/domain/webhooks/webhook.table.ts';
import { createWebhookSender } from '../../src/gateways/webhook-sender/webhook-sender.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { openStore } from '../../src/store/open.ts';
import { createVault } from '../../src/store/vault.ts';
import { newAccount } from '../support/account.ts';
import { eventsOf } from './delivery-events.ts';

/** One run: processes that deliver are killed with `kill -9` again and again while they do. */
export interface KillRun {
  /** URL of a PostgreSQL database, or a directory for the embedded one. */
  database: string;
  /** Processes that share the work. */
  instances: number;
  kills: number;
  events: number;
  receivers: number;
}

/** What a run came to. */
export interface KillReport {
  /** Deliveries that must have arrived: each event at each receiver. */
  expected: number;
  /** Deliveries that arrived, each counted once. */
  arrived: number;
  /** Attempts that arrived, repeats included. */
  attempts: number;
  /** Deliveries that were tried again because an attempt failed: the machine was too busy. */
  retried: number;
  /** Other repeats whose first sender was not dead when the second sent: must be none. */
  repeatedByTheLiving: number;
  /** Deliveries that the database does not call a success at the end: must be none. */
  unfinished: number;
  /** First arrivals before an earlier event of the same application: must be none. */
  outOfOrder: number;
  /** Kills at which something was still to be delivered. */
  killsWhileDelivering: number;
}

interface Arrival {
  at: number;
  worker: number;
}

const worker = fileURLToPath(new URL('./delivery-worker.ts', import.meta.url));
const answerMs = 60;
/** How long a worker may take until something arrives, and how long nothing may arrive at the end. */
const slowestMs = 15_000;
const patienceMs = 90_000;

/** Runs it and counts. Every receiver answers after a while, so that kills hit attempts under way. */
export async function runKills(run: KillRun): Promise<KillReport> {
  const key = randomBytes(32).toString('base64');
  const arrivals = new Map<string, Arrival[]>();
  const firstSeen = new Map<string, number[]>();
  const deadSince = new Map<number, number>();
  let attempts = 0;

  const receive = (receiver: { port: number }) =>
    createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        const { id, data } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
        const name = `${receiver.port} ${id}`;
        const before = arrivals.get(name) ?? [];
        attempts += 1;
        arrivals.set(name, [...before, { at: Date.now(), worker: Number(request.headers['x-worker']) }]);
        if (before.length === 0) {
          const lane = `${receiver.port} ${data.application_id}`;
          firstSeen.set(lane, [...(firstSeen.get(lane) ?? []), Number(data.note)]);
        }
        setTimeout(() => response.writeHead(204).end(), answerMs);
      });
    });
  const servers = await Promise.all(
    Array.from({ length: run.receivers }, () => {
      const receiver = { port: 0 };
      return listen(receive(receiver), receiver);
    }),
  );
  await seed(run, key, servers);

  const expected = run.events * run.receivers;
  const start = () => startWorker(run.database, key);
  const workers: Promise<ChildProcess>[] = Array.from({ length: run.instances }, start);
  let killsWhileDelivering = 0;
  for (let kill = 0; kill < run.kills; kill += 1) {
    // In the midst of it: when some have arrived since the last kill.
    const some = arrivals.size + 1 + Math.random() * (expected / run.kills - 1);
    for (let waited = 0; arrivals.size < some && waited < slowestMs; waited += 5) await pause(5);
    // Whoever is up; the others may still be starting after theirs.
    const place = await Promise.race(workers.map((worker, index) => worker.then(() => index)));
    const victim = await workers[place]!;
    if (arrivals.size < expected) killsWhileDelivering += 1;
    await stopWorker(victim);
    deadSince.set(victim.pid!, Date.now());
    workers.splice(place, 1);
    workers.push(start());
  }
  for (let [seen, since] = [arrivals.size, Date.now()]; arrivals.size < expected; ) {
    await pause(200);
    if (arrivals.size > seen) [seen, since] = [arrivals.size, Date.now()];
    if (Date.now() - since > patienceMs) break;
  }
  // What arrived last is recorded a moment later.
  await pause(4_000);
  await Promise.all(workers.map(async (worker) => stopWorker(await worker)));
  for (const server of servers) server.close();
  const { successes, retried } = await readOutcome(run.database);

  return {
    expected,
    arrived: arrivals.size,
    attempts,
    retried: retried.size,
    repeatedByTheLiving: [...arrivals].filter(
      ([name, tries]) => !retried.has(name) && hasLivingRepeat(tries, deadSince),
    ).length,
    unfinished: expected - successes,
    outOfOrder: [...firstSeen.values()].filter((seen) =>
      seen.some((note, place) => place > 0 && note < seen[place - 1]!),
    ).length,
    killsWhileDelivering,
  };
}

function hasLivingRepeat(tries: readonly Arrival[], deadSince: ReadonlyMap<number, number>): boolean {
  return tries.some(
    (arrival, place) => place > 0 && !((deadSince.get(tries[place - 1]!.worker) ?? Infinity) <= arrival.at),
  );
}

/** Makes an account with an endpoint for each receiver, and all the events, which no process has looked at yet. */
async function seed({ database, events }: KillRun, key: string, servers: readonly Server[]): Promise<void> {
  const store = await open(database);
  const { db } = store;
  const webhookSender = createWebhookSender({ allowsLoopback: true });
  const caller = await newAccount(db);
  const ctx = { db, vault: createVault([Buffer.from(key, 'base64')]), clock: systemClock, webhookSender, caller };
  for (const server of servers) {
    await createWebhook(ctx, { callbackUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
  }
  const all = eventsOf(caller.accountId, events);
  for (let from = 0; from < all.length; from += 100) {
    await db.transaction((tx) => recordEvents(tx, all.slice(from, from + 100)));
  }
  await webhookSender.close();
  await store.close();
}

/** Reads how many deliveries succeeded, and which were tried more than once. */
async function readOutcome(database: string): Promise<{ successes: number; retried: Set<string> }> {
  const store = await open(database);
  const rows = await store.db
    .select({
      status: webhookDeliveries.status,
      attempts: webhookDeliveries.attempts,
      eventId: webhookDeliveries.eventId,
      receiver: webhookEndpoints.receiver,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId));
  await store.close();
  return {
    successes: rows.filter(({ status }) => status === 'success').length,
    retried: new Set(
      rows.flatMap(({ attempts, receiver, eventId }) => (attempts > 1 ? [`${receiver.split(':')[1]} ${eventId}`] : [])),
    ),
  };
}

const open = (database: string) =>
  openStore(
    database.startsWith('postgres') ? { kind: 'postgres', url: database } : { kind: 'embedded', dir: database },
  );

async function listen(server: Server, receiver: { port: number }): Promise<Server> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.port = (server.address() as AddressInfo).port;
  return server;
}

async function startWorker(database: string, key: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [worker, database, key], { stdio: ['pipe', 'pipe', 'inherit'] });
  await Promise.race([
    once(child.stdout!, 'data'),
    once(child, 'exit').then(() => {
      throw new Error('a worker ended by itself');
    }),
  ]);
  return child;
}

async function stopWorker(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

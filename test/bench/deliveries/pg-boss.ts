import type { KeyObject } from 'node:crypto';
import { type JobResult, PgBoss } from 'pg-boss';
import postgres from 'postgres';
import type { EventPayload } from '../../../src/domain/events/event.ts';
import { createWebhook } from '../../../src/domain/webhooks/create-webhook.ts';
import { webhookDeliveries } from '../../../src/domain/webhooks/delivery.table.ts';
import type { AttemptOutcome } from '../../../src/domain/webhooks/delivery.ts';
import { sign, signingKey } from '../../../src/domain/webhooks/signature.ts';
import { createWebhookSender } from '../../../src/gateways/webhook-sender/webhook-sender.ts';
import { systemClock } from '../../../src/kernel/clock.ts';
import { newId } from '../../../src/kernel/id.ts';
import { openStore } from '../../../src/store/open.ts';
import { createVault } from '../../../src/store/vault.ts';
import { newAccount } from '../../support/account.ts';
import { sampleData, serve } from './contender.ts';
import { openSender, type SenderName } from './senders.ts';

/**
 * The same work as jobs of pg-boss: the same signature and payload, and a retry where a receiver does not take it. Tuned: large
 * batches, several workers that go on at once while batches are full, each job settled for itself, no supervision meanwhile.
 * `keeps` says what it keeps: outcomes in the job alone (`jobs`), also in the row that the owner of the endpoint can list, a batch at a time
 * (`rows`), or besides that the order of the events of one application, also between processes (`order`).
 */
const [url, senderName, keeps, workers, batchSize, ...ports] = process.argv.slice(2) as [
  string,
  SenderName,
  string,
  string,
  string,
  ...string[],
];
const store = await openStore({ kind: 'postgres', url });
const sql = postgres(url, { max: 10, onnotice: () => {} });
const boss = new PgBoss({ connectionString: url, max: 10, supervise: false, schedule: false });
boss.on('error', (error) => process.stderr.write(`${error.message}\n`));
await boss.start();
const queue = 'deliveries';
await boss.createQueue(queue, { retryLimit: 7, retryDelay: 5, retryBackoff: true });

interface Job {
  deliveryId: string;
  callbackUrl: string;
  payload: EventPayload;
}

const sender = openSender(senderName);
const caller = await newAccount(store.db);
const needs = {
  db: store.db,
  vault: createVault([Buffer.alloc(32)]),
  clock: systemClock,
  webhookSender: createWebhookSender({ allowsLoopback: true }),
  caller,
};
const endpoints: { id: string; callbackUrl: string }[] = [];
const keys = new Map<string, KeyObject>();
for (const port of ports) {
  const made = await createWebhook(needs, { callbackUrl: `http://127.0.0.1:${port}/` });
  endpoints.push(made);
  keys.set(made.callbackUrl, signingKey(made.signingSecret));
}

let settled = 0;
let awaited = 0;
let done: () => void = () => {};

async function attempt({ callbackUrl, payload }: Job): Promise<AttemptOutcome> {
  const body = Buffer.from(JSON.stringify(payload));
  const signed = sign([keys.get(callbackUrl)!], payload.id, new Date(), body);
  return sender.send({ url: callbackUrl, headers: { 'content-type': 'application/json', ...signed }, body });
}

async function work(jobs: { id: string; data: Job }[]): Promise<JobResult[]> {
  const outcomes = await Promise.all(jobs.map(async ({ id, data }) => ({ id, data, ...(await attempt(data)) })));
  if (keeps !== 'jobs') {
    const at = new Date();
    const rows = outcomes.map(({ data, responseStatus, responseExcerpt, durationMs }) => ({
      id: data.deliveryId,
      responseStatus,
      responseExcerpt,
      durationMs,
      at,
    }));
    await sql`
      update webhook_deliveries d
      set status = 'success', attempts = attempts + 1, next_attempt_at = null, last_attempt_at = r.at,
        response_status = r."responseStatus", response_excerpt = r."responseExcerpt", duration_ms = r."durationMs"
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(
        id text, at timestamptz, "responseStatus" int, "responseExcerpt" text, "durationMs" int
      ) where d.id = r.id`;
  }
  settled += jobs.length;
  if (settled === awaited) done();
  return outcomes.map(({ id, responseStatus, responseExcerpt, durationMs }) => ({
    id,
    status: responseStatus !== null && responseStatus < 300 ? 'completed' : 'failed',
    output: { responseStatus, responseExcerpt, durationMs },
  }));
}

serve({
  prepare: async (amount) => {
    const jobs = Array.from({ length: amount }, (_, place) => {
      const { id: endpointId, callbackUrl } = endpoints[place % endpoints.length]!;
      const payload: EventPayload = {
        id: newId('evt'),
        type: 'visa_approved',
        timestamp: new Date().toISOString(),
        livemode: false,
        data: sampleData(newId('app')),
      };
      return { endpointId, data: { deliveryId: newId('dlv'), callbackUrl, payload } };
    });
    for (let from = 0; from < amount; from += 1_000) {
      const batch = jobs.slice(from, from + 1_000);
      const due = new Date();
      if (keeps !== 'jobs') {
        const rows = batch.map(({ endpointId, data: { deliveryId, payload } }) => ({
          id: deliveryId,
          endpointId,
          eventId: payload.id,
          eventType: payload.type,
          applicationId: payload.data.application_id,
          seq: 0,
          status: 'pending' as const,
          nextAttemptAt: due,
          createdAt: due,
        }));
        await store.db.insert(webhookDeliveries).values(rows);
      }
      await boss.insert(
        queue,
        batch.map(({ data }) => ({
          data,
          ...(keeps === 'order' && { group: { id: data.payload.data.application_id } }),
        })),
      );
    }
    await sql`vacuum analyze`;
    [settled, awaited] = [0, amount];
  },
  deliver: async () => {
    const finished = new Promise<void>((resolve) => {
      done = resolve;
    });
    const options = {
      localConcurrency: Number(workers),
      batchSize: Number(batchSize),
      pollingIntervalSeconds: 0.5,
      burstWhenBatchFull: true,
      perJobResults: true,
      ...(keeps === 'order' && { groupConcurrency: 1 }),
    } as const;
    await boss.work(queue, options, work);
    await finished;
    // Waits until the last batch is recorded.
    await boss.offWork(queue, { wait: true });
  },
});

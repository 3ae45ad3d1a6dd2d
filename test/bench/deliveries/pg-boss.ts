import type { KeyObject } from 'node:crypto';
import { type JobResult, PgBoss } from 'pg-boss';
import postgres from 'postgres';
import type { EventPayload } from '../../../src/domain/events/event.ts';
import { newSigningSecret, sign, signingKey } from '../../../src/domain/webhooks/signature.ts';
import { createWebhookSender } from '../../../src/gateways/webhook-sender/webhook-sender.ts';
import { newId } from '../../../src/kernel/id.ts';
import { sampleData, serve } from './contender.ts';

/**
 * The same work as jobs of pg-boss: the same sender, signature and payload, a retry where a receiver does not take it, and what the
 * receiver answered kept with the job. Tuned: large batches, several workers that go on at once while batches are full,
 * each job settled for itself, no supervision meanwhile.
 */
const [url, workers, batchSize, ...ports] = process.argv.slice(2) as [string, string, string, ...string[]];
const admin = postgres(url, { max: 1, onnotice: () => {} });
const boss = new PgBoss({ connectionString: url, max: 10, supervise: false, schedule: false });
boss.on('error', (error) => process.stderr.write(`${error.message}\n`));
await boss.start();
const queue = 'deliveries';
await boss.createQueue(queue, { retryLimit: 7, retryDelay: 5, retryBackoff: true });

interface Job {
  callbackUrl: string;
  payload: EventPayload;
}
const sender = createWebhookSender({ allowsLoopback: true });
const keys = new Map<string, KeyObject>(
  ports.map((port) => [`http://127.0.0.1:${port}/`, signingKey(newSigningSecret())]),
);
let settled = 0;
let awaited = 0;
let done: () => void = () => {};

async function attempt({ id, data }: { id: string; data: Job }): Promise<JobResult> {
  const { callbackUrl, payload } = data;
  const body = JSON.stringify(payload);
  const signed = sign([keys.get(callbackUrl)!], payload.id, new Date(), body);
  const headers = { 'content-type': 'application/json', ...signed };
  const { responseStatus, responseExcerpt, durationMs } = await sender.send({ url: callbackUrl, headers, body });
  const isTaken = responseStatus !== null && responseStatus < 300;
  return {
    id,
    status: isTaken ? 'completed' : 'failed',
    output: { responseStatus, responseExcerpt, durationMs },
  };
}

serve({
  prepare: async (amount) => {
    const jobs = Array.from({ length: amount }, (_, place) => {
      const applicationId = newId('app');
      const payload: EventPayload = {
        id: newId('evt'),
        type: 'visa_approved',
        timestamp: new Date().toISOString(),
        livemode: false,
        data: sampleData(applicationId),
      };
      return { data: { callbackUrl: `http://127.0.0.1:${ports[place % ports.length]}/`, payload } };
    });
    for (let from = 0; from < amount; from += 1_000) await boss.insert(queue, jobs.slice(from, from + 1_000));
    await admin`vacuum analyze`;
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
    } as const;
    await boss.work(queue, options, async (jobs: { id: string; data: Job }[]) => {
      const results = await Promise.all(jobs.map(attempt));
      settled += jobs.length;
      if (settled === awaited) done();
      return results;
    });
    await finished;
    // Waits until the last batch is recorded.
    await boss.offWork(queue, { wait: true });
  },
});

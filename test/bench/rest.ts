import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import autocannon from 'autocannon';
import postgres from 'postgres';
import { apiClient } from '../support/client.ts';
import { withDatabase } from '../support/postgres-url.ts';
import { type Measured, startMeasured } from './servers/start.ts';

/**
 * Compares the documents over REST with the same endpoints written by hand on Fastify and postgres.js, on PostgreSQL: computing time for
 * each request and throughput, as medians over pairs of rounds, each server in a process of its own. Above 1 the documents are
 * cheaper. `DATABASE_URL` names the PostgreSQL to use.
 */
const admin = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
/** Both servers are started anew several times: how a process turns out, for all of its life, differs by 5% and more. */
const starts = Number(process.env.BENCH_STARTS ?? 7);
const pairs = Number(process.env.BENCH_PAIRS ?? 15);
/** Short rounds: a shared machine changes its speed from second to second, and both servers must meet the same. */
const amount = Number(process.env.BENCH_REQUESTS ?? 2_000);
const connections = 16;
const applications = 200;

const name = `bench_${randomBytes(4).toString('hex')}`;
const sql = postgres(admin, { max: 1, onnotice: () => {} });
await sql.unsafe(`create database ${name}`);
const env = {
  DATABASE_URL: withDatabase(admin, name),
  BASE_URL: 'http://localhost:3000',
  PORT: '0',
  DATA_DIR: `/tmp/${name}`,
  LOG_LEVEL: 'silent',
  RATE_LIMIT_PUBLIC: '0',
  RATE_LIMIT_GUEST: '0',
  RATE_LIMIT_KEY: '0',
};

const headers = { 'user-agent': 'bench', 'content-type': 'application/json' };
const eligibility = {
  method: 'POST',
  path: '/api/v1/agent/eligibility',
  headers,
  body: '{"nationality":"DE","destination":"US"}',
} as const;

/** Makes applications to ask for, by way of a server that is measured: it has served other requests, too, as in its real life. */
async function requestsFor(
  server: Measured,
): Promise<{ eligibility: autocannon.Request[]; status: autocannon.Request[] }> {
  const api = apiClient(server.url);
  const key = (await api.post('/keys', {})).data.api_key as string;
  const status: autocannon.Request[] = [];
  for (let index = 0; index < applications; index += 1) {
    const { data } = await api.post('/checkout', { visa_type: 'ESTA' }, { key });
    await api.post(`/sandbox/payments/${data.payment_session_id}`, { outcome: 'paid' }, { key });
    const path = `/api/v1/agent/status/${data.application_ids[0]}`;
    status.push({ method: 'GET', path, headers: { 'user-agent': 'bench', authorization: `Bearer ${key}` } });
  }
  return { eligibility: [eligibility], status };
}

/** Both servers must say the same, or the comparison says nothing. */
async function requireSame(ours: Measured, byHand: Measured, { path, method, headers, body }: autocannon.Request) {
  const [one, other] = await Promise.all(
    [ours, byHand].map(async ({ url }) => {
      const answer = await fetch(url + path, {
        method: method!,
        headers: headers as Record<string, string>,
        ...(body !== undefined && { body: String(body) }),
      });
      return { status: answer.status, data: ((await answer.json()) as { data: unknown }).data };
    }),
  );
  assert.equal(one!.status, 200);
  assert.deepEqual(one, other);
}

interface Round {
  microsPerRequest: number;
  requestsPerSecond: number;
}

async function round(server: Measured, requests: autocannon.Request[], amount: number): Promise<Round> {
  const before = await server.cpu();
  const begun = performance.now();
  const result = await autocannon({ url: server.url, connections, amount, requests, sampleInt: 10 });
  const seconds = (performance.now() - begun) / 1000;
  const cpu = (await server.cpu()) - before;
  const count = result['2xx'];
  if (count !== amount || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} broken`);
  return { microsPerRequest: cpu / count, requestsPerSecond: count / seconds };
}

interface Pair {
  ours: Round;
  byHand: Round;
}

async function compare(ours: Measured, byHand: Measured, requests: autocannon.Request[]): Promise<Pair[]> {
  await requireSame(ours, byHand, requests[0]!);
  for (const server of [ours, byHand]) await round(server, requests, 10 * amount);
  const rounds: Pair[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    // Every other pair begins with the other server: what changes over time weighs on both alike.
    const order = pair % 2 === 0 ? [ours, byHand] : [byHand, ours];
    const results = new Map<Measured, Round>();
    for (const server of order) results.set(server, await round(server, requests, amount));
    rounds.push({ ours: results.get(ours)!, byHand: results.get(byHand)! });
  }
  return rounds;
}

const median = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1]!;

function tell(title: string, rounds: readonly Pair[]): void {
  const of = (read: (pair: Pair) => number) => median(rounds.map(read));
  const row = [
    title.padEnd(20),
    of(({ ours }) => ours.microsPerRequest)
      .toFixed(1)
      .padStart(8),
    of(({ byHand }) => byHand.microsPerRequest)
      .toFixed(1)
      .padStart(8),
    of(({ ours, byHand }) => byHand.microsPerRequest / ours.microsPerRequest)
      .toFixed(2)
      .padStart(7),
    of(({ ours }) => ours.requestsPerSecond)
      .toFixed(0)
      .padStart(9),
    of(({ byHand }) => byHand.requestsPerSecond)
      .toFixed(0)
      .padStart(9),
    of(({ ours, byHand }) => ours.requestsPerSecond / byHand.requestsPerSecond)
      .toFixed(2)
      .padStart(7),
  ];
  process.stdout.write(`${row.join('')}\n`);
}

const measured: { eligibility: Pair[]; status: Pair[] } = { eligibility: [], status: [] };
try {
  for (let start = 0; start < starts; start += 1) {
    const ours = await startMeasured('ours', env);
    const byHand = await startMeasured('by-hand', env);
    try {
      const { eligibility, status } = await requestsFor(ours);
      measured.eligibility.push(...(await compare(ours, byHand, eligibility)));
      measured.status.push(...(await compare(ours, byHand, status)));
    } finally {
      await Promise.all([ours.stop(), byHand.stop()]);
    }
  }
} finally {
  await sql.unsafe(`drop database if exists ${name} with (force)`);
  await sql.end();
}

process.stdout.write(
  `medians of ${pairs} pairs of rounds of ${amount} requests at each of ${starts} starts, ${connections} connections, PostgreSQL\n`,
);
process.stdout.write(`${''.padEnd(20)}  µs CPU a request            requests a second\n`);
process.stdout.write(
  `${''.padEnd(20)}${['ours', 'by hand', 'ratio'].map((word, at) => word.padStart(at < 2 ? 8 : 7)).join('')}`,
);
process.stdout.write(`${['ours', 'by hand', 'ratio'].map((word, at) => word.padStart(at < 2 ? 9 : 7)).join('')}\n`);
tell('POST /eligibility', measured.eligibility);
tell('GET /status/{id}', measured.status);

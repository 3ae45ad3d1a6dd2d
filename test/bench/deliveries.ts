import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { withDatabase } from '../support/postgres-url.ts';
import type { Round } from './deliveries/contender.ts';

/**
 * Compares the loop that delivers webhooks with pg-boss doing the same work on the same PostgreSQL: deliveries that are due go to
 * receivers in a process of their own, signed, and are recorded. Rounds take turns; the medians are printed. `DATABASE_URL`
 * names the PostgreSQL to use.
 */
const admin = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const amount = Number(process.env.BENCH_DELIVERIES ?? 20_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const receivers = 20;
/**
 * pg-boss by how its worker sends, what it keeps, its workers and its batch size. With `order` it does the same work: the owner of an endpoint
 * can list what came of each delivery, and the events of an application keep their order. With `rows` and `jobs` it does less. Of
 * each the best tuning counts.
 */
const tunings = [
  ['fetch', 'order', '2', '500'],
  ['fetch', 'order', '4', '250'],
  ['undici', 'order', '2', '500'],
  ['undici', 'order', '4', '250'],
  ['own', 'order', '2', '500'],
  ['own', 'order', '4', '250'],
  ['own', 'rows', '4', '250'],
  ['own', 'jobs', '2', '500'],
] as const;
const nameOf = (sender: string, keeps: string) => `pg-boss keeping ${keeps}, sending with ${sender}`;

const start = (file: string, args: string[]): ChildProcess =>
  fork(fileURLToPath(new URL(`deliveries/${file}`, import.meta.url)), args);
const hear = async <Message>(child: ChildProcess): Promise<Message> => (await once(child, 'message'))[0] as Message;

const sink = start('sink.ts', [String(receivers)]);
const { ports } = await hear<{ ports: number[] }>(sink);

const sql = postgres(admin, { max: 1, onnotice: () => {} });
const databases: string[] = [];
async function contend(name: string, file: string, tuning: readonly string[]) {
  const database = `bench_${randomBytes(4).toString('hex')}`;
  await sql.unsafe(`create database ${database}`);
  databases.push(database);
  const child = start(file, [withDatabase(admin, database), ...tuning, ...ports.map(String)]);
  await hear(child);
  return { name, child, seconds: [] as number[], cpuSeconds: [] as number[] };
}

const contenders = [await contend('our loop', 'ours.ts', [])];
for (const tuning of tunings) {
  const [sender, keeps, workers, size] = tuning;
  contenders.push(await contend(`${nameOf(sender, keeps)}, ${workers} workers of ${size}`, 'pg-boss.ts', tuning));
}
for (let round = -1; round < rounds; round += 1) {
  // Each round another one begins: whoever comes first has it a few hundredths easier.
  const turn = contenders.map((_, place) => contenders[(place + round + 1) % contenders.length]!);
  for (const { child, seconds, cpuSeconds } of turn) {
    child.send({ prepare: amount });
    await hear(child);
    sink.send(amount);
    const arrived = hear(sink);
    child.send('deliver');
    const took = await hear<Round>(child);
    await arrived;
    // The first round warms up.
    if (round < 0) continue;
    seconds.push(took.seconds);
    cpuSeconds.push(took.cpuSeconds);
  }
}

const median = (values: number[]): number => values.toSorted((left, right) => left - right)[values.length >> 1]!;
const measured = contenders.map(({ name, seconds, cpuSeconds }) => ({
  name,
  perSecond: amount / median(seconds),
  micros: (median(cpuSeconds) * 1e6) / amount,
}));
for (const { name, perSecond, micros } of measured) {
  process.stdout.write(
    `${name}: ${perSecond.toFixed(0)} deliveries/s, ${micros.toFixed(0)} µs of computing time each\n`,
  );
}
const ours = measured[0]!.perSecond;
/** How many times as much as the best tuning of pg-boss of one kind. */
const times = (sender: string, keeps: string): string => {
  const kind = measured.filter(({ name }) => name.startsWith(nameOf(sender, keeps)));
  return (ours / Math.max(...kind.map(({ perSecond }) => perSecond))).toFixed(2);
};
process.stdout.write(
  `${times('fetch', 'order')} times the deliveries of pg-boss doing the same work with Node's fetch (goal 2), ` +
    `${times('undici', 'order')} with undici's request, ${times('own', 'order')} with this service's own sender; ` +
    `with that, ${times('own', 'rows')} times those without an order, ${times('own', 'jobs')} with neither order nor rows; ` +
    `medians of ${rounds} rounds of ${amount}\n`,
);

for (const child of [sink, ...contenders.map(({ child }) => child)]) {
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
for (const database of databases) await sql.unsafe(`drop database if exists ${database} with (force)`);
await sql.end();

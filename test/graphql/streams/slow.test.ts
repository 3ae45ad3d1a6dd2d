import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { recordEvents } from '../../../src/domain/events/record-events.ts';
import { startService } from '../../support/service.ts';
import type { Crowd, Seen } from './audience.ts';
import { happen, madeEvent } from './happen.ts';
import { openReader } from './reader.ts';

/** The whole measure takes AUDIENCE=5000. */
const audience = Number(process.env.AUDIENCE ?? 200);
const notReading = audience / 10;
const bounded = { heapBytes: 64 * 1024 * 1024 + audience * 48 * 1024 };

const service = await startService();
const { api } = service;
const { db } = service.service.services;

async function newAccount() {
  const { data } = await api.post('/keys', {});
  return { key: data.api_key as string, accountId: data.account_id as string };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heap = () => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** Large enough that what nobody reads fills the buffers of the network soon. */
const large = (number: number) => `status_change ${number}" ${'x'.repeat(4_000)}`;
const wide = `subscription { accountEvents { id data { ${Array.from({ length: 25 }, (_, at) => `n${at}: note`).join(' ')} } } }`;

it(`${audience} subscribers, one of ten not reading: the others get every event in order, and memory stays bounded`, {
  timeout: 600_000,
}, async () => {
  const { key, accountId } = await newAccount();
  const child = fork(fileURLToPath(new URL('audience.ts', import.meta.url)), { execArgv: [] });
  onTestFinished(() => void child.kill());
  const ask = async <Answer>(order: object | string): Promise<Answer> => {
    const answer = once(child, 'message') as Promise<[Answer]>;
    child.send(order);
    return (await answer)[0];
  };
  const crowd: Crowd = {
    url: api.url,
    key,
    readers: audience - notReading,
    others: notReading,
    // The note is where the number stands; the readers leave out the rest of the event.
    readersQuery: 'subscription { accountEvents { data { reference: authorityReference } } }',
    othersQuery: wide,
  };
  await ask(crowd);
  const before = heap();
  let highest = before;
  let written = 0;
  let seen: Seen = { least: 0, wrong: 0, ended: 0 };
  while (written < 150) {
    const events = Array.from({ length: 5 }, () => {
      written += 1;
      const event = madeEvent(accountId);
      const data = { ...event.data, note: large(written), authority_reference: `status_change ${written}` };
      return { ...event, data };
    });
    await db.transaction((tx) => recordEvents(tx, events));
    do {
      seen = await ask<Seen>('seen');
      highest = Math.max(highest, heap());
    } while (seen.least < written && seen.wrong === 0);
  }
  // Nobody reads what the service could not write: it has ended these connections, and keeps nothing for them.
  await ask('read on');
  do seen = await ask<Seen>('seen');
  while (seen.ended < notReading);
  process.stdout.write(
    `${audience} subscribers: ${written} events, heap ${Math.round(before / 1e6)} MB before and ${Math.round(highest / 1e6)} MB at most\n`,
  );
  expect(seen).toEqual({ least: written, wrong: 0, ended: notReading });
  expect(highest - before).toBeLessThan(bounded.heapBytes);
});

it('a subscriber that does not read is closed with a reason, and resumes after what it had', {
  timeout: 120_000,
}, async () => {
  const { key, accountId } = await newAccount();
  const query = `subscription ($after: String) { accountEvents(after: $after) { id data { note ${Array.from({ length: 25 }, (_, at) => `n${at}: note`).join(' ')} } } }`;
  const reader = await openReader(api.url, { query, key });
  const [first] = await happen(db, accountId, 1);
  await reader.until(1);
  reader.pause();
  const notes = [first!];
  const other = await openReader(api.url, { query: 'subscription { accountEvents { data { note } } }', key });
  for (let round = 0; round < 40; round += 1) {
    const events = Array.from({ length: 10 }, () => {
      const event = madeEvent(accountId);
      return { ...event, data: { ...event.data, note: `${event.data.note} ${'x'.repeat(4_000)}` } };
    });
    notes.push(...events.map(({ data }) => data.note));
    await db.transaction((tx) => recordEvents(tx, events));
    await other.until(notes.length - 1);
  }
  reader.resume();
  await reader.ended;
  const last = reader.results.at(-1);
  expect(last.errors[0].extensions).toMatchObject({
    code: 'SUBSCRIBER_TOO_SLOW',
    hint: expect.stringContaining('after'),
  });
  const had = reader.results.slice(0, -1).map(({ data }) => data.accountEvents);
  expect(had.length).toBeLessThan(notes.length);
  const again = await openReader(api.url, { query, variables: { after: had.at(-1).id }, key });
  await again.until(notes.length - had.length);
  const rest = again.results.map(({ data }) => data.accountEvents);
  expect([...had, ...rest].map(({ data }) => data.note)).toEqual(notes);
  again.destroy();
  other.destroy();
});

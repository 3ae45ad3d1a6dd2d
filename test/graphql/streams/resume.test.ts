import { expect, it } from 'vitest';
import { startService } from '../../support/service.ts';
import { happen, keepHappening } from './happen.ts';
import { openReader } from './reader.ts';

const service = await startService();
const { db } = service.service.services;

const query = 'subscription ($after: String) { accountEvents(after: $after) { id data { note } } }';

/** The same numbers every time. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

async function newAccount() {
  const { data } = await service.api.post('/keys', {});
  return { key: data.api_key as string, accountId: data.account_id as string };
}

/** The whole measure takes RESUMES=200. */
const resumes = Number(process.env.RESUMES ?? 40);

it(`${resumes} subscribers resume at random points while events go on: no gap, no repeat`, {
  timeout: 120_000,
}, async () => {
  const { key, accountId } = await newAccount();
  const random = randomNumbers(7);
  await happen(db, accountId, 150);
  const earlier: { id: string; data: { note: string } }[] = [];
  for (let after: string | undefined; ; ) {
    const { data } = await service.api.get('/events', { key, query: { limit: 200, after } });
    earlier.push(...data.events);
    if (data.next_cursor === null) break;
    after = data.next_cursor;
  }
  const notes = earlier.map(({ data }) => data.note);
  const stop = keepHappening(db, accountId);
  const readers = await Promise.all(
    Array.from({ length: resumes }, async () => {
      const from = Math.floor(random() * earlier.length);
      const variables = { after: earlier[from]!.id };
      return { from, reader: await openReader(service.api.url, { query, variables, key }) };
    }),
  );
  const all = [...notes, ...(await stop())];
  expect(all.length).toBeGreaterThan(notes.length);
  for (const { from, reader } of readers) {
    await reader.until(all.length - from - 1);
    expect(reader.results.map(({ data }) => data.accountEvents.data.note)).toEqual(all.slice(from + 1));
    reader.destroy();
  }
});

it('a subscriber that is cut off again and again has seen every event once, in order', {
  timeout: 60_000,
}, async () => {
  const { key, accountId } = await newAccount();
  const random = randomNumbers(11);
  const [first] = await happen(db, accountId, 1);
  const { data } = await service.api.get('/events', { key });
  let after: string = data.events[0].id;
  const seen = [first];
  const stop = keepHappening(db, accountId);
  const take = (reader: Awaited<ReturnType<typeof openReader>>, count: number) => {
    for (const { data: result } of reader.results.slice(0, count)) {
      seen.push(result.accountEvents.data.note);
      after = result.accountEvents.id;
    }
  };
  for (let cut = 0; cut < 30; cut += 1) {
    const reader = await openReader(service.api.url, { query, variables: { after }, key });
    const count = Math.floor(random() * 8);
    await reader.until(count);
    take(reader, count);
    reader.destroy();
  }
  const all = [first, ...(await stop())];
  const reader = await openReader(service.api.url, { query, variables: { after }, key });
  await reader.until(all.length - seen.length);
  take(reader, all.length);
  expect(seen).toEqual(all);
});

import { describe, expect, it, onTestFinished } from 'vitest';
import type { FeedEvent } from '../../../src/domain/events/event.ts';
import { createEventFeed } from '../../../src/domain/events/event-feed.ts';
import { readFeed, readFeedPage } from '../../../src/domain/events/read-feed.ts';
import { eventsChannel, recordEvents } from '../../../src/domain/events/record-events.ts';
import type { Store } from '../../../src/store/open.ts';
import { happen, madeEvent } from '../../graphql/streams/happen.ts';
import { onPostgres, testDatabase } from '../../support/database.ts';
import { silentLog } from '../../support/service.ts';

const account = 'acc_00000000000000000000000000';
const interest = { accountId: account, mode: 'sandbox' } as const;
const notesOf = (events: readonly FeedEvent[]) => events.map(({ data }) => data.note);
const settled = { timeout: 10_000, interval: 5 };

async function openFeed(store: Store) {
  const feed = createEventFeed({
    db: store.db,
    log: silentLog,
    listen: (wake) => store.listen(eventsChannel, wake),
  });
  onTestFinished(() => feed.close());
  await feed.open();
  return feed;
}

describe('the feed', () => {
  it('hears every event once, in order, and nothing from before it was opened', async () => {
    const store = await testDatabase();
    await happen(store.db, account, 3);
    const feed = await openFeed(store);
    const heard: FeedEvent[] = [];
    feed.follow(interest, (event) => heard.push(event));
    const notes = await happen(store.db, account, 20);
    await expect.poll(() => heard.length, settled).toBe(20);
    expect(notesOf(heard)).toEqual(notes);
  });

  it('gives each follower its own events and kinds', async () => {
    const store = await testDatabase();
    const feed = await openFeed(store);
    const heard: Record<string, string[]> = { all: [], approved: [], application: [], other: [], live: [] };
    const follow = (name: string, wanted: Parameters<typeof feed.follow>[0]) =>
      feed.follow(wanted, ({ type }) => heard[name]!.push(type));
    follow('all', interest);
    follow('approved', { ...interest, types: ['visa_approved'] });
    follow('application', { applicationId: 'app_a' });
    follow('other', { accountId: 'acc_other', mode: 'sandbox' });
    follow('live', { accountId: account, mode: 'live' });
    await store.db.transaction((tx) =>
      recordEvents(tx, [
        madeEvent(account, { type: 'visa_approved', applicationId: 'app_a' }),
        madeEvent(account, { applicationId: 'app_b' }),
      ]),
    );
    await expect.poll(() => heard.all!.length, settled).toBe(2);
    expect(heard).toEqual({
      all: ['visa_approved', 'status_change'],
      approved: ['visa_approved'],
      application: ['visa_approved'],
      other: [],
      live: [],
    });
  });

  it('hears nothing of what was rolled back', async () => {
    const store = await testDatabase();
    const feed = await openFeed(store);
    const heard: FeedEvent[] = [];
    feed.follow(interest, (event) => heard.push(event));
    const failing = store.db.transaction(async (tx) => {
      await recordEvents(tx, [madeEvent(account)]);
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    const [note] = await happen(store.db, account, 1);
    await expect.poll(() => notesOf(heard), settled).toEqual([note]);
  });

  it('reads what was missed from the table, or from memory where all of it is there', async () => {
    const store = await testDatabase();
    const before = await happen(store.db, account, 5);
    const [first] = await readFeed(store.db, null, 1);
    const feed = await openFeed(store);
    expect(feed.recent(interest, first!)).toBeUndefined();
    const missed = await feed.read(interest, first!, 3);
    expect(notesOf(missed.events)).toEqual(before.slice(1, 4));
    const place = feed.position();
    const after = await happen(store.db, account, 4);
    await expect.poll(() => feed.recent(interest, place)?.length, settled).toBe(4);
    expect(notesOf(feed.recent(interest, place)!)).toEqual(after);
    expect((await feed.read(interest, missed.position, 100)).events).toHaveLength(5);
  });

  it('goes on after a follower that throws', async () => {
    const store = await testDatabase();
    const feed = await openFeed(store);
    const heard: FeedEvent[] = [];
    feed.follow(interest, () => {
      throw new Error('mine alone');
    });
    feed.follow(interest, (event) => heard.push(event));
    await happen(store.db, account, 2);
    await expect.poll(() => heard.length, settled).toBe(2);
  });
});

describe.runIf(onPostgres)('the feed with several writers', () => {
  it('holds back what a running transaction could still precede, and gives it when that one has ended', async () => {
    const store = await testDatabase();
    const feed = await openFeed(store);
    const heard: FeedEvent[] = [];
    feed.follow(interest, (event) => heard.push(event));
    const { promise: release, resolve: end } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const slow = madeEvent(account);
    const late = store.db.transaction(async (tx) => {
      await recordEvents(tx, [slow]);
      begin();
      await release;
    });
    await begun;
    const [quick] = await happen(store.db, account, 1);
    expect(await readFeedPage(store.db, { tx: '0', seq: 0 }, 10)).toEqual({ events: [], held: true });
    expect(heard).toEqual([]);
    end();
    await late;
    await expect.poll(() => notesOf(heard), settled).toEqual([slow.data.note, quick]);
  });

  it('gives everything even when nobody announces the end of the transaction that held it back', async () => {
    const store = await testDatabase();
    const feed = await openFeed(store);
    const heard: FeedEvent[] = [];
    feed.follow(interest, (event) => heard.push(event));
    const failing = store.db.transaction(async (tx) => {
      await recordEvents(tx, [madeEvent(account)]);
      await happen(store.db, account, 1);
      throw new Error('rolled back without a word');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await expect.poll(() => heard.length, settled).toBe(1);
  });

  it('is the same for those who follow and those who read on, while eight write', async () => {
    const store = await testDatabase();
    const feed = await openFeed(store);
    const heard: FeedEvent[] = [];
    feed.follow(interest, (event) => heard.push(event));
    const read: FeedEvent[] = [];
    let writing = true;
    const reading = (async () => {
      while (writing || read.length < 400) {
        const last = read.at(-1);
        read.push(...(await readFeed(store.db, last ?? null, 7)));
      }
    })();
    await Promise.all(Array.from({ length: 8 }, () => happen(store.db, account, 50)));
    writing = false;
    await reading;
    await expect.poll(() => heard.length, settled).toBe(400);
    expect(new Set(heard.map(({ id }) => id)).size).toBe(400);
    expect(read.map(({ id }) => id)).toEqual(heard.map(({ id }) => id));
  });
});

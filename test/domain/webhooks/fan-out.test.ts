import postgres from 'postgres';
import { beforeEach, describe, expect, it } from 'vitest';
import { feedStart } from '../../../src/domain/events/event.ts';
import { readFeed } from '../../../src/domain/events/read-feed.ts';
import { recordEvents } from '../../../src/domain/events/record-events.ts';
import { webhookCursor } from '../../../src/domain/webhooks/delivery.table.ts';
import { claimDue } from '../../../src/domain/webhooks/due-delivery.store.ts';
import { fanOutEvents } from '../../../src/domain/webhooks/fan-out-events.ts';
import { addSeconds } from '../../../src/kernel/clock.ts';
import { newId } from '../../../src/kernel/id.ts';
import { emptyTables, onPostgres } from '../../support/database.ts';
import { eventOf, newWebhook, openHouse } from './house.ts';

const { db, deliveries, happen, newAccount, webhookHouse } = await openHouse();

const { services, clock } = webhookHouse();
const url = 'http://127.0.0.1:9000/hook';
const fanOutAll = async () => {
  while ((await fanOutEvents(services)) > 0);
};

beforeEach(() => emptyTables(db));

describe('an endpoint gets', () => {
  it('the events of its account, of the kinds it asked for, and of no other account', async () => {
    const [mine, other] = [await newAccount(), await newAccount()];
    const all = await newWebhook(services, mine, url);
    const some = await newWebhook(services, mine, url, ['visa_denied']);
    await happen(mine);
    await happen(mine, { type: 'visa_denied' });
    await happen(other, { type: 'visa_denied' });
    await fanOutAll();
    const got = (await deliveries()).map(({ endpointId, eventType }) => [endpointId, eventType]);
    expect(got.sort()).toEqual(
      [
        [all.id, 'status_change'],
        [all.id, 'visa_denied'],
        [some.id, 'visa_denied'],
      ].sort(),
    );
  });

  it('nothing that happened before it was made, although nobody had looked at it yet', async () => {
    const caller = await newAccount();
    await happen(caller);
    await newWebhook(services, caller, url);
    await happen(caller, { type: 'visa_approved' });
    await fanOutAll();
    expect((await deliveries()).map(({ eventType }) => eventType)).toEqual(['visa_approved']);
  });

  it('nothing of a guest', async () => {
    const caller = await newAccount();
    await newWebhook(services, caller, url);
    await happen(caller, { accountId: null, guestId: 'gss_1' });
    await fanOutAll();
    expect(await deliveries()).toEqual([]);
  });

  it('each event once, although the same part of the feed is gone through twice', async () => {
    const caller = await newAccount();
    await newWebhook(services, caller, url);
    for (let count = 0; count < 5; count += 1) await happen(caller);
    await fanOutAll();
    await db.update(webhookCursor).set({ tx: '0', seq: 0 });
    await fanOutAll();
    expect(await deliveries()).toHaveLength(5);
  });

  it('every one of thousands that happened in one go', async () => {
    const caller = await newAccount();
    await newWebhook(services, caller, url);
    const happened = Array.from({ length: 1_203 }, () => eventOf(caller));
    await db.transaction((tx) => recordEvents(tx, happened));
    await fanOutAll();
    expect(await deliveries()).toHaveLength(1_203);
  });
});

describe('the feed', () => {
  it('is read on from any place, every event once and in order', async () => {
    const caller = await newAccount();
    for (let count = 0; count < 7; count += 1) await happen(caller);
    const whole = await readFeed(db, null, 100);
    expect(whole).toHaveLength(7);
    const seen: string[] = [];
    let place = feedStart;
    for (;;) {
      const page = await readFeed(db, place, 3);
      if (page.length === 0) break;
      seen.push(...page.map(({ id }) => id));
      place = page.at(-1)!;
    }
    expect(seen).toEqual(whole.map(({ id }) => id));
  });

  it('is filtered by account, application, kind and time', async () => {
    const [mine, other] = [await newAccount(), await newAccount()];
    const applicationId = newId('app');
    await happen(mine, { applicationId });
    await happen(mine, { type: 'visa_denied', at: new Date('2026-11-21T12:00:00Z') });
    await happen(other);
    const count = async (filter: Parameters<typeof readFeed>[3]) => (await readFeed(db, null, 100, filter)).length;
    expect(await count({ accountId: mine.accountId })).toBe(2);
    expect(await count({ accountId: mine.accountId, applicationId })).toBe(1);
    expect(await count({ types: ['visa_denied'] })).toBe(1);
    expect(await count({ accountId: mine.accountId, since: new Date('2026-11-21T00:00:00Z') })).toBe(1);
  });
});

describe.runIf(onPostgres)('several workers', () => {
  it('do not pass over an event whose transaction was committed late', async () => {
    const caller = await newAccount();
    await newWebhook(services, caller, url);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: written, resolve: tell } = Promise.withResolvers<void>();
    const late = db.transaction(async (tx) => {
      await happen(caller, { type: 'visa_denied' }, tx as typeof db);
      tell();
      await held;
    });
    await written;
    await happen(caller, { type: 'visa_approved' });
    await fanOutAll();
    expect(await deliveries()).toEqual([]);
    release();
    await late;
    await fanOutAll();
    expect((await deliveries()).map(({ eventType }) => eventType)).toEqual(['visa_denied', 'visa_approved']);
  });

  it('do not wait for a transaction of another database', async () => {
    const caller = await newAccount();
    await newWebhook(services, caller, url);
    const stranger = postgres(process.env.DATABASE_URL!, { max: 1 });
    await stranger.begin(async (other) => {
      await other`select pg_current_xact_id()`;
      await happen(caller);
      await fanOutAll();
      expect(await deliveries()).toHaveLength(1);
    });
    await stranger.end();
  });

  it('turn each event into one delivery', async () => {
    const caller = await newAccount();
    await newWebhook(services, caller, url);
    for (let count = 0; count < 200; count += 1) await happen(caller);
    for (let round = 0; round < 5; round += 1)
      await Promise.all(Array.from({ length: 8 }, () => fanOutEvents(services)));
    expect(await deliveries()).toHaveLength(200);
  });

  it('never claim the same delivery', async () => {
    for (let count = 0; count < 10; count += 1) {
      const caller = await newAccount();
      await newWebhook(services, caller, `${url}/${count}`);
      for (let event = 0; event < 30; event += 1) await happen(caller);
    }
    await fanOutAll();
    const claim = () =>
      claimDue(db, clock.now(), addSeconds(clock.now(), 60), { limit: 20, perReceiver: 20, crowded: {} });
    const claimed = (await Promise.all(Array.from({ length: 20 }, claim))).flat().map(({ id }) => id);
    expect(new Set(claimed).size).toBe(claimed.length);
    expect(claimed.length).toBeGreaterThan(0);
  });
});

describe('a claim', () => {
  it('takes of every endpoint, however much waits for one of them', async () => {
    const busy = await newAccount();
    await newWebhook(services, busy, `${url}/busy`);
    const happened = Array.from({ length: 600 }, () => eventOf(busy));
    await db.transaction((tx) => recordEvents(tx, happened));
    const quiet: string[] = [];
    for (let port = 9001; port <= 9005; port += 1) {
      const caller = await newAccount();
      quiet.push((await newWebhook(services, caller, `http://127.0.0.1:${port}/`)).id);
      await happen(caller);
    }
    await fanOutAll();
    const claim = () =>
      claimDue(db, clock.now(), addSeconds(clock.now(), 60), { limit: 20, perReceiver: 50, crowded: {} });
    const claimed = await claim();
    expect(claimed.map(({ endpointId }) => endpointId)).toEqual(expect.arrayContaining(quiet));
    // Six share the claim of 20: four for the busy one, and of each of the others the one that it has.
    expect(claimed).toHaveLength(4 + quiet.length);
    // Once the others have nothing that is due, the busy one has all of a claim.
    expect(await claim()).toHaveLength(20);
  });

  it('takes less of a receiver that can take less, and nothing of one that can take nothing', async () => {
    for (const port of [9001, 9002, 9003]) {
      const caller = await newAccount();
      await newWebhook(services, caller, `http://127.0.0.1:${port}/`);
      for (let count = 0; count < 5; count += 1) await happen(caller);
    }
    await fanOutAll();
    const crowded = { '127.0.0.1:9001': 2, '127.0.0.1:9002': 0 };
    const claim = () => claimDue(db, clock.now(), addSeconds(clock.now(), 60), { limit: 100, perReceiver: 4, crowded });
    const claimed = await claim();
    const counts = Map.groupBy(claimed, ({ endpointId }) => endpointId);
    expect([...counts.values()].map((rows) => rows.length).sort()).toEqual([2, 4]);
  });
});

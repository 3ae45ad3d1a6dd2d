import { asc, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { accounts, guestSessions } from '../../src/domain/keys/account.table.ts';
import { orders } from '../../src/domain/orders/order.table.ts';
import type { Db } from '../../src/store/db.ts';
import { pointRead, prepared } from '../../src/store/prepared.ts';
import { onPostgres, testDatabase } from '../support/database.ts';
import { seedOrder } from '../support/seed.ts';
import { startService } from '../support/service.ts';

const store = await testDatabase();
const { db } = store;
const service = await startService({ overrides: { store } });
await seedOrder(service);
await seedOrder(service, { key: await service.newKey() });

const joined = (db: Db) =>
  db
    .select({
      id: orders.id,
      length: sql<number>`length(${orders.id})`,
      named: sql<string>`upper(${orders.id})`.as('named'),
      order: { createdAt: orders.createdAt, paidAt: orders.paidAt, travelers: orders.travelers },
      account: { id: accounts.id, createdAt: accounts.createdAt },
      guest: guestSessions,
      either: { account: accounts.id, guest: guestSessions.id },
    })
    .from(orders)
    .leftJoin(accounts, eq(accounts.id, orders.accountId))
    .leftJoin(guestSessions, eq(guestSessions.id, orders.guestId))
    .orderBy(asc(orders.id));

describe('a prepared statement', () => {
  it('reads rows as drizzle does: whole tables, groups, expressions, and what a loose join does not find', async () => {
    const rows = await prepared('joined', joined)(db).execute();
    expect(rows).toEqual(await joined(db));
    expect(rows.map(({ account, guest }) => [account !== null, guest !== null]).sort()).toEqual([
      [false, true],
      [true, false],
    ]);
    expect(rows[0]!.order.createdAt).toBeInstanceOf(Date);
  });

  it('is made once for a database, and takes its values when it runs', async () => {
    const byId = prepared('by_id', (db) =>
      db
        .select()
        .from(orders)
        .where(eq(orders.id, sql.placeholder('id'))),
    );
    const [one, other] = await db.select().from(orders).orderBy(asc(orders.id));
    expect(await byId(db).execute({ id: one!.id })).toEqual([one]);
    expect(await byId(db).execute({ id: other!.id })).toEqual([other]);
    expect(await byId(db).execute({ id: 'ord_none' })).toEqual([]);
    expect(byId(db)).toBe(byId(db));
  });

  it('refuses groups within groups, which it would read wrongly', () => {
    const nested = prepared('nested', (db) => db.select({ outer: { inner: { id: orders.id } } } as never).from(orders));
    expect(() => nested(db)).toThrow('outer.inner.id');
  });
});

describe('a read of single rows', () => {
  const byId = pointRead('by_id', (db) =>
    db
      .select()
      .from(orders)
      .where(eq(orders.id, sql.placeholder('id'))),
  );

  it('answers as other statements do', async () => {
    const [one] = await db.select().from(orders).orderBy(asc(orders.id));
    expect(await byId(db).execute({ id: one!.id })).toEqual([one]);
    expect(await byId(db).execute({ id: 'ord_none' })).toEqual([]);
    await expect(byId(db).execute({})).rejects.toThrow('id');
  });

  it('runs on the transaction that it is given', async () => {
    const [one] = await db.select().from(orders).orderBy(asc(orders.id));
    const undone = db.transaction(async (tx) => {
      await tx.update(orders).set({ currency: 'jpy' }).where(eq(orders.id, one!.id));
      expect((await byId(tx).execute({ id: one!.id }))[0]!.currency).toBe('jpy');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect((await byId(db).execute({ id: one!.id }))[0]!.currency).toBe(one!.currency);
  });

  it.runIf(onPostgres)('shares two connections with all others that run at once', async () => {
    const build = (db: Db) =>
      db.select({ process: sql<number>`pg_backend_pid()`, slept: sql`pg_sleep(0.01)::text` }).from(orders).limit(1);
    const connections = async (read: (db: Db) => { execute(): Promise<{ process: number }[]> }) => {
      const rows = await Promise.all(Array.from({ length: 20 }, () => read(db).execute()));
      return new Set(rows.map(([row]) => row!.process)).size;
    };
    expect(await connections(pointRead('which', build))).toBe(2);
    expect(await connections(prepared('which', build))).toBeGreaterThan(2);
  });
});

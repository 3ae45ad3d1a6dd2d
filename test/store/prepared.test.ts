import { asc, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { accounts, guestSessions } from '../../src/domain/keys/account.table.ts';
import { orders } from '../../src/domain/orders/order.table.ts';
import type { Db } from '../../src/store/db.ts';
import { prepared } from '../../src/store/prepared.ts';
import { testDatabase } from '../support/database.ts';
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

import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../../store/db.ts';
import type { Commission, LedgerEntry, LedgerKind } from './ledger.ts';
import { commissions, ledgerEntries, payouts } from './partner.table.ts';

const shown = {
  id: ledgerEntries.id,
  partnerId: ledgerEntries.partnerId,
  orderId: ledgerEntries.orderId,
  kind: ledgerEntries.kind,
  amountMinor: ledgerEntries.amountMinor,
  reason: ledgerEntries.reason,
  payoutId: ledgerEntries.payoutId,
  at: ledgerEntries.at,
};

/** Lists a partner's entries, newest recorded first. */
export async function listEntries(
  db: Db,
  partnerId: string,
  before: string | undefined,
  limit: number,
): Promise<LedgerEntry[]> {
  return db
    .select(shown)
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.partnerId, partnerId), before === undefined ? undefined : lt(ledgerEntries.id, before)))
    .orderBy(desc(ledgerEntries.id))
    .limit(limit);
}

/** Lists a partner's entries of a period, in the order they were recorded. */
export async function listEntriesBetween(db: Db, partnerId: string, from: Date, to: Date): Promise<LedgerEntry[]> {
  return db
    .select(shown)
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.partnerId, partnerId), gte(ledgerEntries.at, from), lt(ledgerEntries.at, to)))
    .orderBy(asc(ledgerEntries.seq));
}

/** Adds up a partner's entries before a moment. */
export async function sumBefore(db: Db, partnerId: string, moment: Date): Promise<number> {
  const [row] = await db
    .select({ minor: sql<string>`coalesce(sum(${ledgerEntries.amountMinor}), 0)` })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.partnerId, partnerId), lt(ledgerEntries.at, moment)));
  return Number(row?.minor ?? 0);
}

/** Adds up the entries of partners by kind. */
export async function sumByKind(
  db: Db,
  partnerIds: readonly string[],
): Promise<{ partnerId: string; kind: LedgerKind; minor: number }[]> {
  const rows = await db
    .select({
      partnerId: ledgerEntries.partnerId,
      kind: ledgerEntries.kind,
      minor: sql<string>`sum(${ledgerEntries.amountMinor})`,
    })
    .from(ledgerEntries)
    .where(inArray(ledgerEntries.partnerId, [...partnerIds]))
    .groupBy(ledgerEntries.partnerId, ledgerEntries.kind);
  return rows.map((row) => ({ ...row, minor: Number(row.minor) }));
}

/** Adds up what is owed to partners, by bucket: as `bucketOf` tells them apart. */
export async function sumByBucket(
  db: Db,
  partnerIds: readonly string[],
  now: Date,
): Promise<{ partnerId: string; bucket: 'pending' | 'held' | 'payable'; minor: number }[]> {
  const bucket = sql<'pending' | 'held' | 'payable'>`case
    when ${commissions.owedMinor} < 0 then 'payable'
    when ${commissions.heldFor} is not null then 'held'
    when ${commissions.payableAt} <= ${now.toISOString()}::timestamptz then 'payable'
    else 'pending' end`.as('bucket');
  const rows = await db
    .select({ partnerId: commissions.partnerId, bucket, minor: sql<string>`sum(${commissions.owedMinor})` })
    .from(commissions)
    .where(inArray(commissions.partnerId, [...partnerIds]))
    .groupBy(commissions.partnerId, sql`bucket`);
  return rows.map((row) => ({ partnerId: row.partnerId!, bucket: row.bucket, minor: Number(row.minor) }));
}

/** Locks everything that is payable now, in one order for all: to one partner, or to all. */
export async function lockPayable(tx: Db, partnerId: string | undefined, now: Date): Promise<Commission[]> {
  return tx
    .select()
    .from(commissions)
    .where(
      and(
        partnerId === undefined ? isNotNull(commissions.partnerId) : eq(commissions.partnerId, partnerId),
        ne(commissions.owedMinor, 0),
        or(lt(commissions.owedMinor, 0), and(isNull(commissions.heldFor), lte(commissions.payableAt, now))),
      ),
    )
    .orderBy(asc(commissions.orderId))
    .for('update');
}

/** Adds a payout batch. */
export async function insertPayout(tx: Db, payout: typeof payouts.$inferInsert): Promise<void> {
  await tx.insert(payouts).values(payout);
}

/** Finds a payout batch. */
export async function findPayoutRow(db: Db, id: string) {
  return (await db.select().from(payouts).where(eq(payouts.id, id)))[0];
}

/** Lists payout batches, newest first. */
export async function listPayoutRows(db: Db, before: string | undefined, limit: number) {
  return db
    .select()
    .from(payouts)
    .where(before === undefined ? undefined : lt(payouts.id, before))
    .orderBy(desc(payouts.id))
    .limit(limit);
}

/** Lists the entries that payouts are made of. */
export async function listPayoutEntries(db: Db, payoutIds: readonly string[]): Promise<LedgerEntry[]> {
  return db
    .select(shown)
    .from(ledgerEntries)
    .where(inArray(ledgerEntries.payoutId, [...payoutIds]))
    .orderBy(asc(ledgerEntries.partnerId), asc(ledgerEntries.orderId));
}

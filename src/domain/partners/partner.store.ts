import { asc, desc, eq, inArray, lt } from 'drizzle-orm';
import type { Db } from '../../store/db.ts';
import { accounts } from '../keys/account.table.ts';
import { partnerCodes, partners } from './partner.table.ts';
import type { PartnerCode } from './partner.ts';

/** Finds a partner by its id. */
export async function findPartnerRow(db: Db, id: string) {
  return (await db.select().from(partners).where(eq(partners.id, id)))[0];
}

/** Finds several partners by their ids. */
export async function findPartnerRows(db: Db, ids: readonly string[]) {
  return db
    .select()
    .from(partners)
    .where(inArray(partners.id, [...ids]));
}

/** Locks a partner for a change. */
export async function lockPartner(tx: Db, id: string) {
  return (await tx.select().from(partners).where(eq(partners.id, id)).for('update'))[0];
}

/** Finds the partner that an account is linked to. */
export async function findPartnerByAccount(db: Db, accountId: string) {
  return (await db.select().from(partners).where(eq(partners.accountId, accountId)))[0];
}

/** Lists partners, newest first. */
export async function listPartnerRows(db: Db, before: string | undefined, limit: number) {
  return db
    .select()
    .from(partners)
    .where(before === undefined ? undefined : lt(partners.id, before))
    .orderBy(desc(partners.id))
    .limit(limit);
}

/** Adds a partner. */
export async function insertPartner(tx: Db, partner: typeof partners.$inferInsert): Promise<void> {
  await tx.insert(partners).values(partner);
}

/** Changes a partner. */
export async function updatePartner(
  tx: Db,
  id: string,
  change: Partial<Omit<typeof partners.$inferInsert, 'id'>>,
): Promise<void> {
  await tx.update(partners).set(change).where(eq(partners.id, id));
}

/** Adds a code; false when somebody has it already. */
export async function insertCode(tx: Db, code: PartnerCode): Promise<boolean> {
  const rows = await tx.insert(partnerCodes).values(code).onConflictDoNothing().returning({ code: partnerCodes.code });
  return rows.length === 1;
}

/** Finds a code and locks it for a change. */
export async function lockCode(tx: Db, code: string): Promise<PartnerCode | undefined> {
  return (await tx.select().from(partnerCodes).where(eq(partnerCodes.code, code)).for('update'))[0];
}

/** Marks a code as deactivated. */
export async function deactivateCodeRow(tx: Db, code: string, at: Date): Promise<void> {
  await tx.update(partnerCodes).set({ deactivatedAt: at }).where(eq(partnerCodes.code, code));
}

/** Lists the codes of partners, oldest first. */
export async function listCodesOf(db: Db, partnerIds: readonly string[]): Promise<PartnerCode[]> {
  return db
    .select()
    .from(partnerCodes)
    .where(inArray(partnerCodes.partnerId, [...partnerIds]))
    .orderBy(asc(partnerCodes.createdAt), asc(partnerCodes.code));
}

/** Tells whether an account exists. */
export async function accountExists(tx: Db, id: string): Promise<boolean> {
  const rows = await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, id));
  return rows.length === 1;
}

import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../store/db.ts';
import { pointRead } from '../../store/prepared.ts';
import { partnerCodes, partners } from './partner.table.ts';

const columns = {
  code: partnerCodes.code,
  expiresAt: partnerCodes.expiresAt,
  deactivatedAt: partnerCodes.deactivatedAt,
  partner: { id: partners.id, accountId: partners.accountId, deactivatedAt: partners.deactivatedAt },
};

const byCode = pointRead('code_with_partner', (db) =>
  db
    .select(columns)
    .from(partnerCodes)
    .innerJoin(partners, eq(partners.id, partnerCodes.partnerId))
    .where(eq(partnerCodes.code, sql.placeholder('code'))),
);

const byAccount = pointRead('codes_of_account', (db) =>
  db
    .select(columns)
    .from(partners)
    .innerJoin(partnerCodes, eq(partnerCodes.partnerId, partners.id))
    .where(
      and(
        eq(partners.accountId, sql.placeholder('accountId')),
        isNull(partners.deactivatedAt),
        isNull(partnerCodes.deactivatedAt),
      ),
    )
    .orderBy(asc(partnerCodes.createdAt), asc(partnerCodes.code)),
);

/** A code, its state and its partner's. */
export type CodeWithPartner = Awaited<ReturnType<typeof findCode>> & {};

/** Finds a code, which is given in upper case, with its partner. */
export async function findCode(db: Db, code: string) {
  return (await byCode(db).execute({ code }))[0];
}

/** Lists the codes of an account's partner that nobody deactivated, oldest first. */
export async function listCodesOfAccount(db: Db, accountId: string): Promise<CodeWithPartner[]> {
  return byAccount(db).execute({ accountId });
}

import { and, eq, isNull, lt } from 'drizzle-orm';
import type { Owner } from '../../kernel/caller.ts';
import type { Db } from '../../store/db.ts';
import { accounts, guestSessions } from '../keys/account.table.ts';
import { ownerColumns } from './document.store.ts';
import { uploadLinks } from './document.table.ts';

/** A link, and how far its owner's clock runs ahead. */
export type UploadLinkRow = typeof uploadLinks.$inferSelect & { clockOffsetSeconds: number };

/** Notes a link. */
export async function insertUploadLink(
  tx: Db,
  owner: Owner,
  row: Omit<typeof uploadLinks.$inferInsert, 'accountId' | 'guestId' | 'usedAt'>,
): Promise<void> {
  await tx.insert(uploadLinks).values({ ...row, ...ownerColumns(owner) });
}

/** Finds a link by the hash of its token, used or not, run out or not. */
export async function findUploadLink(db: Db, tokenHash: string): Promise<UploadLinkRow | undefined> {
  const [row] = await db
    .select({ link: uploadLinks, account: accounts.clockOffsetSeconds, guest: guestSessions.clockOffsetSeconds })
    .from(uploadLinks)
    .leftJoin(accounts, eq(accounts.id, uploadLinks.accountId))
    .leftJoin(guestSessions, eq(guestSessions.id, uploadLinks.guestId))
    .where(eq(uploadLinks.tokenHash, tokenHash));
  return row && { ...row.link, clockOffsetSeconds: row.account ?? row.guest ?? 0 };
}

/** Uses a link up; false when somebody else was first. */
export async function claimUploadLink(tx: Db, id: string, now: Date): Promise<boolean> {
  const claimed = await tx
    .update(uploadLinks)
    .set({ usedAt: now })
    .where(and(eq(uploadLinks.id, id), isNull(uploadLinks.usedAt)))
    .returning({ id: uploadLinks.id });
  return claimed.length === 1;
}

/** Makes what comes in over a guest session's links the account's. */
export async function redirectGuestLinks(tx: Db, guestId: string, accountId: string): Promise<void> {
  await tx.update(uploadLinks).set({ accountId }).where(eq(uploadLinks.guestId, guestId));
}

/** Forgets links that ran out before a moment. */
export async function deleteUploadLinks(db: Db, before: Date): Promise<void> {
  await db.delete(uploadLinks).where(lt(uploadLinks.expiresAt, before));
}

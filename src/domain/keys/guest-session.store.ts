import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../store/db.ts';
import { pointRead } from '../../store/prepared.ts';
import { guestSessions } from './account.table.ts';

const byTokenHash = pointRead('guest_by_token', (db) =>
  db
    .select()
    .from(guestSessions)
    .where(eq(guestSessions.tokenHash, sql.placeholder('tokenHash'))),
);

/** One guest checkout, as its row says. */
export type GuestSession = typeof guestSessions.$inferSelect;

/** Returns the guest session whose token has this hash, expired or not. */
export async function findGuestByTokenHash(db: Db, tokenHash: string): Promise<GuestSession | undefined> {
  return (await byTokenHash(db).execute({ tokenHash }))[0];
}

/** Adds a guest session. */
export async function insertGuestSession(tx: Db, session: typeof guestSessions.$inferInsert): Promise<void> {
  await tx.insert(guestSessions).values(session);
}

/** Replaces the token of a guest session. */
export async function updateTokenHash(tx: Db, guestId: string, tokenHash: string): Promise<void> {
  await tx.update(guestSessions).set({ tokenHash }).where(eq(guestSessions.id, guestId));
}

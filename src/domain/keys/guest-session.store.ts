import { eq, sql } from 'drizzle-orm';
import { type Db, prepared, statementName } from '../../store/db.ts';
import { guestSessions } from './account.table.ts';

const byTokenHash = prepared((db: Db) =>
  db
    .select()
    .from(guestSessions)
    .where(eq(guestSessions.tokenHash, sql.placeholder('tokenHash')))
    .prepare(statementName('guest_by_token')),
);

/** One guest checkout, as its row says. */
export type GuestSession = typeof guestSessions.$inferSelect;

/** Returns the guest session whose token has this hash, expired or not. */
export async function findGuestByTokenHash(db: Db, tokenHash: string): Promise<GuestSession | undefined> {
  return (await byTokenHash(db).execute({ tokenHash }))[0];
}

import { hash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Mode } from '../../kernel/caller.ts';
import type { Db } from '../../store/db.ts';
import { guestSessions } from './account.table.ts';

/** Writes the guest session of one checkout; only the hash of its token is kept. */
export async function issueGuestSession(
  tx: Db,
  session: { id: string; mode: Mode; token: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  const { token, ...row } = session;
  await tx.insert(guestSessions).values({ ...row, tokenHash: hash('sha256', token) });
}

/** Gives a session a new token in place of one that was never shown to anybody. */
export async function renewGuestToken(tx: Db, guestId: string, token: string): Promise<void> {
  await tx
    .update(guestSessions)
    .set({ tokenHash: hash('sha256', token) })
    .where(eq(guestSessions.id, guestId));
}

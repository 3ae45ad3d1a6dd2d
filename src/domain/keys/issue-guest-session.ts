import { hash } from 'node:crypto';
import type { Mode } from '../../kernel/caller.ts';
import type { Db } from '../../store/db.ts';
import { insertGuestSession, updateTokenHash } from './guest-session.store.ts';

/** Writes the guest session of one checkout; only the hash of its token is kept. */
export async function issueGuestSession(
  tx: Db,
  session: { id: string; mode: Mode; token: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  const { token, ...row } = session;
  await insertGuestSession(tx, { ...row, tokenHash: hash('sha256', token) });
}

/** Gives a session a new token in place of one that was never shown to anybody. */
export async function renewGuestToken(tx: Db, guestId: string, token: string): Promise<void> {
  await updateTokenHash(tx, guestId, hash('sha256', token));
}

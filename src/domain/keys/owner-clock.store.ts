import { eq, sql } from 'drizzle-orm';
import type { Owner } from '../../kernel/caller.ts';
import type { Db } from '../../store/db.ts';
import { accounts, guestSessions } from './account.table.ts';

/** Adds seconds to the clock of an account or of a guest and returns how far it runs ahead now. */
export async function addToClock(tx: Db, owner: Owner, seconds: number): Promise<number> {
  const [row] =
    owner.kind === 'account'
      ? await tx
          .update(accounts)
          .set({ clockOffsetSeconds: sql`${accounts.clockOffsetSeconds} + ${seconds}` })
          .where(eq(accounts.id, owner.accountId))
          .returning({ seconds: accounts.clockOffsetSeconds })
      : await tx
          .update(guestSessions)
          .set({ clockOffsetSeconds: sql`${guestSessions.clockOffsetSeconds} + ${seconds}` })
          .where(eq(guestSessions.id, owner.guestId))
          .returning({ seconds: guestSessions.clockOffsetSeconds });
  return row!.seconds;
}

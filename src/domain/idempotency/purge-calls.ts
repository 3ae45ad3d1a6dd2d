import type { Clock } from '../../kernel/clock.ts';
import type { Db } from '../../store/db.ts';
import { deleteExpiredCalls } from './idempotent-call.store.ts';

const batch = 1_000;

/** Deletes what was kept for 24 hours, a thousand at a time so that nobody waits for it; returns how many. */
export async function purgeCalls(ctx: { db: Db; realClock: Clock }): Promise<number> {
  const now = ctx.realClock.now();
  let count = 0;
  for (;;) {
    const deleted = await deleteExpiredCalls(ctx.db, now, batch);
    count += deleted;
    if (deleted < batch) return count;
  }
}

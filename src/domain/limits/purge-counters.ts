import type { Clock } from '../../kernel/clock.ts';
import type { Db } from '../../store/db.ts';
import { deleteEndedCounters } from './rate-limit.store.ts';

/** Removes the shared counters whose window is over. They no longer count, they only take room. */
export async function purgeCounters(ctx: { db: Db; realClock: Clock }): Promise<void> {
  await deleteEndedCounters(ctx.db, ctx.realClock.now());
}

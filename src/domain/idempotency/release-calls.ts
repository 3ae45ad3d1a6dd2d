import type { Clock } from '../../kernel/clock.ts';
import type { Db } from '../../store/db.ts';
import { endLeases } from './idempotent-call.store.ts';

/**
 * Lets every call that broke off be taken up at once. Only for the start of the one process of a database: whatever seems to
 * run then was killed with the process before.
 */
export async function releaseCalls(ctx: { db: Db; realClock: Clock }): Promise<number> {
  return endLeases(ctx.db, ctx.realClock.now());
}

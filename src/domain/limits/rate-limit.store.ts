import { lt } from 'drizzle-orm';
import type { Db } from '../../store/db.ts';
import { rateLimits } from './rate-limit.table.ts';

/** Removes the counters whose window ended before a moment. */
export async function deleteEndedCounters(db: Db, moment: Date): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expire, moment));
}

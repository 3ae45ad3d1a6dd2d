import type { Db } from '../../store/db.ts';
import { endLeases } from './filing.store.ts';

/**
 * Lets every application that a worker had be taken up at once. Only for the start of the one process of a database: its
 * workers were killed with the process before.
 */
export async function releaseFilings(ctx: { db: Db }): Promise<number> {
  return endLeases(ctx.db);
}

import { and, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Db } from '../../store/db.ts';
import { pointRead, prepared } from '../../store/prepared.ts';
import { idempotentCalls } from './idempotent-call.table.ts';

/** A call as it is stored. */
export type StoredCall = typeof idempotentCalls.$inferSelect;

const insert = prepared('idempotent_call_insert', (db) =>
  db
    .insert(idempotentCalls)
    .values({
      id: sql.placeholder('id'),
      scope: sql.placeholder('scope'),
      fingerprint: sql.placeholder('fingerprint'),
      run: 1,
      leaseUntil: sql.placeholder('leaseUntil'),
      createdAt: sql.placeholder('createdAt'),
      expiresAt: sql.placeholder('expiresAt'),
    })
    .onConflictDoNothing({ target: idempotentCalls.scope })
    .returning({ id: idempotentCalls.id }),
);

/** Adds a call in its first run; false when the scope is taken. */
export async function insertCall(
  db: Db,
  call: Pick<StoredCall, 'id' | 'scope' | 'fingerprint' | 'leaseUntil' | 'createdAt' | 'expiresAt'>,
): Promise<boolean> {
  return (await insert(db).execute(call)).length === 1;
}

const find = pointRead('idempotent_call_find', (db) =>
  db
    .select()
    .from(idempotentCalls)
    .where(eq(idempotentCalls.scope, sql.placeholder('scope'))),
);

/** Returns the call with a scope, if there is one. */
export async function findCall(db: Db, scope: string): Promise<StoredCall | undefined> {
  return (await find(db).execute({ scope }))[0];
}

/** Takes a call over from a run that broke off; undefined when another was faster. What it had settled comes with it. */
export async function takeOverCall(db: Db, call: StoredCall, leaseUntil: Date): Promise<StoredCall | undefined> {
  const [taken] = await db
    .update(idempotentCalls)
    .set({ run: call.run + 1, leaseUntil })
    .where(and(eq(idempotentCalls.id, call.id), eq(idempotentCalls.run, call.run)))
    .returning();
  return taken;
}

/** Changes a call that is still in the given run; false when it was taken over. */
export async function updateCall(
  db: Db,
  { id, run }: Pick<StoredCall, 'id' | 'run'>,
  change: Partial<Pick<StoredCall, 'leaseUntil' | 'results' | 'answer'>>,
): Promise<boolean> {
  const changed = await db
    .update(idempotentCalls)
    .set(change)
    .where(and(eq(idempotentCalls.id, id), eq(idempotentCalls.run, run)))
    .returning({ id: idempotentCalls.id });
  return changed.length === 1;
}

/** Forgets a call, unless it was taken over. */
export async function deleteCall(db: Db, { id, run }: Pick<StoredCall, 'id' | 'run'>): Promise<void> {
  await db.delete(idempotentCalls).where(and(eq(idempotentCalls.id, id), eq(idempotentCalls.run, run)));
}

/** Ends the leases of all calls that have no answer yet, and returns how many they were. */
export async function endLeases(db: Db, now: Date): Promise<number> {
  const ended = await db
    .update(idempotentCalls)
    .set({ leaseUntil: now })
    .where(and(isNull(idempotentCalls.answer), gt(idempotentCalls.leaseUntil, now)))
    .returning({ id: idempotentCalls.id });
  return ended.length;
}

/** Deletes up to `batch` calls whose time is over, and returns how many they were. */
export async function deleteExpiredCalls(db: Db, now: Date, batch: number): Promise<number> {
  const expired = db
    .select({ id: idempotentCalls.id })
    .from(idempotentCalls)
    .where(lte(idempotentCalls.expiresAt, now))
    .limit(batch);
  const deleted = await db
    .delete(idempotentCalls)
    .where(inArray(idempotentCalls.id, expired))
    .returning({ id: idempotentCalls.id });
  return deleted.length;
}

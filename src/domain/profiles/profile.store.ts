import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '../../store/db.ts';
import { pointRead } from '../../store/prepared.ts';
import type { Vault } from '../../store/vault.ts';
import { profiles } from './profile.table.ts';
import type { Profile, ProfileData } from './profile.ts';

type Row = typeof profiles.$inferSelect;

const place = (id: string) => `profiles.data:${id}`;

const opened = (vault: Vault, { id, data, createdAt, updatedAt }: Row): Profile => ({
  ...vault.openJson<ProfileData>(data, place(id)),
  id,
  createdAt,
  updatedAt,
});

/** Adds a profile, sealed. */
export async function insertProfile(tx: Db, vault: Vault, accountId: string, profile: Profile): Promise<void> {
  const { id, createdAt, updatedAt, ...data } = profile;
  await tx.insert(profiles).values({ id, accountId, data: vault.sealJson(data, place(id)), createdAt, updatedAt });
}

const owned = pointRead('profile_owned', (db) =>
  db
    .select()
    .from(profiles)
    .where(and(eq(profiles.id, sql.placeholder('id')), eq(profiles.accountId, sql.placeholder('accountId')))),
);

/** Returns a profile of an account, if it has it. */
export async function findProfile(db: Db, vault: Vault, accountId: string, id: string): Promise<Profile | undefined> {
  const [row] = await owned(db).execute({ id, accountId });
  return row && opened(vault, row);
}

/** Returns those of some profiles that an account has. */
export async function findProfileRows(db: Db, vault: Vault, accountId: string, ids: string[]): Promise<Profile[]> {
  const rows = await db
    .select()
    .from(profiles)
    .where(and(inArray(profiles.id, ids), eq(profiles.accountId, accountId)));
  return rows.map((row) => opened(vault, row));
}

/** Locks and returns a profile of an account, if it has it. */
export async function lockProfile(tx: Db, vault: Vault, accountId: string, id: string): Promise<Profile | undefined> {
  const [row] = await tx
    .select()
    .from(profiles)
    .where(and(eq(profiles.id, id), eq(profiles.accountId, accountId)))
    .for('update');
  return row && opened(vault, row);
}

/** Writes a profile that is locked. */
export async function updateProfileRow(tx: Db, vault: Vault, profile: Profile): Promise<void> {
  const { id, createdAt: _, updatedAt, ...data } = profile;
  await tx
    .update(profiles)
    .set({ data: vault.sealJson(data, place(id)), updatedAt })
    .where(eq(profiles.id, id));
}

/** Returns the profiles of an account, newest first. */
export async function listProfileRows(
  db: Db,
  vault: Vault,
  filter: { accountId: string; before: string | undefined; limit: number },
): Promise<Profile[]> {
  const rows = await db
    .select()
    .from(profiles)
    .where(
      and(
        eq(profiles.accountId, filter.accountId),
        filter.before === undefined ? undefined : lt(profiles.id, filter.before),
      ),
    )
    .orderBy(desc(profiles.id))
    .limit(filter.limit);
  return rows.map((row) => opened(vault, row));
}

/**
 * Deletes a profile of an account and, by the foreign key, the applications made with it. Returns how many those were,
 * undefined when the account has no such profile.
 */
export async function deleteProfileRow(tx: Db, accountId: string, id: string): Promise<number | undefined> {
  // The statement sees the applications as they were before the foreign key removed them. Their table is an upper concept's,
  // so it goes by its name here.
  const applications = sql<number>`(select count(*)::int from "applications" where "profile_id" = "profiles"."id")`;
  const [deleted] = await tx
    .delete(profiles)
    .where(and(eq(profiles.id, id), eq(profiles.accountId, accountId)))
    .returning({ applications });
  return deleted?.applications;
}

import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Mode } from '../../kernel/caller.ts';
import type { Db } from '../../store/db.ts';
import { pointRead } from '../../store/prepared.ts';
import { accounts, apiKeys } from './account.table.ts';
import type { ApiKey } from './api-key.ts';

const shown = {
  id: apiKeys.id,
  accountId: apiKeys.accountId,
  prefix: apiKeys.prefix,
  name: apiKeys.name,
  mode: apiKeys.mode,
  scopes: apiKeys.scopes,
  createdAt: apiKeys.createdAt,
  lastUsedAt: apiKeys.lastUsedAt,
  expiresAt: apiKeys.expiresAt,
  revokedAt: apiKeys.revokedAt,
  replacedBy: apiKeys.replacedBy,
};

const byHash = pointRead('key_by_hash', (db) =>
  db
    .select({
      id: apiKeys.id,
      accountId: apiKeys.accountId,
      mode: apiKeys.mode,
      scopes: apiKeys.scopes,
      expiresAt: apiKeys.expiresAt,
      revokedAt: apiKeys.revokedAt,
      clockOffsetSeconds: accounts.clockOffsetSeconds,
    })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .where(eq(apiKeys.hash, sql.placeholder('hash'))),
);

/** Returns what authentication needs of the key with a hash, if there is one. */
export async function findKeyByHash(db: Db, hash: string) {
  return (await byHash(db).execute({ hash }))[0];
}

const withAccount = pointRead('key_with_account', (db) =>
  db
    .select({
      key: shown,
      account: {
        id: accounts.id,
        name: accounts.name,
        email: accounts.email,
        mode: accounts.mode,
        createdAt: accounts.createdAt,
      },
    })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .where(eq(apiKeys.id, sql.placeholder('keyId'))),
);

/** Returns a key and its account, if the key exists. */
export async function findKeyWithAccount(db: Db, keyId: string) {
  return (await withAccount(db).execute({ keyId }))[0];
}

/** Adds an account. */
export async function insertAccount(
  tx: Db,
  account: { id: string; mode: Mode; name: string | null; email: Uint8Array | null; createdAt: Date },
): Promise<void> {
  await tx.insert(accounts).values(account);
}

/** Returns the mode of an account, if it exists. */
export async function findAccountMode(tx: Db, accountId: string): Promise<Mode | undefined> {
  const [account] = await tx.select({ mode: accounts.mode }).from(accounts).where(eq(accounts.id, accountId));
  return account?.mode;
}

/** Adds a key, of which only the hash is kept. */
export async function insertKey(tx: Db, key: ApiKey, hash: string): Promise<void> {
  await tx.insert(apiKeys).values({ ...key, hash });
}

/** Locks and returns a key, of any account when none is given. */
export async function lockKey(tx: Db, keyId: string, accountId: string | undefined): Promise<ApiKey | undefined> {
  const owned = accountId === undefined ? undefined : eq(apiKeys.accountId, accountId);
  const [key] = await tx
    .select(shown)
    .from(apiKeys)
    .where(and(eq(apiKeys.id, keyId), owned))
    .for('update');
  return key;
}

/** Changes the end of a key's life. */
export async function updateKey(
  tx: Db,
  keyId: string,
  change: Partial<Pick<ApiKey, 'expiresAt' | 'revokedAt' | 'replacedBy'>>,
): Promise<void> {
  await tx.update(apiKeys).set(change).where(eq(apiKeys.id, keyId));
}

/** Returns keys, newest first: of one account, or of all when none is given. */
export async function listKeyRows(
  db: Db,
  filter: { accountId: string | undefined; before: string | undefined; limit: number },
): Promise<ApiKey[]> {
  return db
    .select(shown)
    .from(apiKeys)
    .where(
      and(
        filter.accountId === undefined ? undefined : eq(apiKeys.accountId, filter.accountId),
        filter.before === undefined ? undefined : lt(apiKeys.id, filter.before),
      ),
    )
    .orderBy(desc(apiKeys.id))
    .limit(filter.limit);
}

/** Writes when keys were last used, all in one statement; a later time that is already there stays. */
export async function recordUses(db: Db, uses: { id: string; at: Date }[]): Promise<void> {
  await db
    .update(apiKeys)
    .set({ lastUsedAt: sql`used.at` })
    .from(sql`json_to_recordset(${JSON.stringify(uses)}::json) as used(id text, at timestamptz)`)
    .where(sql`${apiKeys.id} = used.id and (${apiKeys.lastUsedAt} is null or ${apiKeys.lastUsedAt} < used.at)`);
}

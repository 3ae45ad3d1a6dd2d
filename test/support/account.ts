import { accounts } from '../../src/domain/keys/account.table.ts';
import type { AccountCaller } from '../../src/kernel/caller.ts';
import { newId } from '../../src/kernel/id.ts';
import type { Db } from '../../src/store/db.ts';

/** Makes a sandbox account and returns it as the caller of operations. */
export async function newAccount(db: Db, createdAt: Date = new Date()): Promise<AccountCaller> {
  const accountId = newId('acc');
  await db.insert(accounts).values({ id: accountId, mode: 'sandbox', createdAt });
  return {
    kind: 'account',
    accountId,
    keyId: newId('key'),
    mode: 'sandbox',
    scopes: ['agent'],
    clockOffsetSeconds: 0,
  };
}

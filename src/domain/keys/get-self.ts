import { type Caller, requireAccount } from '../../kernel/caller.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import type { ApiKey } from './api-key.ts';
import type { KeyRing } from './authenticate.ts';
import { findKeyWithAccount } from './key.store.ts';

/** An account as it sees itself. */
export interface Account {
  id: string;
  name: string | null;
  email: string | null;
  mode: ApiKey['mode'];
  createdAt: Date;
}

/** Who the caller is. */
export interface Self {
  key: ApiKey;
  account: Account;
}

/** Tells an account which key it calls with and whose it is. Guests have no identity: AUTHENTICATION_REQUIRED. */
export async function getSelf(ctx: { caller: Caller; db: Db; vault: Vault; keyRing: KeyRing }): Promise<Self> {
  const { keyId } = requireAccount(ctx.caller);
  const row = await findKeyWithAccount(ctx.db, keyId);
  if (!row) throw new Failure('INVALID_API_KEY');
  const { key, account } = row;
  return {
    key: { ...key, lastUsedAt: ctx.keyRing.lastUsedAt(keyId) ?? key.lastUsedAt },
    account: {
      ...account,
      email: account.email === null ? null : ctx.vault.open(account.email, `accounts.email:${account.id}`).toString(),
    },
  };
}

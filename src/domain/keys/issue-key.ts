import type { Caller, Mode, Scope } from '../../kernel/caller.ts';
import { requireOperator } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import { newId } from '../../kernel/id.ts';
import type { Once } from '../../kernel/once.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { type ApiKey, displayPrefix, hashSecret, type IssuedKey, makeSecret } from './api-key.ts';
import { findAccountMode, insertAccount, insertKey } from './key.store.ts';

/** Adds a key to an account and returns it with its secret, which is not stored. */
export async function addKey(
  tx: Db,
  wanted: Pick<ApiKey, 'accountId' | 'mode' | 'scopes' | 'name' | 'createdAt' | 'expiresAt'>,
): Promise<IssuedKey> {
  const apiKey = makeSecret();
  const key: ApiKey = {
    ...wanted,
    id: newId('key'),
    prefix: displayPrefix(apiKey),
    lastUsedAt: null,
    revokedAt: null,
    replacedBy: null,
  };
  await insertKey(tx, key, hashSecret(apiKey));
  return { apiKey, key };
}

/** Adds an account and returns its id. */
export async function addAccount(
  ctx: { vault: Vault },
  tx: Db,
  wanted: { mode: Mode; name: string | null; email: string | null; createdAt: Date },
): Promise<string> {
  const id = newId('acc');
  const email = wanted.email === null ? null : ctx.vault.seal(Buffer.from(wanted.email), `accounts.email:${id}`);
  await insertAccount(tx, { ...wanted, id, email });
  return id;
}

/** The key that an operator wants issued. */
export interface IssueKeyRequest {
  mode: Mode;
  scopes: Scope[];
  name?: string | null | undefined;
  /** An existing account of the same mode; a new one when absent. */
  accountId?: string | null | undefined;
  expiresAt?: Date | null | undefined;
}

/** Issues a key with any scope, for operators and the command line. Nobody else can make an operator or partner key. */
export async function issueKey(
  ctx: { caller: Caller; db: Db; vault: Vault; realClock: Clock; once?: Once | undefined },
  request: IssueKeyRequest,
): Promise<IssuedKey> {
  if (ctx.caller.kind !== 'system') requireOperator(ctx.caller);
  if (request.scopes.length === 0) {
    throw new Failure('INVALID_REQUEST', { message: 'A key needs a scope.', argument: 'input.scopes' });
  }
  const createdAt = ctx.realClock.now();
  const { mode, name = null } = request;
  return ctx.db.transaction(async (tx) => {
    if (request.accountId && (await findAccountMode(tx, request.accountId)) !== mode) {
      throw new Failure('NOT_FOUND', { argument: 'input.accountId' });
    }
    const accountId = request.accountId ?? (await addAccount(ctx, tx, { mode, name, email: null, createdAt }));
    const issued = await addKey(tx, {
      accountId,
      mode,
      scopes: [...new Set(request.scopes)],
      name,
      createdAt,
      expiresAt: request.expiresAt ?? null,
    });
    await ctx.once?.settle(tx, issued);
    return issued;
  });
}

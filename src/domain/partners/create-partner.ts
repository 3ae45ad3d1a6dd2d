import { type Caller, requireOperator } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import { newId } from '../../kernel/id.ts';
import type { Once } from '../../kernel/once.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import {
  accountExists,
  findPartnerByAccount,
  insertCode,
  insertPartner,
  lockPartner,
  updatePartner,
} from './partner.store.ts';
import { type Partner, partnerEmailPlace } from './partner.ts';
import { readCode } from './promo.ts';

/** What change of the partner programme needs: an operator, or the command line. */
export interface OperatorNeeds {
  caller: Caller;
  db: Db;
  clock: Clock;
  once?: Once | undefined;
}

/** Lets operators and the service itself pass; throws AUTHENTICATION_REQUIRED or INSUFFICIENT_SCOPE for anybody else. */
export function requireProgrammeOperator(caller: Caller): void {
  if (caller.kind !== 'system') requireOperator(caller);
}

/** Who becomes a partner. */
export interface CreatePartnerRequest {
  name: string;
  /** 3 to 32 letters, digits, hyphens and underscores, in any case. */
  code: string;
  /** The account that reads the statements and whose partner keys apply the code by themselves. */
  accountId?: string | null | undefined;
  email?: string | null | undefined;
}

/** Makes a partner and its first code. Operators only. Throws PROMO_CODE_TAKEN for a code that somebody has. */
export async function createPartner(
  ctx: OperatorNeeds & { vault: Vault },
  request: CreatePartnerRequest,
): Promise<Partner> {
  requireProgrammeOperator(ctx.caller);
  const name = request.name.trim();
  if (name === '' || name.length > 200) {
    throw new Failure('INVALID_REQUEST', { message: 'The name has 1 to 200 characters.', argument: 'input.name' });
  }
  const code = requireCode(request.code, 'input.code');
  const id = newId('ptr');
  const partner: Partner = { id, name, accountId: null, createdAt: ctx.clock.now(), deactivatedAt: null };
  return ctx.db.transaction(async (tx) => {
    const email = request.email ? ctx.vault.seal(Buffer.from(request.email.trim()), partnerEmailPlace(id)) : null;
    await insertPartner(tx, { ...partner, email });
    if (request.accountId) await link(tx, partner, request.accountId);
    await addCode(tx, id, code, partner.createdAt, null);
    await ctx.once?.settle(tx, partner);
    return partner;
  });
}

/**
 * Links a partner to the account that reads its statements, in place of the one before. Operators only. What the account bought earlier
 * stays as it was judged when it was paid: only what is paid, or claimed, from now on is the partner's own.
 */
export async function linkPartnerAccount(ctx: OperatorNeeds, partnerId: string, accountId: string): Promise<Partner> {
  requireProgrammeOperator(ctx.caller);
  return ctx.db.transaction(async (tx) => {
    const partner = await lockPartner(tx, partnerId);
    if (!partner) throw new Failure('NOT_FOUND');
    await link(tx, partner, accountId);
    await ctx.once?.settle(tx, partner);
    return partner;
  });
}

async function link(tx: Db, partner: Partner, accountId: string): Promise<void> {
  if (!(await accountExists(tx, accountId))) {
    throw new Failure('INVALID_REQUEST', { message: 'There is no such account.', argument: 'input.accountId' });
  }
  const other = await findPartnerByAccount(tx, accountId);
  if (other && other.id !== partner.id) {
    throw new Failure('INVALID_REQUEST', {
      message: 'The account belongs to another partner.',
      argument: 'input.accountId',
    });
  }
  await updatePartner(tx, partner.id, { accountId });
  partner.accountId = accountId;
}

/** Adds a code that its partner can use beside the others. Operators only. */
export async function addPartnerCode(
  ctx: OperatorNeeds,
  request: { partnerId: string; code: string; expiresAt?: Date | null | undefined },
): Promise<Partner> {
  requireProgrammeOperator(ctx.caller);
  const code = requireCode(request.code, 'input.code');
  return ctx.db.transaction(async (tx) => {
    const partner = await lockPartner(tx, request.partnerId);
    if (!partner) throw new Failure('NOT_FOUND');
    await addCode(tx, partner.id, code, ctx.clock.now(), request.expiresAt ?? null);
    await ctx.once?.settle(tx, partner);
    return partner;
  });
}

async function addCode(
  tx: Db,
  partnerId: string,
  code: string,
  createdAt: Date,
  expiresAt: Date | null,
): Promise<void> {
  const added = await insertCode(tx, { code, partnerId, createdAt, expiresAt, deactivatedAt: null });
  if (!added) throw new Failure('PROMO_CODE_TAKEN', { argument: 'input.code' });
}

function requireCode(text: string, argument: string): string {
  const code = readCode(text);
  if (code !== undefined) return code;
  throw new Failure('INVALID_REQUEST', {
    message: 'A code has 3 to 32 letters, digits, hyphens and underscores, and begins with a letter or digit.',
    argument,
  });
}

import { type Caller, requireAccount } from '../../kernel/caller.ts';
import { addSeconds, type Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import { type Money, money } from '../../kernel/money.ts';
import { type Page, type PageRequest, pageOf, readCursor, readLimit } from '../../kernel/page.ts';
import type { Db } from '../../store/db.ts';
import { requireProgrammeOperator } from './create-partner.ts';
import type { Payout } from './create-payout.ts';
import {
  findPayoutRow,
  listEntries,
  listEntriesBetween,
  listPayoutEntries,
  listPayoutRows,
  sumBefore,
  sumByBucket,
  sumByKind,
} from './ledger.store.ts';
import { type Balances, balancesOf, type LedgerEntry, type LedgerKind } from './ledger.ts';
import {
  findPartnerByAccount,
  findPartnerRow,
  findPartnerRows,
  listCodesOf,
  listPartnerRows,
} from './partner.store.ts';
import type { Partner, PartnerCode } from './partner.ts';

interface Needs {
  caller: Caller;
  db: Db;
  clock: Clock;
}

/** A partner's month, or whatever period: what it began with, what happened, what it ended with. */
export interface Statement {
  from: Date;
  to: Date;
  /** What was owed before the first entry and after the last. */
  opening: Money;
  closing: Money;
  /** Sums of the period by kind of entry, signed as the partner sees them. */
  earned: Money;
  reversed: Money;
  paid: Money;
  entries: LedgerEntry[];
}

/** Returns the partner that the caller's account is linked to, null when it is none. */
export async function findOwnPartner(ctx: Pick<Needs, 'caller' | 'db'>): Promise<Partner | null> {
  return (await findPartnerByAccount(ctx.db, requireAccount(ctx.caller).accountId)) ?? null;
}

/** Returns any partner, for operators. Throws NOT_FOUND. */
export async function getPartner(ctx: Pick<Needs, 'caller' | 'db'>, partnerId: string): Promise<Partner> {
  requireProgrammeOperator(ctx.caller);
  const partner = await findPartnerRow(ctx.db, partnerId);
  if (!partner) throw new Failure('NOT_FOUND');
  return partner;
}

/** Lists all partners, newest first, for operators. */
export async function listPartners(ctx: Pick<Needs, 'caller' | 'db'>, request: PageRequest): Promise<Page<Partner>> {
  requireProgrammeOperator(ctx.caller);
  const limit = readLimit(request.limit);
  return pageOf(await listPartnerRows(ctx.db, readCursor(request.after, 'ptr'), limit + 1), limit);
}

/** Lists payout batches, newest first, for operators. */
export async function listPayouts(ctx: Pick<Needs, 'caller' | 'db'>, request: PageRequest): Promise<Page<Payout>> {
  requireProgrammeOperator(ctx.caller);
  const limit = readLimit(request.limit);
  return pageOf(await listPayoutRows(ctx.db, readCursor(request.after, 'pay'), limit + 1), limit);
}

/** Returns a payout batch, for operators. Throws NOT_FOUND. */
export async function getPayout(ctx: Pick<Needs, 'caller' | 'db'>, payoutId: string): Promise<Payout> {
  requireProgrammeOperator(ctx.caller);
  const payout = await findPayoutRow(ctx.db, payoutId);
  if (!payout) throw new Failure('NOT_FOUND');
  return payout;
}

/** Lists a partner's ledger, newest first: the partner's own, or anybody's for operators. */
export async function listLedger(
  ctx: Pick<Needs, 'caller' | 'db'>,
  partner: Partner,
  request: PageRequest,
): Promise<Page<LedgerEntry>> {
  requireAccessTo(ctx.caller, partner);
  const limit = readLimit(request.limit);
  return pageOf(await listEntries(ctx.db, partner.id, readCursor(request.after, 'ldg'), limit + 1), limit);
}

/** States a partner's account over a period; `to` is the first moment after it. */
export async function getStatement(
  ctx: Pick<Needs, 'caller' | 'db'>,
  partner: Partner,
  period: { from: string; to: string },
): Promise<Statement> {
  requireAccessTo(ctx.caller, partner);
  const from = new Date(`${period.from}T00:00:00Z`);
  const to = addSeconds(new Date(`${period.to}T00:00:00Z`), 24 * 60 * 60);
  if (from >= to)
    throw new Failure('INVALID_REQUEST', { message: 'The period ends before it begins.', argument: 'to' });
  const [opening, entries] = [
    await sumBefore(ctx.db, partner.id, from),
    await listEntriesBetween(ctx.db, partner.id, from, to),
  ];
  const sumOf = (...kinds: LedgerKind[]) =>
    entries.reduce((sum, { kind, amountMinor }) => (kinds.includes(kind) ? sum + amountMinor : sum), 0);
  const [earned, reversed, paid] = [sumOf('earned'), sumOf('reversed', 'reinstated'), sumOf('paid')];
  return {
    from,
    to,
    opening: money(opening, 'usd'),
    closing: money(opening + earned + reversed + paid, 'usd'),
    earned: money(earned, 'usd'),
    reversed: money(reversed, 'usd'),
    paid: money(paid, 'usd'),
    entries,
  };
}

/** Returns the balances of several partners, in their order. Whoever calls has checked who may see them. */
export async function balancesOfPartners(
  ctx: Pick<Needs, 'db' | 'clock'>,
  partnerIds: readonly string[],
): Promise<Balances[]> {
  const [buckets, kinds] = [
    await sumByBucket(ctx.db, partnerIds, ctx.clock.now()),
    await sumByKind(ctx.db, partnerIds),
  ];
  return partnerIds.map((id) => {
    const owed = { pending: 0, held: 0, payable: 0 };
    // A partner has at most one row per bucket and per kind.
    for (const row of buckets) if (row.partnerId === id) owed[row.bucket] = row.minor;
    return balancesOf(
      owed,
      Object.fromEntries(kinds.filter((row) => row.partnerId === id).map(({ kind, minor }) => [kind, minor])),
    );
  });
}

/** Returns the codes of several partners, oldest first, in their order. Whoever calls has checked who may see them. */
export async function codesOfPartners(ctx: Pick<Needs, 'db'>, partnerIds: readonly string[]): Promise<PartnerCode[][]> {
  const codes = Map.groupBy(await listCodesOf(ctx.db, partnerIds), ({ partnerId }) => partnerId);
  return partnerIds.map((id) => codes.get(id) ?? []);
}

/** Returns several partners, in the order of their ids. Whoever calls has checked who may see them. */
export async function partnersById(ctx: Pick<Needs, 'db'>, partnerIds: readonly string[]): Promise<Partner[]> {
  const partners = new Map((await findPartnerRows(ctx.db, partnerIds)).map((partner) => [partner.id, partner]));
  return partnerIds.map((id) => partners.get(id)!);
}

/** Returns the entries that payouts are made of, in the order of the payouts. Whoever calls has checked who may see them. */
export async function entriesOfPayouts(ctx: Pick<Needs, 'db'>, payoutIds: readonly string[]): Promise<LedgerEntry[][]> {
  const entries = Map.groupBy(await listPayoutEntries(ctx.db, payoutIds), ({ payoutId }) => payoutId);
  return payoutIds.map((id) => entries.get(id) ?? []);
}

function requireAccessTo(caller: Caller, partner: Partner): void {
  if (caller.kind === 'account' && caller.accountId === partner.accountId) return;
  requireProgrammeOperator(caller);
}

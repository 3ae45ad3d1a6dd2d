import { type AccountCaller, type Caller, requireOperator } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import { newId } from '../../kernel/id.ts';
import type { Db } from '../../store/db.ts';
import type { Application } from '../orders/application.ts';
import { findOrderIdOf, lockOrder, type OrderAtHand } from '../orders/order.store.ts';
import type { FilingActionDetails, FilingActionKind } from './filing-action.ts';
import { insertAction } from './operator.store.ts';

/** What every act of an operator needs. */
export interface OperatorNeeds {
  caller: Caller;
  requestId: string;
  db: Db;
  realClock: Clock;
}

/** A live application that an operator has in hand, locked with its order. */
export interface FilingInHand extends OrderAtHand {
  operator: AccountCaller;
  application: Application;
}

/** Returns the operator of live filings; an operator of the sandbox sees none of them and gets NOT_FOUND. */
export function requireLiveOperator(caller: Caller): AccountCaller {
  const operator = requireOperator(caller);
  if (operator.mode !== 'live') throw new Failure('NOT_FOUND');
  return operator;
}

/** Locks a live application that was submitted, with its order; NOT_FOUND for any other. */
export async function lockFiling(ctx: OperatorNeeds, tx: Db, applicationId: string): Promise<FilingInHand> {
  const operator = requireLiveOperator(ctx.caller);
  const orderId = await findOrderIdOf(tx, applicationId);
  const atHand = orderId ? await lockOrder(tx, orderId) : undefined;
  const application = atHand?.applications.find((candidate) => candidate.id === applicationId);
  if (!atHand || !application || atHand.order.mode !== 'live' || application.appliedAt === null) {
    throw new Failure('NOT_FOUND');
  }
  return { ...atHand, operator, application };
}

/** Locks an application that the operator has claimed; INVALID_TRANSITION while somebody else or nobody has. */
export async function lockClaimedFiling(ctx: OperatorNeeds, tx: Db, applicationId: string): Promise<FilingInHand> {
  const inHand = await lockFiling(ctx, tx, applicationId);
  requireClaim(inHand);
  return inHand;
}

function requireClaim({ application, operator }: FilingInHand): void {
  if (application.claimedBy === operator.accountId) return;
  throw new Failure('INVALID_TRANSITION', {
    message: application.claimedBy ? 'Another operator has this filing.' : 'Nobody has claimed this filing.',
    hint: 'Claim it first with claimFiling; takeOver takes it from whoever has it.',
    details: { claimed_by: application.claimedBy, claimed_at: application.claimedAt?.toISOString() ?? null },
  });
}

/** Records an act in the transaction of what it does. */
export async function noteAction(
  ctx: OperatorNeeds,
  tx: Db,
  { operator, application }: FilingInHand,
  action: FilingActionKind,
  details: FilingActionDetails = {},
): Promise<void> {
  await insertAction(tx, {
    id: newId('aud'),
    applicationId: application.id,
    orderId: application.orderId,
    action,
    accountId: operator.accountId,
    keyId: operator.keyId,
    requestId: ctx.requestId,
    at: ctx.realClock.now(),
    details,
  });
}

import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import { type Page, pageOf, readCursor, readLimit } from '../../kernel/page.ts';
import type { Db } from '../../store/db.ts';
import type { OpenProductId } from '../products/product-id.ts';
import type { FilingAction } from './filing-action.ts';
import { findQueued, listActions, listQueue } from './operator.store.ts';
import { requireLiveOperator } from './operator-hand.ts';
import type { FilingState, QueuedFiling } from './queued-filing.ts';

/** Whose filings are wanted. */
export const filingHolders = ['anybody', 'nobody', 'me'] as const;
export type FilingHolder = (typeof filingHolders)[number];

/** Lists live applications by where they stand, oldest first. Nothing of any form is in it. */
export async function listFilings(
  ctx: { caller: Caller; db: Db; realClock: Clock },
  request: {
    state: FilingState;
    holder?: FilingHolder | null | undefined;
    product?: OpenProductId | null | undefined;
    speed?: QueuedFiling['speed'] | null | undefined;
    first?: number | null | undefined;
    after?: string | null | undefined;
  },
): Promise<Page<QueuedFiling>> {
  const operator = requireLiveOperator(ctx.caller);
  const limit = readLimit(request.first, undefined, 'first');
  const claimedBy = { anybody: undefined, nobody: null, me: operator.accountId }[request.holder ?? 'anybody'];
  const rows = await listQueue(
    ctx.db,
    {
      state: request.state,
      product: request.product ?? undefined,
      speed: request.speed ?? undefined,
      claimedBy,
      after: readCursor(request.after, 'app'),
      limit: limit + 1,
    },
    ctx.realClock.now(),
  );
  return pageOf(rows, limit);
}

/** Returns one live application as the queue shows it. */
export async function getFiling(ctx: { caller: Caller; db: Db }, applicationId: string): Promise<QueuedFiling> {
  requireLiveOperator(ctx.caller);
  const filing = await findQueued(ctx.db, applicationId);
  if (!filing?.appliedAt) throw new Failure('NOT_FOUND');
  return filing;
}

/** Lists what operators did, newest first: with one application, by one operator, or altogether. */
export async function listFilingActions(
  ctx: { caller: Caller; db: Db },
  request: {
    applicationId?: string | null | undefined;
    operatorId?: string | null | undefined;
    first?: number | null | undefined;
    after?: string | null | undefined;
  },
): Promise<Page<FilingAction>> {
  requireLiveOperator(ctx.caller);
  const limit = readLimit(request.first, undefined, 'first');
  const rows = await listActions(ctx.db, {
    applicationId: request.applicationId ?? undefined,
    accountId: request.operatorId ?? undefined,
    before: readCursor(request.after, 'aud'),
    limit: limit + 1,
  });
  return pageOf(rows, limit);
}

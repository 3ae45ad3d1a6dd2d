import { and, asc, desc, eq, gt, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../store/db.ts';
import { applications } from '../orders/application.table.ts';
import { orders } from '../orders/order.table.ts';
import type { OpenProductId } from '../products/product-id.ts';
import { filingActions } from './filing-action.table.ts';
import type { FilingAction } from './filing-action.ts';
import type { FilingState, QueuedFiling } from './queued-filing.ts';

const queued = {
  id: applications.id,
  orderId: applications.orderId,
  position: applications.position,
  product: applications.product,
  status: applications.status,
  appliedAt: applications.appliedAt,
  filingDueAt: applications.filingDueAt,
  submittedAt: applications.submittedAt,
  decidedAt: applications.decidedAt,
  authorityReference: applications.authorityReference,
  actionRequired: applications.actionRequired,
  claimedBy: applications.claimedBy,
  claimedAt: applications.claimedAt,
  speed: orders.speed,
  paidAt: orders.paidAt,
  disputedAt: orders.disputedAt,
  refundState: orders.refundState,
  paymentStatus: orders.paymentStatus,
};

/** Which applications of the queue are wanted. */
export interface QueueFilter {
  state: FilingState;
  product?: OpenProductId | undefined;
  speed?: QueuedFiling['speed'] | undefined;
  /** Only those of this operator, or with null only those of nobody. */
  claimedBy?: string | null | undefined;
  after?: string | undefined;
  limit: number;
}

const inState = (state: FilingState, now: Date): SQL | undefined => {
  switch (state) {
    case 'to_file':
      return and(
        eq(applications.status, 'PAID'),
        isNotNull(applications.appliedAt),
        lte(applications.filingDueAt, now),
        eq(orders.paymentStatus, 'paid'),
        isNull(orders.disputedAt),
        or(isNull(orders.refundState), eq(orders.refundState, 'failed')),
      );
    case 'with_authority':
      return or(
        eq(applications.status, 'SUBMITTED'),
        and(eq(applications.status, 'IN_REVIEW'), isNull(applications.filingDueAt)),
      );
    case 'with_traveler':
      return eq(applications.status, 'ACTION_REQUIRED');
    case 'answered':
      return and(eq(applications.status, 'IN_REVIEW'), isNotNull(applications.filingDueAt));
  }
};

/** Lists live applications for operators, oldest first. */
export async function listQueue(db: Db, filter: QueueFilter, now: Date): Promise<QueuedFiling[]> {
  const { claimedBy } = filter;
  return db
    .select(queued)
    .from(applications)
    .innerJoin(orders, eq(orders.id, applications.orderId))
    .where(
      and(
        eq(applications.mode, sql`'live'`),
        inState(filter.state, now),
        filter.product === undefined ? undefined : eq(applications.product, filter.product),
        filter.speed === undefined ? undefined : eq(orders.speed, filter.speed),
        claimedBy === null ? isNull(applications.claimedBy) : undefined,
        claimedBy ? eq(applications.claimedBy, claimedBy) : undefined,
        filter.after === undefined ? undefined : gt(applications.id, filter.after),
      ),
    )
    .orderBy(asc(applications.id))
    .limit(filter.limit);
}

/** Finds a live application as the queue shows it. */
export async function findQueued(db: Db, applicationId: string): Promise<QueuedFiling | undefined> {
  const [row] = await db
    .select(queued)
    .from(applications)
    .innerJoin(orders, eq(orders.id, applications.orderId))
    .where(and(eq(applications.mode, sql`'live'`), eq(applications.id, applicationId)));
  return row;
}

/** Adds an act to the trail. */
export async function insertAction(tx: Db, action: FilingAction): Promise<void> {
  await tx.insert(filingActions).values(action);
}

/** Lists acts, newest first. */
export async function listActions(
  db: Db,
  filter: {
    applicationId?: string | undefined;
    accountId?: string | undefined;
    before?: string | undefined;
    limit: number;
  },
): Promise<FilingAction[]> {
  return db
    .select()
    .from(filingActions)
    .where(
      and(
        filter.applicationId === undefined ? undefined : eq(filingActions.applicationId, filter.applicationId),
        filter.accountId === undefined ? undefined : eq(filingActions.accountId, filter.accountId),
        filter.before === undefined ? undefined : lt(filingActions.id, filter.before),
      ),
    )
    .orderBy(desc(filingActions.id))
    .limit(filter.limit);
}

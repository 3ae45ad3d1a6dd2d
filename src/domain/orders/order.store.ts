import { and, asc, eq, getTableColumns, inArray, lte, sql } from 'drizzle-orm';
import type { Owner } from '../../kernel/caller.ts';
import type { ApplicationStatus } from '../../kernel/status.ts';
import type { Db } from '../../store/db.ts';
import { pointRead } from '../../store/prepared.ts';
import { events } from '../events/event.table.ts';
import { accounts, guestSessions } from '../keys/account.table.ts';
import { applications } from './application.table.ts';
import type { Application, ApplicationChange } from './application.ts';
import { orders } from './order.table.ts';
import type { Order, OrderChange } from './order.ts';

/** One entry of an application's timeline, from the events table. */
export interface TimelineEntry {
  /** RFC 3339 in UTC. */
  at: string;
  status: ApplicationStatus;
  note: string | null;
}

/** What a reader of one application is shown: each further column costs every poll of a status. */
const shownApplication = {
  id: applications.id,
  orderId: applications.orderId,
  product: applications.product,
  status: applications.status,
  actionRequired: applications.actionRequired,
  authorityReference: applications.authorityReference,
  authorization: applications.authorization,
  createdAt: applications.createdAt,
  appliedAt: applications.appliedAt,
  submittedAt: applications.submittedAt,
  decidedAt: applications.decidedAt,
};
const shownOrder = {
  mode: orders.mode,
  accountId: orders.accountId,
  paymentStatus: orders.paymentStatus,
  paymentSessionId: orders.paymentSessionId,
  checkoutUrl: orders.checkoutUrl,
  paidAt: orders.paidAt,
  refundedAt: orders.refundedAt,
};

/** PostgreSQL writes these moments as they are answered; to read and to write them anew would cost more than to fetch them. */
const timeline = sql<TimelineEntry[]>`(
  select coalesce(json_agg(json_build_object(
    'at', to_char(${events.at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'status', ${events.data} ->> 'status',
    'note', ${events.data} ->> 'note'
  ) order by ${events.seq}), '[]'::json)
  from ${events} where ${events.applicationId} = ${applications.id} and ${events.type} = 'status_change'
)`;

const applicationInContext = pointRead('application_in_context', (db) =>
  db
    .select({ application: shownApplication, order: shownOrder, timeline })
    .from(applications)
    .innerJoin(orders, eq(orders.id, applications.orderId))
    .where(eq(applications.id, sql.placeholder('id'))),
);

const applicationWithGuest = pointRead('application_with_guest', (db) =>
  db
    .select({
      application: shownApplication,
      order: shownOrder,
      timeline,
      guest: {
        tokenHash: guestSessions.tokenHash,
        expiresAt: guestSessions.expiresAt,
        clockOffsetSeconds: guestSessions.clockOffsetSeconds,
      },
    })
    .from(applications)
    .innerJoin(orders, eq(orders.id, applications.orderId))
    .leftJoin(guestSessions, eq(guestSessions.id, orders.guestId))
    .where(eq(applications.id, sql.placeholder('id'))),
);

type WithGuest = Awaited<ReturnType<ReturnType<typeof applicationWithGuest>['execute']>>[number];

/** An application without its form, its order, its timeline, and the guest session that may read it, where that was asked for. */
export type ApplicationInContext = Omit<WithGuest, 'guest'> & Partial<Pick<WithGuest, 'guest'>>;

/**
 * Reads an application with its order and timeline in one statement: the hot read behind `/status`. An account needs no guest
 * session to be looked up.
 */
export async function findApplicationInContext(
  db: Db,
  id: string,
  include: { guest: boolean },
): Promise<ApplicationInContext | undefined> {
  const [row] = await (include.guest ? applicationWithGuest : applicationInContext)(db).execute({ id });
  return row;
}

const orderBySession = pointRead('order_by_session', (db) =>
  db
    .select({
      order: getTableColumns(orders),
      accountOffset: accounts.clockOffsetSeconds,
      guestOffset: guestSessions.clockOffsetSeconds,
    })
    .from(orders)
    .leftJoin(accounts, eq(accounts.id, orders.accountId))
    .leftJoin(guestSessions, eq(guestSessions.id, orders.guestId))
    .where(eq(orders.paymentSessionId, sql.placeholder('session'))),
);

/** Finds an order by its payment session, with how far its owner's sandbox clock runs ahead. */
export async function findOrderBySession(
  db: Db,
  session: string,
): Promise<{ order: Order; clockOffsetSeconds: number } | undefined> {
  const [row] = await orderBySession(db).execute({ session });
  return row && { order: row.order, clockOffsetSeconds: row.accountOffset ?? row.guestOffset ?? 0 };
}

/** Finds an order by its id. */
export async function findOrderById(db: Db, id: string): Promise<Order | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id));
  return row;
}

/** Finds the order that an idempotent call made. */
export async function findOrderByOnce(db: Db, onceId: string): Promise<Order | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.onceId, onceId));
  return row;
}

/** An order, its applications in the order of the travelers, and its owner's sandbox clock. */
export interface OrderAtHand {
  order: Order;
  applications: Application[];
  clockOffsetSeconds: number;
}

/** Locks an order and reads its applications: every change of either goes through this lock, so none is lost. */
export async function lockOrder(tx: Db, orderId: string): Promise<OrderAtHand | undefined> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  if (!order) return undefined;
  const rows = await tx
    .select()
    .from(applications)
    .where(eq(applications.orderId, orderId))
    .orderBy(asc(applications.position));
  return { order, applications: rows, clockOffsetSeconds: await clockOffset(tx, order) };
}

async function clockOffset(tx: Db, order: Order): Promise<number> {
  if (order.mode === 'live') return 0;
  const [row] = order.accountId
    ? await tx.select({ seconds: accounts.clockOffsetSeconds }).from(accounts).where(eq(accounts.id, order.accountId))
    : await tx
        .select({ seconds: guestSessions.clockOffsetSeconds })
        .from(guestSessions)
        .where(eq(guestSessions.id, order.guestId!));
  return row?.seconds ?? 0;
}

/** Finds which order an application belongs to. */
export async function findOrderIdOf(db: Db, applicationId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ orderId: applications.orderId })
    .from(applications)
    .where(eq(applications.id, applicationId));
  return row?.orderId;
}

/** Reads the ids and statuses of an order's applications. */
export async function listApplicationsOf(
  db: Db,
  orderId: string,
): Promise<Pick<Application, 'id' | 'status' | 'position' | 'appliedAt'>[]> {
  return db
    .select({
      id: applications.id,
      status: applications.status,
      position: applications.position,
      appliedAt: applications.appliedAt,
    })
    .from(applications)
    .where(eq(applications.orderId, orderId))
    .orderBy(asc(applications.position));
}

/** Writes a new order and its applications. */
export async function insertOrder(
  tx: Db,
  order: typeof orders.$inferInsert,
  rows: readonly (typeof applications.$inferInsert)[],
): Promise<void> {
  await tx.insert(orders).values(order);
  await tx.insert(applications).values([...rows]);
}

/** Writes a change to an order. */
export async function updateOrder(tx: Db, orderId: string, change: OrderChange): Promise<void> {
  await tx.update(orders).set(change).where(eq(orders.id, orderId));
}

/** Writes a change to an application. Statuses change through `moveApplication` only. */
export async function updateApplication(tx: Db, applicationId: string, change: ApplicationChange): Promise<void> {
  await tx.update(applications).set(change).where(eq(applications.id, applicationId));
}

/** Tells whether an application exists and is the owner's. */
export async function ownsApplication(db: Db, owner: Owner, applicationId: string): Promise<boolean> {
  const mine = owner.kind === 'account' ? eq(orders.accountId, owner.accountId) : eq(orders.guestId, owner.guestId);
  const rows = await db
    .select({ id: applications.id })
    .from(applications)
    .innerJoin(orders, eq(orders.id, applications.orderId))
    .where(and(eq(applications.id, applicationId), mine));
  return rows.length > 0;
}

/** Lists unpaid orders whose session has run out by their owner's clock, oldest first. */
export async function listExpiredOrders(
  db: Db,
  now: Date,
  limit: number,
): Promise<Pick<Order, 'id' | 'mode' | 'paymentSessionId'>[]> {
  const ahead = sql`coalesce(${accounts.clockOffsetSeconds}, ${guestSessions.clockOffsetSeconds}, 0) * interval '1 second'`;
  return db
    .select({ id: orders.id, mode: orders.mode, paymentSessionId: orders.paymentSessionId })
    .from(orders)
    .leftJoin(accounts, eq(accounts.id, orders.accountId))
    .leftJoin(guestSessions, eq(guestSessions.id, orders.guestId))
    .where(
      and(
        inArray(orders.paymentStatus, ['unpaid', 'failed']),
        lte(orders.expiresAt, sql`${now.toISOString()}::timestamptz + ${ahead}`),
      ),
    )
    .orderBy(asc(orders.expiresAt))
    .limit(limit);
}

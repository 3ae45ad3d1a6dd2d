import { and, count, desc, eq, getTableColumns, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Mode } from '../../kernel/caller.ts';
import type { Db } from '../../store/db.ts';
import { accounts } from '../keys/account.table.ts';
import { giveUpDue } from './due-delivery.store.ts';
import { dueDeliveries } from './due-delivery.table.ts';
import { webhookEndpoints } from './webhook.table.ts';
import type { DisableReason, Webhook } from './webhook.ts';

const {
  secret: _secret,
  previousSecret: _previous,
  madeIn: _madeIn,
  receiver: _receiver,
  ...shown
} = getTableColumns(webhookEndpoints);

/** A change to an endpoint. */
export type WebhookChange = Partial<Omit<typeof webhookEndpoints.$inferInsert, 'id' | 'accountId' | 'mode'>>;

const ownedBy = (owner: { accountId: string; mode: Mode }) =>
  and(eq(webhookEndpoints.accountId, owner.accountId), eq(webhookEndpoints.mode, owner.mode));

/** Adds an endpoint. */
export async function insertWebhook(tx: Db, row: typeof webhookEndpoints.$inferInsert): Promise<void> {
  await tx.insert(webhookEndpoints).values(row);
}

/** Counts the endpoints that an account has for one application, or for all when there is none. */
export async function countWebhooks(tx: Db, accountId: string, applicationId: string | null): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.accountId, accountId),
        applicationId === null
          ? isNull(webhookEndpoints.applicationId)
          : eq(webhookEndpoints.applicationId, applicationId),
      ),
    );
  return row!.count;
}

/** Finds an endpoint of an account. */
export async function findWebhook(
  db: Db,
  owner: { accountId: string; mode: Mode },
  id: string,
): Promise<Webhook | undefined> {
  const [row] = await db
    .select(shown)
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, id), ownedBy(owner)));
  return row;
}

/** Locks an endpoint of an account and reads it with its sealed secret. */
export async function lockWebhook(tx: Db, owner: { accountId: string; mode: Mode }, id: string) {
  const [row] = await tx
    .select({ ...shown, secret: webhookEndpoints.secret })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, id), ownedBy(owner)))
    .for('update');
  return row;
}

/** Reads the endpoints of an account, newest first. */
export async function listWebhookRows(
  db: Db,
  owner: { accountId: string; mode: Mode },
  page: { before: string | undefined; limit: number },
): Promise<Webhook[]> {
  return db
    .select(shown)
    .from(webhookEndpoints)
    .where(and(ownedBy(owner), page.before === undefined ? undefined : lt(webhookEndpoints.id, page.before)))
    .orderBy(desc(webhookEndpoints.id))
    .limit(page.limit);
}

/** Writes a change to an endpoint and returns it as it is then. */
export async function updateWebhookRow(tx: Db, id: string, change: WebhookChange): Promise<Webhook> {
  const [row] = await tx.update(webhookEndpoints).set(change).where(eq(webhookEndpoints.id, id)).returning(shown);
  return row!;
}

/** Deletes an endpoint of an account and its deliveries; tells whether there was one. */
export async function deleteWebhookRow(tx: Db, owner: { accountId: string; mode: Mode }, id: string): Promise<boolean> {
  // Locked, it gets nothing new while what is due is deleted.
  if (!(await lockWebhook(tx, owner, id))) return false;
  await tx.delete(dueDeliveries).where(eq(dueDeliveries.endpointId, id));
  await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id));
  return true;
}

/** Brings what the endpoints of an account wait for forward by some seconds: the end of an overlap of secrets, and of failing for too long. */
export async function hastenWebhooks(tx: Db, accountId: string, seconds: number): Promise<void> {
  const by = sql`${seconds}::float8 * interval '1 second'`;
  await tx
    .update(webhookEndpoints)
    .set({
      previousSecretUntil: sql`${webhookEndpoints.previousSecretUntil} - ${by}`,
      failingSince: sql`${webhookEndpoints.failingSince} - ${by}`,
    })
    .where(eq(webhookEndpoints.accountId, accountId));
}

/** Which events an endpoint is for. */
export type Subscriber = Pick<
  typeof webhookEndpoints.$inferSelect,
  'id' | 'accountId' | 'mode' | 'applicationId' | 'events' | 'madeIn'
> & { clockOffsetSeconds: number };

/**
 * Reads the endpoints of some accounts, for all or for some of their applications, that are not disabled, and keeps them from
 * being disabled before the transaction ends.
 */
export async function findSubscribers(
  tx: Db,
  accountIds: readonly string[],
  applicationIds: readonly string[],
): Promise<Subscriber[]> {
  return tx
    .select({
      id: webhookEndpoints.id,
      accountId: webhookEndpoints.accountId,
      mode: webhookEndpoints.mode,
      applicationId: webhookEndpoints.applicationId,
      events: webhookEndpoints.events,
      madeIn: webhookEndpoints.madeIn,
      clockOffsetSeconds: accounts.clockOffsetSeconds,
    })
    .from(webhookEndpoints)
    .innerJoin(accounts, eq(accounts.id, webhookEndpoints.accountId))
    .where(
      and(
        inArray(webhookEndpoints.accountId, [...accountIds]),
        or(isNull(webhookEndpoints.applicationId), inArray(webhookEndpoints.applicationId, [...applicationIds])),
        isNull(webhookEndpoints.disabledAt),
      ),
    )
    .for('share', { of: webhookEndpoints });
}

/** What sending to an endpoint needs of it. */
export type Target = Pick<
  typeof webhookEndpoints.$inferSelect,
  'id' | 'callbackUrl' | 'receiver' | 'secret' | 'previousSecret' | 'previousSecretUntil' | 'failingSince'
> & { clockOffsetSeconds: number };

/** Reads where to send and with which secrets to sign. */
export async function findTargets(db: Db, ids: readonly string[]): Promise<Target[]> {
  return db
    .select({
      id: webhookEndpoints.id,
      callbackUrl: webhookEndpoints.callbackUrl,
      receiver: webhookEndpoints.receiver,
      secret: webhookEndpoints.secret,
      previousSecret: webhookEndpoints.previousSecret,
      previousSecretUntil: webhookEndpoints.previousSecretUntil,
      failingSince: webhookEndpoints.failingSince,
      clockOffsetSeconds: accounts.clockOffsetSeconds,
    })
    .from(webhookEndpoints)
    .innerJoin(accounts, eq(accounts.id, webhookEndpoints.accountId))
    .where(inArray(webhookEndpoints.id, [...ids]));
}

/** Notes the first failure of endpoints that were well. */
export async function startFailing(db: Db, ids: readonly string[], at: Date): Promise<void> {
  await db
    .update(webhookEndpoints)
    .set({ failingSince: at })
    .where(and(inArray(webhookEndpoints.id, [...ids]), isNull(webhookEndpoints.failingSince)));
}

/** Notes that endpoints are well again. */
export async function stopFailing(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .update(webhookEndpoints)
    .set({ failingSince: null })
    .where(and(inArray(webhookEndpoints.id, [...ids]), isNotNull(webhookEndpoints.failingSince)));
}

/** Disables an endpoint that is not disabled yet and gives up what was still to be delivered to it; tells whether it did. */
export async function disableWebhookRow(
  tx: Db,
  id: string,
  disabled: { reason: DisableReason; at: Date },
): Promise<boolean> {
  const rows = await tx
    .update(webhookEndpoints)
    .set({ disabledAt: disabled.at, disabledReason: disabled.reason, updatedAt: disabled.at })
    .where(and(eq(webhookEndpoints.id, id), isNull(webhookEndpoints.disabledAt)))
    .returning({ id: webhookEndpoints.id });
  if (rows.length === 0) return false;
  await giveUpDue(tx, id);
  return true;
}

import { inArray, type SQL, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../../store/db.ts';
import type { EventData, EventPayload, EventType } from '../events/event.ts';
import { webhookDeliveries } from './delivery.table.ts';
import type { AttemptOutcome, DeliveryStatus } from './delivery.ts';

/**
 * Claims and outcomes need not wait for the disk: what a crash of the database forgets of the last second is due again, and
 * so repeated, never lost. The setting ends with the statement.
 */
const unhurried = sql`unhurried as materialized (select set_config('synchronous_commit', 'off', true) as done)`;

/** Makes deliveries due at a moment, out of rows of theirs. */
export const dueFrom = (rows: SQL, due: Date): SQL => sql`
  insert into webhook_due_deliveries (id, endpoint_id, event_id, application_id, seq, due_at)
  select id, endpoint_id, event_id, application_id, seq, ${due.toISOString()}::timestamptz from ${rows}
`;

/**
 * Lets deliveries be tried from a moment on by the whole schedule, also those that are being tried. Whoever changes both tables begins
 * with this one, so that nobody waits in a circle.
 */
export async function makeDue(tx: Db, ids: readonly string[], due: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`
    ${dueFrom(sql`webhook_deliveries where ${inArray(webhookDeliveries.id, [...ids])} order by id`, due)}
    on conflict (id) do update set attempts = 0, due_at = excluded.due_at, lease_until = null
  `);
}

/** A delivery that a worker has claimed. */
export interface ClaimedDelivery {
  id: string;
  endpointId: string;
  eventId: string;
  attempts: number;
  /** What a test event says; null for an event, which has the next three. */
  payload: EventPayload | null;
  eventType: EventType;
  live: boolean;
  at: Date;
  data: EventData;
}

/** What may be claimed at once. */
export interface ClaimLimits {
  limit: number;
  /** At most for one receiver, and so for one endpoint. */
  perReceiver: number;
  /** Receivers that take fewer than that now, or none. */
  crowded: Readonly<Record<string, number>>;
}

/**
 * Claims deliveries that are due, fairly: some of each endpoint, never one receiver's alone, however many wait for it. A first
 * attempt waits for those of earlier events of the same application. Workers side by side never get the same one; a lease ends by itself.
 */
export async function claimDue(
  db: Db,
  now: Date,
  leaseUntil: Date,
  { limit, perReceiver, crowded }: ClaimLimits,
): Promise<ClaimedDelivery[]> {
  const at = now.toISOString();
  const isDue = sql`due_at <= ${at}::timestamptz and (lease_until is null or lease_until <= ${at}::timestamptz)`;
  const rows = rowsOf<{
    id: string;
    endpoint_id: string;
    event_id: string;
    attempts: number;
    payload: EventPayload | null;
    type: EventType;
    live: boolean;
    at: number;
    data: EventData;
  }>(
    await db.execute(sql`
      with recursive ${unhurried},
      crowded as (select key as receiver, value::int as free from jsonb_each_text(${JSON.stringify(crowded)}::text::jsonb)),
      -- One step an endpoint, along the index: those with thousands waiting cost no more than those with one.
      lanes as (
        (select endpoint_id from webhook_due_deliveries order by endpoint_id limit 1)
        union all
        select (
          select next.endpoint_id from webhook_due_deliveries next
          where next.endpoint_id > lanes.endpoint_id order by next.endpoint_id limit 1
        ) from lanes where lanes.endpoint_id is not null
      ),
      -- Materialized, or the planner may look for what is due at every endpoint that there is.
      ready as materialized (
        select e.id, e.receiver, coalesce(crowded.free, ${perReceiver}::int) as free
        from lanes
        join webhook_endpoints e on e.id = lanes.endpoint_id and e.disabled_at is null
        left join crowded on crowded.receiver = e.receiver
        where coalesce(crowded.free, ${perReceiver}::int) > 0
      ),
      -- Who locks more than it claims writes for nothing: those that have something due share the claim evenly.
      sharing as (
        select ready.*, least(ready.free, ceil(${limit}::float8 / count(*) over ())) as share
        from ready
        where exists (
          select from webhook_due_deliveries due where due.endpoint_id = ready.id and ${isDue}
        )
      ),
      found as (
        select candidate.place_in_table, candidate.due_at, e.free,
          row_number() over (partition by e.receiver order by candidate.due_at, candidate.seq) as place
        from sharing e
        cross join lateral (
          select d.ctid as place_in_table, d.due_at, d.seq
          from (
            select ahead.ctid, ahead.due_at, ahead.seq from webhook_due_deliveries ahead
            where ahead.endpoint_id = e.id and ${isDue}
            order by ahead.due_at, ahead.seq
            limit 8 * ${perReceiver}::int
          ) ahead
          join webhook_due_deliveries d on d.ctid = ahead.ctid
            and (d.lease_until is null or d.lease_until <= ${at}::timestamptz)
          -- One look into an index for each row: as an anti-join it would read all that waits for the endpoint.
          where (
            select earlier.seq from webhook_due_deliveries earlier
            where earlier.endpoint_id = d.endpoint_id and earlier.application_id = d.application_id
              and earlier.seq < d.seq and earlier.attempts = 0
            limit 1
          ) is null
          order by ahead.due_at, ahead.seq
          limit e.share
          for update of d skip locked
        ) candidate
      ),
      chosen as (select place_in_table from found where place <= free order by place, due_at limit ${limit}::int),
      claimed as (
        update webhook_due_deliveries d
        set lease_until = ${leaseUntil.toISOString()}::timestamptz
        where d.ctid = any(array(select place_in_table from chosen)) and (select done from unhurried) = 'off'
        returning d.id, d.endpoint_id, d.event_id, d.attempts, d.seq
      )
      select c.id, c.endpoint_id, c.event_id, c.attempts, e.type, e.mode = 'live' as live,
        (extract(epoch from e.at) * 1000)::float8 as at, e.data, test.payload
      from claimed c
      left join lateral (
        select events.id, events.type, events.mode, events.at, events.data from events where events.id = c.event_id limit 1
      ) e on true
      left join lateral (select d.payload from webhook_deliveries d where d.id = c.id and e.id is null limit 1) test on true
      where e.id is not null or test.payload is not null
      order by c.seq
    `),
  );
  return rows.map(({ endpoint_id, event_id, type, at, ...row }) => ({
    ...row,
    endpointId: endpoint_id,
    eventId: event_id,
    eventType: type,
    at: new Date(Math.round(at)),
  }));
}

/** How a claimed delivery stands after its attempt. */
export interface AttemptRecord extends Omit<AttemptOutcome, 'retryAfter'> {
  id: string;
  leaseUntil: Date;
  status: DeliveryStatus;
  attempts: number;
  nextAttemptAt: Date | null;
  lastAttemptAt: Date;
}

/** Records attempts in one statement. One whose lease was lost meanwhile changes nothing: another worker has it. */
export async function recordAttempts(db: Db, records: readonly AttemptRecord[]): Promise<void> {
  // Moments go as numbers, which are made and read in a fraction of the time of text.
  const told = records.map(({ leaseUntil, nextAttemptAt, lastAttemptAt, ...record }) => ({
    ...record,
    lease: leaseUntil.getTime(),
    next: nextAttemptAt?.getTime(),
    last: lastAttemptAt.getTime(),
  }));
  await db.execute(sql`
    with ${unhurried},
    r as materialized (
      select *, to_timestamp(lease / 1000) as "leaseUntil", to_timestamp(next / 1000) as "nextAttemptAt",
        to_timestamp(last / 1000) as "lastAttemptAt"
      from jsonb_to_recordset(${JSON.stringify(told)}::text::jsonb) as r(
        id text, lease float8, status text, attempts int, next float8, last float8,
        "responseStatus" int, "responseExcerpt" text, error text, "durationMs" int
      ) where (select done from unhurried) = 'off'
    ),
    over as (
      delete from webhook_due_deliveries due using r
      where due.id = r.id and due.lease_until = r."leaseUntil" and r."nextAttemptAt" is null
      returning due.id
    ),
    again as (
      update webhook_due_deliveries due
      set attempts = r.attempts, due_at = r."nextAttemptAt", lease_until = null
      from r
      where due.id = r.id and due.lease_until = r."leaseUntil" and r."nextAttemptAt" is not null
      returning due.id
    )
    update webhook_deliveries d
    set status = r.status, attempts = r.attempts, next_attempt_at = r."nextAttemptAt", last_attempt_at = r."lastAttemptAt",
      response_status = r."responseStatus", response_excerpt = r."responseExcerpt", error = r.error, duration_ms = r."durationMs"
    from (select id from over union all select id from again) settled
    join r on r.id = settled.id
    where d.id = settled.id
  `);
}

/** Gives back deliveries that were claimed and not tried: they are due as before. */
export async function releaseClaims(
  db: Db,
  claims: readonly { claimed: Pick<ClaimedDelivery, 'id'>; leaseUntil: Date }[],
): Promise<void> {
  const released = claims.map(({ claimed, leaseUntil }) => ({ id: claimed.id, leaseUntil }));
  await db.execute(sql`
    update webhook_due_deliveries d
    set lease_until = null
    from jsonb_to_recordset(${JSON.stringify(released)}::text::jsonb) as r(id text, "leaseUntil" timestamptz)
    where d.id = r.id and d.lease_until = r."leaseUntil"
  `);
}

/** Brings what waits for an account's endpoints forward by some seconds, but for what is being tried. */
export async function hastenDue(tx: Db, accountId: string, seconds: number): Promise<void> {
  const by = sql`${seconds}::float8 * interval '1 second'`;
  await tx.execute(sql`
    with hastened as (
      update webhook_due_deliveries due set due_at = due.due_at - ${by}
      from webhook_endpoints e
      where e.account_id = ${accountId} and due.endpoint_id = e.id and due.lease_until is null
      returning due.id
    )
    update webhook_deliveries d set next_attempt_at = d.next_attempt_at - ${by} from hastened where d.id = hastened.id
  `);
}

/** Gives up what is still to be delivered to an endpoint. */
export async function giveUpDue(tx: Db, endpointId: string): Promise<void> {
  await tx.execute(sql`
    with given_up as (delete from webhook_due_deliveries where endpoint_id = ${endpointId} returning id)
    update webhook_deliveries d set status = 'exhausted', next_attempt_at = null from given_up where d.id = given_up.id
  `);
}

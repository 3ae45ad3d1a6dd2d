import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../../store/db.ts';
import type { EventData, EventPayload, EventType } from '../events/event.ts';
import type { AttemptOutcome, DeliveryStatus } from './delivery.ts';

/**
 * Claims and outcomes need not wait for the disk: what a crash of the database forgets of the last second is due again, and
 * so repeated, never lost. The setting ends with the statement.
 */
const unhurried = sql`unhurried as materialized (select set_config('synchronous_commit', 'off', true) as done)`;

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
        (select endpoint_id from webhook_deliveries where due_at is not null order by endpoint_id limit 1)
        union all
        select (
          select next.endpoint_id from webhook_deliveries next
          where next.due_at is not null and next.endpoint_id > lanes.endpoint_id order by next.endpoint_id limit 1
        ) from lanes where lanes.endpoint_id is not null
      ),
      found as (
        select candidate.place_in_table, candidate.due_at,
          coalesce(crowded.free, ${perReceiver}::int) as free,
          row_number() over (partition by e.receiver order by candidate.due_at, candidate.seq) as place
        from lanes
        join webhook_endpoints e on e.id = lanes.endpoint_id and e.disabled_at is null
        left join crowded on crowded.receiver = e.receiver
        cross join lateral (
          select d.ctid as place_in_table, d.due_at, d.seq
          from (
            select ahead.ctid, ahead.due_at, ahead.seq from webhook_deliveries ahead
            where ahead.endpoint_id = e.id and ahead.due_at <= ${now.toISOString()}::timestamptz and coalesce(crowded.free, 1) > 0
            order by ahead.due_at, ahead.seq
            limit 8 * ${perReceiver}::int
          ) ahead
          join webhook_deliveries d on d.ctid = ahead.ctid and d.due_at <= ${now.toISOString()}::timestamptz
          -- One look into an index for each row: as an anti-join it would read all that waits for the endpoint.
          where (
            select earlier.seq from webhook_deliveries earlier
            where earlier.endpoint_id = d.endpoint_id and earlier.application_id = d.application_id
              and earlier.seq < d.seq and earlier.status = 'pending'
            limit 1
          ) is null
          order by ahead.due_at, ahead.seq
          limit ${perReceiver}::int
          for update of d skip locked
        ) candidate
      ),
      chosen as (select place_in_table from found where place <= free order by place, due_at limit ${limit}::int),
      claimed as (
        update webhook_deliveries d
        set due_at = ${leaseUntil.toISOString()}::timestamptz, lease_until = ${leaseUntil.toISOString()}::timestamptz
        where d.ctid = any(array(select place_in_table from chosen)) and (select done from unhurried) = 'off'
        returning d.id, d.endpoint_id, d.event_id, d.event_type, d.attempts, d.payload, d.seq
      )
      select c.id, c.endpoint_id, c.event_id, c.attempts, c.payload, c.event_type as type, e.mode = 'live' as live,
        (extract(epoch from e.at) * 1000)::float8 as at, e.data
      from claimed c
      left join lateral (
        select events.id, events.mode, events.at, events.data from events where events.id = c.event_id limit 1
      ) e on true
      where c.payload is not null or e.id is not null
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
  await db.execute(sql`
    with ${unhurried}
    update webhook_deliveries d
    set status = r.status, attempts = r.attempts, next_attempt_at = r."nextAttemptAt", due_at = r."nextAttemptAt",
      lease_until = null, last_attempt_at = r."lastAttemptAt", response_status = r."responseStatus",
      response_excerpt = r."responseExcerpt", error = r.error, duration_ms = r."durationMs"
    from jsonb_to_recordset(${JSON.stringify(records)}::text::jsonb) as r(
      id text, "leaseUntil" timestamptz, status text, attempts int, "nextAttemptAt" timestamptz, "lastAttemptAt" timestamptz,
      "responseStatus" int, "responseExcerpt" text, error text, "durationMs" int
    )
    where d.id = r.id and d.lease_until = r."leaseUntil" and (select done from unhurried) = 'off'
  `);
}

/** Gives back deliveries that were claimed and not tried: they are due as before. */
export async function releaseClaims(
  db: Db,
  claims: readonly { claimed: Pick<ClaimedDelivery, 'id'>; leaseUntil: Date }[],
): Promise<void> {
  const released = claims.map(({ claimed, leaseUntil }) => ({ id: claimed.id, leaseUntil }));
  await db.execute(sql`
    update webhook_deliveries d
    set due_at = d.next_attempt_at, lease_until = null
    from jsonb_to_recordset(${JSON.stringify(released)}::text::jsonb) as r(id text, "leaseUntil" timestamptz)
    where d.id = r.id and d.lease_until = r."leaseUntil"
  `);
}

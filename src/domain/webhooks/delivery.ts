import { addSeconds } from '../../kernel/clock.ts';
import type { EventPayload, EventType } from '../events/event.ts';

/**
 * How a delivery stands. pending: not tried yet. failed: tried, and will be tried again. success: a 2xx answer came. exhausted:
 * it will not be tried again by itself.
 */
export const deliveryStatuses = ['pending', 'failed', 'success', 'exhausted'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Seconds from each failed attempt to the next one. The first attempt is made at once, so there are eight. */
export const retryDelaysSeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000] as const;

/** How often a delivery is tried. */
export const mostAttempts = retryDelaysSeconds.length + 1;

/** By how much a delay may be longer, so that many deliveries that failed together do not come back together. */
export const jitter = 0.1;

/** The longest time that a receiver may ask for with Retry-After. */
export const longestRetryAfterSeconds = 86_400;

/** Why no answer came. */
export type AttemptError = 'TIMEOUT' | 'CONNECTION' | 'DNS' | 'TLS' | 'ADDRESS' | 'URL';

/** What one attempt came to. */
export interface AttemptOutcome {
  /** Status of the answer; null when none came. */
  responseStatus: number | null;
  error: AttemptError | null;
  /** The beginning of the answer's body as plain text. */
  responseExcerpt: string | null;
  /** The Retry-After header of the answer. */
  retryAfter: string | null;
  durationMs: number;
}

/** One event on its way to one endpoint. */
export interface Delivery {
  id: string;
  webhookId: string;
  eventId: string;
  eventType: EventType;
  status: DeliveryStatus;
  attempts: number;
  nextAttemptAt: Date | null;
  lastAttemptAt: Date | null;
  responseStatus: number | null;
  responseExcerpt: string | null;
  error: AttemptError | null;
  durationMs: number | null;
  createdAt: Date;
}

/** A delivery with what it delivers. */
export interface DeliveryInFull extends Delivery {
  payload: EventPayload;
}

/** Tells whether a receiver took an event. */
export function isTaken({ responseStatus }: AttemptOutcome): boolean {
  return responseStatus !== null && responseStatus >= 200 && responseStatus < 300;
}

/** Tells whether a receiver wants nothing any more. */
export function isGone({ responseStatus }: AttemptOutcome): boolean {
  return responseStatus === 410;
}

/**
 * Returns how a delivery stands after an attempt that ended `now`, and when the next one is due. `random` is between 0 and 1 and
 * decides the jitter. A receiver's Retry-After is kept when it is later than the schedule.
 */
export function afterAttempt(
  attemptsBefore: number,
  outcome: AttemptOutcome,
  now: Date,
  random: number,
): { status: DeliveryStatus; attempts: number; nextAttemptAt: Date | null } {
  const attempts = attemptsBefore + 1;
  if (isTaken(outcome)) return { status: 'success', attempts, nextAttemptAt: null };
  const delay = retryDelaysSeconds[attempts - 1];
  if (isGone(outcome) || delay === undefined) return { status: 'exhausted', attempts, nextAttemptAt: null };
  const scheduled = delay * (1 + jitter * random);
  const asked = Math.min(readRetryAfter(outcome.retryAfter, now), longestRetryAfterSeconds);
  return { status: 'failed', attempts, nextAttemptAt: addSeconds(now, Math.max(scheduled, asked)) };
}

/** Reads a Retry-After header (RFC 9110, 10.2.3), seconds or a date, as seconds from now; 0 for anything else. */
function readRetryAfter(header: string | null, now: Date): number {
  if (header === null) return 0;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? 0 : Math.max(0, (date - now.getTime()) / 1000);
}

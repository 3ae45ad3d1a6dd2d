import type { Mode } from '../../kernel/caller.ts';
import { type EventType, eventTypes } from '../events/event.ts';

/** Why an endpoint gets nothing any more: its receiver said 410, failed for 5 days, or its owner switched it off. */
export const disableReasons = ['gone', 'failing', 'owner'] as const;
export type DisableReason = (typeof disableReasons)[number];

/** Where events are delivered to, without its secret. */
export interface Webhook {
  id: string;
  accountId: string;
  mode: Mode;
  /** The one application it is about; null when it is about all of the account. */
  applicationId: string | null;
  callbackUrl: string;
  description: string | null;
  events: EventType[];
  disabledAt: Date | null;
  disabledReason: DisableReason | null;
  /** Since when nothing was delivered although it was tried. */
  failingSince: Date | null;
  /** Until when the secret before the last rotation signs too. */
  previousSecretUntil: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** A webhook at the one moment at which its secret is shown. */
export interface IssuedWebhook extends Webhook {
  signingSecret: string;
}

/** How many endpoints one application may have, and one account for all of its applications. */
export const mostWebhooks = { application: 10, account: 50 } as const;

/** How long both secrets sign after a rotation. */
export const usualOverlapSeconds = 86_400;
export const longestOverlapSeconds = 7 * 86_400;

/** How long an endpoint may fail without a success before it is disabled. */
export const failingLimitSeconds = 5 * 86_400;

/** The place of a secret in the vault. */
export const secretPlace = (id: string) => `webhook_endpoints.secret:${id}`;
export const previousSecretPlace = (id: string) => `webhook_endpoints.previous_secret:${id}`;

/** Returns the wanted kinds of events, each once: all of them when none are named. */
export function readEventTypes(events: readonly EventType[] | null | undefined): EventType[] {
  const wanted = events && events.length > 0 ? events : eventTypes;
  return eventTypes.filter((type) => wanted.includes(type));
}

/** Returns host and port of a callback URL: what back-pressure counts by. */
export function receiverOf(callbackUrl: string): string {
  return new URL(callbackUrl).host;
}

/** Tells whether a transaction was committed when a snapshot was taken, as PostgreSQL's pg_visible_in_snapshot does. */
export function isCommittedIn(snapshot: string, tx: string): boolean {
  const [xmin, xmax, running] = snapshot.split(':') as [string, string, string];
  if (BigInt(tx) < BigInt(xmin)) return true;
  return BigInt(tx) < BigInt(xmax) && !running.split(',').includes(tx);
}

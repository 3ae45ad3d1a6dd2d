import type { ApplicationStatus } from '../../kernel/status.ts';
import type { EventType } from '../events/event.ts';

/** What can happen to an application. */
export type Trigger =
  | 'pay'
  | 'expire'
  | 'cancel'
  | 'refund'
  | 'file'
  | 'take_up'
  | 'ask'
  | 'answer'
  | 'approve'
  | 'deny';

/** One allowed move. */
export interface Move {
  from: readonly ApplicationStatus[];
  to: ApplicationStatus;
  /** Events beside `status_change`, written before it. */
  announces: readonly EventType[];
}

/** Every move there is: the state table of an application. */
export const moves: Readonly<Record<Trigger, Move>> = {
  pay: { from: ['DRAFT'], to: 'PAID', announces: ['payment_confirmed'] },
  expire: { from: ['DRAFT'], to: 'EXPIRED', announces: [] },
  cancel: { from: ['DRAFT', 'PAID'], to: 'CANCELLED', announces: [] },
  refund: { from: ['DRAFT', 'PAID'], to: 'CANCELLED', announces: [] },
  file: { from: ['PAID'], to: 'SUBMITTED', announces: [] },
  take_up: { from: ['SUBMITTED'], to: 'IN_REVIEW', announces: [] },
  ask: { from: ['SUBMITTED', 'IN_REVIEW'], to: 'ACTION_REQUIRED', announces: [] },
  answer: { from: ['ACTION_REQUIRED'], to: 'IN_REVIEW', announces: [] },
  approve: { from: ['SUBMITTED', 'IN_REVIEW'], to: 'APPROVED', announces: ['visa_approved'] },
  deny: { from: ['SUBMITTED', 'IN_REVIEW'], to: 'DENIED', announces: ['visa_denied'] },
};

/** Statuses that nothing follows. */
export const finalStatuses: readonly ApplicationStatus[] = ['APPROVED', 'DENIED', 'CANCELLED', 'EXPIRED'];

/** Statuses in which the authority has the application. */
export const submittedStatuses: readonly ApplicationStatus[] = [
  'SUBMITTED',
  'IN_REVIEW',
  'ACTION_REQUIRED',
  'APPROVED',
  'DENIED',
];

/** Tells whether a trigger is allowed in a status. */
export function allows(status: ApplicationStatus, trigger: Trigger): boolean {
  return moves[trigger].from.includes(status);
}

/** Returns the statuses that one move leads to from a status. */
export function nextStatuses(status: ApplicationStatus): ApplicationStatus[] {
  return [...new Set(Object.values(moves).flatMap((move) => (move.from.includes(status) ? [move.to] : [])))];
}

/** Returns the shortest way of triggers out of `usable` from one status to another, or undefined when there is none. */
export function shortestWay<Usable extends Trigger>(
  from: ApplicationStatus,
  to: ApplicationStatus,
  usable: readonly Usable[],
): Usable[] | undefined {
  const ways: { status: ApplicationStatus; triggers: Usable[] }[] = [{ status: from, triggers: [] }];
  const seen = new Set([from]);
  for (const way of ways) {
    if (way.status === to) return way.triggers;
    for (const trigger of usable) {
      const move = moves[trigger];
      if (!move.from.includes(way.status) || seen.has(move.to)) continue;
      seen.add(move.to);
      ways.push({ status: move.to, triggers: [...way.triggers, trigger] });
    }
  }
  return undefined;
}

import { describe, expect, it } from 'vitest';
import {
  allows,
  finalStatuses,
  moves,
  nextStatuses,
  shortestWay,
  type Trigger,
} from '../../../src/domain/orders/state.ts';
import { type ApplicationStatus, applicationStatuses } from '../../../src/kernel/status.ts';

const triggers = Object.keys(moves) as Trigger[];

/** The whole table, written out by hand: what the contract allows, and nothing else. */
const allowed: Record<ApplicationStatus, Partial<Record<Trigger, ApplicationStatus>>> = {
  DRAFT: { pay: 'PAID', expire: 'EXPIRED', cancel: 'CANCELLED', refund: 'CANCELLED' },
  PAID: { cancel: 'CANCELLED', refund: 'CANCELLED', file: 'SUBMITTED' },
  SUBMITTED: { take_up: 'IN_REVIEW', ask: 'ACTION_REQUIRED', approve: 'APPROVED', deny: 'DENIED' },
  IN_REVIEW: { ask: 'ACTION_REQUIRED', approve: 'APPROVED', deny: 'DENIED' },
  ACTION_REQUIRED: { answer: 'IN_REVIEW' },
  APPROVED: {},
  DENIED: {},
  CANCELLED: {},
  EXPIRED: {},
};

describe('the state table', () => {
  it.each(applicationStatuses.flatMap((from) => triggers.map((trigger) => [from, trigger] as const)))(
    'decides %s on %s as the contract does',
    (from, trigger) => {
      const to = allowed[from][trigger];
      expect(allows(from, trigger)).toBe(to !== undefined);
      if (to !== undefined) expect(moves[trigger].to).toBe(to);
    },
  );

  it('reaches every status from a draft', () => {
    for (const status of applicationStatuses) expect(shortestWay('DRAFT', status, triggers), status).toBeDefined();
  });

  it('lets nothing follow a final status', () => {
    for (const status of finalStatuses) expect(nextStatuses(status)).toEqual([]);
    const open = applicationStatuses.filter((status) => !finalStatuses.includes(status));
    for (const status of open) expect(nextStatuses(status).length, status).toBeGreaterThan(0);
  });

  it('announces payments and decisions beside the change of status', () => {
    const announcing = Object.fromEntries(
      Object.entries(moves)
        .filter(([, move]) => move.announces.length > 0)
        .map(([trigger, move]) => [trigger, move.announces]),
    );
    expect(announcing).toEqual({
      pay: ['payment_confirmed'],
      approve: ['visa_approved'],
      deny: ['visa_denied'],
    });
  });

  it('finds the shortest way, and none where there is none', () => {
    expect(shortestWay('PAID', 'APPROVED', ['file', 'take_up', 'approve'])).toEqual(['file', 'approve']);
    expect(shortestWay('PAID', 'PAID', triggers)).toEqual([]);
    expect(shortestWay('APPROVED', 'DENIED', triggers)).toBeUndefined();
    expect(shortestWay('DRAFT', 'SUBMITTED', ['file'])).toBeUndefined();
  });
});

import { randomBytes } from 'node:crypto';
import { vi } from 'vitest';
import type { IdempotentCall, Outcome } from '../../../src/domain/idempotency/idempotent-call.ts';
import { runOnce } from '../../../src/domain/idempotency/run-once.ts';
import type { AccountCaller } from '../../../src/kernel/caller.ts';
import type { Once } from '../../../src/kernel/once.ts';
import { createVault } from '../../../src/store/vault.ts';
import { testClock } from '../../support/clock.ts';
import { emptyTables, testDatabase } from '../../support/database.ts';
import { silentLog } from '../../support/service.ts';

export const account: AccountCaller = {
  kind: 'account',
  accountId: 'acc_1',
  keyId: 'key_1',
  mode: 'sandbox',
  scopes: ['agent'],
  clockOffsetSeconds: 0,
};

/** The call of most tests. */
export const call: IdempotentCall = {
  caller: account,
  operation: 'CreateThing',
  key: 'k-1',
  request: { a: 1, b: [2] },
};

export type Answer = Outcome & { data?: unknown };

/** A success. */
export const made = (data: unknown): Answer => ({ status: 201, data });

/** Counts how often it acts, and answers with the count. */
export const counting = () => {
  let count = 0;
  return vi.fn(async (_once: Once): Promise<Answer> => made({ count: ++count }));
};

/** Opens an empty database with what runs need; each test file has its own. */
export async function openRuns() {
  const { db } = await testDatabase();
  const realClock = testClock();
  const services = { db, vault: createVault([randomBytes(32)]), realClock, log: silentLog };
  return {
    db,
    realClock,
    services,
    /** A run that never comes back, as if its process had been killed: nothing of it happens after `until`. */
    killed: async (one: IdempotentCall, until: (once: Once) => Promise<unknown> = async () => {}): Promise<void> => {
      await new Promise<void>((resolve) => {
        void runOnce<Answer>(services, one, async (once) => {
          await until(once);
          resolve();
          return new Promise<Answer>(() => {});
        });
      });
    },
    /** An empty database at noon. */
    startAnew: async (): Promise<void> => {
      await emptyTables(db);
      realClock.set('2026-11-20T12:00:00.000Z');
    },
  };
}

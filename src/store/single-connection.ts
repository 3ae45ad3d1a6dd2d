import { AsyncLocalStorage } from 'node:async_hooks';
import type { PGlite, Transaction } from '@electric-sql/pglite';
import type { SpaceGuard } from './free-space.ts';

/** How long a query may wait for the transaction in which it was made before it is called a mistake. */
const selfWaitMilliseconds = 2000;

const reading = /^\s*(select|show|explain)\b/i;

/** The two calls that drizzle makes. */
export interface GuardedConnection {
  query: PGlite['query'];
  transaction: PGlite['transaction'];
}

/**
 * Guards the one connection of the embedded engine: nothing is written when the disk is nearly full, and a transaction
 * whose code queries the database beside it, and so would wait for itself for ever, gets an error instead.
 */
export function guardSingleConnection(client: PGlite, space: SpaceGuard): GuardedConnection {
  const within = new AsyncLocalStorage<{ ended: Promise<void>; open: boolean }>();

  const notOneself = async (): Promise<void> => {
    const transaction = within.getStore();
    if (!transaction?.open) return;
    let timer: NodeJS.Timeout | undefined;
    const mistake = new Promise<never>((_, reject) => {
      const error = new Error('the database was used inside a transaction instead of the transaction itself');
      timer = setTimeout(reject, selfWaitMilliseconds, error);
    });
    await Promise.race([transaction.ended, mistake]).finally(() => clearTimeout(timer));
  };

  return {
    query: async (statement, parameters, options) => {
      if (!reading.test(statement)) space.assertWritable();
      await notOneself();
      return client.query(statement, parameters, options);
    },
    transaction: async (body) => {
      space.assertWritable();
      await notOneself();
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      const transaction = { ended, open: true };
      try {
        return await client.transaction((tx: Transaction) => within.run(transaction, () => body(tx)));
      } finally {
        transaction.open = false;
        end();
      }
    },
  };
}

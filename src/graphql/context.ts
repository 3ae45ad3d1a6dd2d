import type { Caller } from '../kernel/caller.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { OperationDirectory } from '../kernel/next-step.ts';
import type { Once } from '../kernel/once.ts';
import type { Db } from '../store/db.ts';
import type { Vault } from '../store/vault.ts';

/** What the composition root makes once and every operation can ask for. */
export interface Services {
  db: Db;
  vault: Vault;
  /** The real time; a sandbox account's own time is in the request's `clock`. */
  clock: Clock;
  log: Log;
  /** How each operation is called over REST and as a tool. */
  directory: OperationDirectory;
  /** Tells a worker that something is due now; a hint, never needed for correctness. */
  wake(queue: 'filing' | 'webhooks' | 'events'): void;
  /** `{base_url}` in links, without a slash at the end. */
  baseUrl: string;
}

/** What one request adds: who calls, when it is for them, and whether the call is idempotent. */
export interface Context extends Services {
  caller: Caller;
  requestId: string;
  /** Present when the caller sent an idempotency key: the operation settles it in its transaction. */
  once?: Once | undefined;
  /** Loaders, by the object that defines them: rows of one request are fetched together. See `graphql/loader.ts`. */
  loaders: Map<unknown, unknown>;
}

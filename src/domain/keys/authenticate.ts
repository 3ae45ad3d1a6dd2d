import type { AccountCaller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Log } from '../../kernel/log.ts';
import type { Db } from '../../store/db.ts';
import { hashSecret, isUsable, readBearer } from './api-key.ts';
import { findKeyByHash, recordUses } from './key.store.ts';

/** How long a key that was read is believed: what another instance revokes ends here in under a second. */
const freshMilliseconds = 750;
/** How many keys are remembered. The longest unread ones are forgotten first. */
const remembered = 20_000;
/** How long uses are collected before they are written. */
const collectMilliseconds = 5_000;

/** The keys in use on this instance: who a key stands for, and when it was last used. */
export interface KeyRing {
  /**
   * Tells which account an Authorization header proves: at once for a key that was read in the last 750 ms. Throws
   * INVALID_API_KEY for one that is malformed, unknown, expired or revoked.
   */
  identify(authorization: string): AccountCaller | Promise<AccountCaller>;
  /** Forgets what is known of an account's keys and clock: a change counts from now on in this process. */
  forget(accountId: string): void;
  /** When a key was last used, as far as it is not written yet. */
  lastUsedAt(keyId: string): Date | undefined;
  /** Writes the uses collected so far. */
  flush(): Promise<void>;
  /** Writes the uses and stops. */
  close(): Promise<void>;
}

interface Known {
  caller: AccountCaller | undefined;
  expiresAt: number;
  /** When it was read. A wall clock that was set back makes it stale as well. */
  readAt: number;
}

/** Makes the key ring of one process. The clock is the real one: a sandbox account's own clock never ends a key. */
export function createKeyRing(services: { db: Db; clock: Clock; log: Log }): KeyRing {
  const { db, clock, log } = services;
  const known = new Map<string, Known>();
  const reading = new Map<string, Promise<Known>>();
  let uses = new Map<string, Date>();
  let generation = 0;
  let timer: NodeJS.Timeout | undefined;

  const read = async (hash: string): Promise<Known> => {
    const begun = generation;
    const now = clock.now();
    const row = await findKeyByHash(db, hash);
    const fresh: Known = {
      caller:
        row && isUsable(row, now)
          ? {
              kind: 'account',
              accountId: row.accountId,
              keyId: row.id,
              mode: row.mode,
              scopes: row.scopes,
              clockOffsetSeconds: row.clockOffsetSeconds,
            }
          : undefined,
      expiresAt: row?.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
      readAt: now.getTime(),
    };
    if (begun === generation) {
      known.delete(hash);
      known.set(hash, fresh);
      if (known.size > remembered) known.delete(known.keys().next().value!);
    }
    return fresh;
  };

  const readOnce = (hash: string): Promise<Known> => {
    const running = reading.get(hash);
    if (running !== undefined) return running;
    const started = read(hash).finally(() => {
      if (reading.get(hash) === started) reading.delete(hash);
    });
    reading.set(hash, started);
    return started;
  };

  const admit = (found: Known, now: Date): AccountCaller => {
    if (!found.caller || found.expiresAt <= now.getTime()) throw new Failure('INVALID_API_KEY');
    uses.set(found.caller.keyId, now);
    timer ??= setTimeout(() => {
      flush().catch((error: unknown) => log.warn('keys.uses_not_written', { error }));
    }, collectMilliseconds).unref();
    return found.caller;
  };

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (uses.size === 0) return;
    const collected = uses;
    uses = new Map();
    await recordUses(
      db,
      Array.from(collected, ([id, at]) => ({ id, at })),
    );
  };

  return {
    identify: (authorization) => {
      const apiKey = readBearer(authorization);
      if (apiKey === undefined) throw new Failure('INVALID_API_KEY');
      const hash = hashSecret(apiKey);
      const now = clock.now();
      const found = known.get(hash);
      if (found && Math.abs(now.getTime() - found.readAt) < freshMilliseconds) return admit(found, now);
      return readOnce(hash).then((read) => admit(read, now));
    },
    forget: (accountId) => {
      generation += 1;
      reading.clear();
      for (const [hash, found] of known) if (found.caller?.accountId === accountId) known.delete(hash);
    },
    lastUsedAt: (keyId) => uses.get(keyId),
    flush,
    close: flush,
  };
}

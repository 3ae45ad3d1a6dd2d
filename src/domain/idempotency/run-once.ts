import { deserialize, serialize } from 'node:v8';
import { addSeconds, type Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import { newId } from '../../kernel/id.ts';
import type { Log } from '../../kernel/log.ts';
import type { Once } from '../../kernel/once.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import {
  deleteCall,
  findCall,
  insertCall,
  type StoredCall,
  takeOverCall,
  updateCall,
} from './idempotent-call.store.ts';
import {
  fingerprintOf,
  type IdempotentCall,
  isKept,
  keptSeconds,
  leaseSeconds,
  type Outcome,
  renewalSeconds,
  requireIdempotencyKey,
  scopeOf,
} from './idempotent-call.ts';

/** What running once needs; the clock is the real one. */
export interface RunOnceServices {
  db: Db;
  vault: Vault;
  realClock: Clock;
  log: Log;
}

/** An answer, and whether it is that of an earlier run. */
export interface OnceAnswer<Answer> {
  answer: Answer;
  replayed: boolean;
}

interface Started {
  kind: 'run';
  call: Pick<StoredCall, 'id' | 'run'>;
  /** What is settled, by root field. */
  results: Map<string, unknown>;
  /** Something was begun, or settled in a transaction that may have been committed even if it seemed to fail. */
  mayBeSettled: boolean;
}

type Start = Started | { kind: 'answered'; answer: unknown };

/**
 * Runs a call once for its idempotency key, and answers every repetition within 24 hours as the first time. While it runs, a
 * repetition is refused with IDEMPOTENCY_IN_PROGRESS; with another request under the key, with IDEMPOTENCY_KEY_REUSED. A run
 * that broke off is taken up again once its lease is over: with what it settled, or, when it had settled nothing, anew.
 */
export async function runOnce<Answer extends Outcome>(
  services: RunOnceServices,
  call: IdempotentCall,
  act: (once: Once) => Promise<Answer>,
): Promise<OnceAnswer<Answer>> {
  requireIdempotencyKey(call.key);
  const start = await begin(services, scopeOf(call), fingerprintOf(call.request));
  if (start.kind === 'answered') return { answer: start.answer as Answer, replayed: true };

  const { db, vault, realClock, log } = services;
  const { id } = start.call;
  const renewal = setInterval(() => {
    updateCall(db, start.call, { leaseUntil: addSeconds(realClock.now(), leaseSeconds) }).catch((error: unknown) =>
      log.warn('idempotency.lease_not_renewed', { error }),
    );
  }, renewalSeconds * 1000).unref();
  try {
    const answer = await act(settling(services, start));
    if (isKept(answer)) {
      const sealed = vault.seal(serialize(answer), `idempotent_calls.answer:${id}`);
      await updateCall(db, start.call, { answer: sealed, results: null });
    } else {
      await release(services, start);
    }
    return { answer, replayed: false };
  } catch (error) {
    await release(services, start).catch((cause: unknown) => log.warn('idempotency.not_released', { error: cause }));
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

/** Claims the key, finds the answer, takes a broken run over, or refuses. */
async function begin({ db, vault, realClock }: RunOnceServices, scope: string, fingerprint: string): Promise<Start> {
  for (;;) {
    const now = realClock.now();
    const leaseUntil = addSeconds(now, leaseSeconds);
    const id = newId('idm');
    const fresh = { id, scope, fingerprint, leaseUntil, createdAt: now, expiresAt: addSeconds(now, keptSeconds) };
    if (await insertCall(db, fresh)) {
      return { kind: 'run', call: { id, run: 1 }, results: new Map(), mayBeSettled: false };
    }

    const known = await findCall(db, scope);
    if (known === undefined) continue;
    if (known.expiresAt <= now) {
      await deleteCall(db, known);
      continue;
    }
    if (known.fingerprint !== fingerprint) throw new Failure('IDEMPOTENCY_KEY_REUSED');
    if (known.answer !== null) {
      return { kind: 'answered', answer: deserialize(vault.open(known.answer, `idempotent_calls.answer:${known.id}`)) };
    }
    if (known.leaseUntil > now) throw inProgress();
    const taken = await takeOverCall(db, known, leaseUntil);
    if (taken === undefined || taken.answer !== null) continue;
    const results = taken.results
      ? (deserialize(vault.open(taken.results, `idempotent_calls.results:${taken.id}`)) as Map<string, unknown>)
      : new Map<string, unknown>();
    return { kind: 'run', call: { id: taken.id, run: taken.run }, results, mayBeSettled: results.size > 0 };
  }
}

/** Makes what the operation settles. Each root field settles its own result; together they are one sealed value. */
function settling({ vault }: RunOnceServices, started: Started): Once {
  const { call, results } = started;
  const field = (name: string): Once => ({
    id: name === 'data' ? call.id : `${call.id}:${name}`,
    recalled: results.has(name) ? { result: results.get(name) } : undefined,
    field,
    settle: async (tx, result) => {
      started.mayBeSettled = true;
      results.set(name, result);
      const sealed = vault.seal(serialize(results), `idempotent_calls.results:${call.id}`);
      if (!(await updateCall(tx as Db, call, { results: sealed }))) throw inProgress();
    },
    abandon: () => results.delete(name),
    begun: () => {
      started.mayBeSettled = true;
    },
  });
  return field('data');
}

/**
 * Lets the next try have the call: as if the key had never been used, or, when something was settled, with what was
 * committed of it. A transaction whose connection broke may have been committed: only the next try can find out.
 */
async function release({ db, realClock }: RunOnceServices, { call, mayBeSettled }: Started): Promise<void> {
  if (mayBeSettled) await updateCall(db, call, { leaseUntil: realClock.now() });
  else await deleteCall(db, call);
}

function inProgress(): Failure {
  return new Failure('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: 1 });
}

import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { watchDeadlines } from './deadline-watch.ts';
import { failureOf, isConnectionLost, outcomeUnknown, unavailable } from './query-failure.ts';

/** How long each part of an operation may take before its caller is told that the database is out of reach. */
export interface Deadlines {
  /** Making a connection. */
  connectSeconds: number;
  /** Waiting for a connection to begin a transaction on. */
  acquireSeconds: number;
  /** One statement, enforced by the server. */
  statementSeconds: number;
  /** One answer, enforced here: beyond what the server allows itself, so that silence means it is gone. */
  answerSeconds: number;
}

export const defaultDeadlines: Deadlines = {
  connectSeconds: 3,
  acquireSeconds: 5,
  statementSeconds: 5,
  answerSeconds: 7,
};

const poolSize = 10;
/** Connections for reads of single rows: with few, those that come at once leave together and come back together. */
const sharedSize = 2;
const reading = /^\s*(select|show)\b/i;

type Rows = postgres.PendingQuery<postgres.Row[]> & { active?: boolean };
type Scope = Pick<postgres.TransactionSql, 'unsafe' | 'savepoint'>;

/** The part of a postgres.js client that drizzle uses, with a deadline on everything it does. */
export interface Pool {
  options: postgres.Sql['options'];
  unsafe(statement: string, parameters?: unknown[], options?: object): Statement;
  begin<Result>(body: (scope: GuardedScope) => Promise<Result>): Promise<Result>;
  /** The same for reads so short that they may wait for each other: they are pipelined on connections of their own. */
  shared: Pick<Pool, 'unsafe'>;
  end(): Promise<void>;
}

/** A statement that runs when it is awaited; `values` asks for rows as arrays. */
interface Statement extends PromiseLike<unknown> {
  values(): Promise<unknown>;
}

interface GuardedScope {
  unsafe: Pool['unsafe'];
  savepoint<Result>(body: (scope: GuardedScope) => Promise<Result>): Promise<Result>;
}

/**
 * A pool of connections on which nothing waits for ever. A statement or a transaction that gets no answer in time fails
 * with SERVICE_UNAVAILABLE; connections that fell silent are given up and made anew. When the acknowledgement of a
 * change is lost, the failure says that its outcome is unknown instead of claiming that nothing happened.
 */
export function createPool(url: string, deadlines: Deadlines = defaultDeadlines): Pool {
  const pool = openConnections(url, deadlines, poolSize);
  // A client for each: the driver's list of busy connections grows with every statement for as long as two of them do not rest, and is
  // searched for each statement.
  const singles = Array.from({ length: sharedSize }, () => openConnections(url, deadlines, 1));
  const quietest = () => singles.reduce((best, other) => (other.pending < best.pending ? other : best));
  const watch = watchDeadlines(deadlines.answerSeconds);

  const run = (
    on: Connections,
    make: () => Rows,
    asArrays: boolean,
    onLost: (error: unknown) => unknown,
  ): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const from = on.client();
      const query = make();
      on.pending += 1;
      const watched = watch.add(() => {
        const active = query.active === true;
        reject(active ? onLost(new Error('no answer in time')) : unavailable(new Error('no connection in time')));
        if (!active) query.cancel();
        on.giveUp(from, active);
      });
      const over = () => {
        watch.remove(watched);
        on.pending -= 1;
      };
      (asArrays ? query.values() : query).then(
        (rows) => {
          over();
          on.answered();
          resolve(rows);
        },
        (error) => {
          over();
          if (!isConnectionLost(error)) on.answered();
          reject(isConnectionLost(error) && query.active ? onLost(error) : failureOf(error));
        },
      );
    });

  const statement = (on: Connections, make: () => Rows, onLost: (error: unknown) => unknown): Statement => ({
    // biome-ignore lint/suspicious/noThenProperty: like the driver's own, a statement runs when it is awaited
    then: (onRows, onError) => run(on, make, false, onLost).then(onRows, onError),
    values: () => run(on, make, true, onLost),
  });
  const unsafeOn = (on: Connections, ...[text, parameters, options]: Parameters<Pool['unsafe']>): Statement =>
    statement(
      on,
      () => on.client().unsafe(text, parameters as never[], options) as Rows,
      reading.test(text) ? unavailable : outcomeUnknown,
    );

  const guardScope = (scope: Scope, doom: (error: unknown) => void): GuardedScope => ({
    unsafe: (text, parameters, options) =>
      statement(
        pool,
        () => scope.unsafe(text, parameters as never[], options) as Rows,
        (error) => {
          const failure = unavailable(error);
          doom(failure);
          return failure;
        },
      ),
    savepoint: (body) => scope.savepoint((inner) => body(guardScope(inner, doom))) as never,
  });

  const begin = <Result>(body: (scope: GuardedScope) => Promise<Result>): Promise<Result> => {
    const from = pool.client();
    let phase = 'waiting' as 'waiting' | 'running' | 'committing' | 'over';
    const isOver = (): boolean => phase === 'over';
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const fail = (error: unknown): void => {
      clearTimeout(timer);
      phase = 'over';
      reject(error);
    };
    let timer = setTimeout(() => {
      fail(unavailable(new Error('no connection in time')));
      pool.giveUp(from, false);
    }, deadlines.acquireSeconds * 1000);

    from
      .begin(async (scope) => {
        clearTimeout(timer);
        if (isOver()) throw new Error('nobody waits for this transaction any more');
        pool.answered();
        phase = 'running';
        const result = await body(guardScope(scope, fail));
        if (isOver()) throw new Error('a statement of this transaction got no answer');
        phase = 'committing';
        timer = setTimeout(() => {
          fail(outcomeUnknown(new Error('no answer to the commit in time')));
          pool.giveUp(from, true);
        }, deadlines.answerSeconds * 1000);
        return result;
      })
      .then(
        (result) => {
          clearTimeout(timer);
          pool.answered();
          resolve(result as Result);
        },
        (error) => fail(phase === 'committing' && isConnectionLost(error) ? outcomeUnknown(error) : failureOf(error)),
      );
    return promise;
  };

  return {
    get options() {
      return pool.client().options;
    },
    unsafe: (...asked) => unsafeOn(pool, ...asked),
    begin,
    shared: { unsafe: (...asked) => unsafeOn(quietest(), ...asked) },
    end: async () => {
      watch.stop();
      await Promise.all([pool, ...singles].map((connections) => connections.end()));
    },
  };
}

/** Some connections to the server, given up and made anew when they fall silent. */
interface Connections {
  client(): postgres.Sql;
  /** Statements under way. */
  pending: number;
  /** Notes that the server answered. */
  answered(): void;
  /** Gives up connections on which a deadline passed, unless the server answers others and was only busy. */
  giveUp(silent: postgres.Sql, wasActive: boolean): void;
  /** Lets what runs end, and opens no others. */
  end(): Promise<void>;
}

function openConnections(url: string, deadlines: Deadlines, size: number): Connections {
  let client = connect(url, deadlines, size);
  let closed = false;
  let answeredAt = performance.now();
  const replace = (silent: postgres.Sql, graceSeconds: number): void => {
    if (silent !== client || closed) return;
    client = connect(url, deadlines, size);
    answeredAt = performance.now();
    silent.end({ timeout: graceSeconds }).catch(() => {});
  };
  return {
    client: () => client,
    pending: 0,
    answered: () => {
      answeredAt = performance.now();
    },
    giveUp: (silent, wasActive) => {
      const silentFor = (performance.now() - answeredAt) / 1000;
      if (silentFor >= Math.min(deadlines.acquireSeconds, deadlines.answerSeconds)) replace(silent, 0);
      else if (wasActive) replace(silent, deadlines.answerSeconds);
    },
    end: () => {
      closed = true;
      return client.end({ timeout: deadlines.answerSeconds });
    },
  };
}

function connect(url: string, deadlines: Deadlines, max: number): postgres.Sql {
  const client = postgres(url, {
    max,
    connect_timeout: deadlines.connectSeconds,
    backoff: () => 0.25,
    keep_alive: 10,
    onnotice: () => {},
    connection: {
      application_name: 'visa-agent-service',
      statement_timeout: deadlines.statementSeconds * 1000,
      idle_in_transaction_session_timeout: 2 * deadlines.answerSeconds * 1000,
    },
  });
  // Sets the client's parsers as drizzle needs them, on this and on every later client of the pool.
  drizzle(client);
  return client;
}

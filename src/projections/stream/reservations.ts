import type { Request, Response } from 'graphql-sse';
import { Failure } from '../../kernel/failure.ts';
import type { SharedConnection } from './queue-sink.ts';
import type { Outlet, Sink } from './sink.ts';

/** How long a reserved connection may stay away. */
const reservedSeconds = 30;
const largestNumber = 10_000;
const largestOperations = 100;

interface Reservation {
  /** When it was made; of no matter once the connection is there. */
  at: Date;
  outlet: Outlet | undefined;
  operations: Set<Sink>;
  /** Resolves when the connection is there, or will never be. */
  settled: Promise<void>;
  settle(): void;
}

/** The connections that clients have reserved or opened for several subscriptions. */
export interface Reservations {
  /** Throws SERVICE_UNAVAILABLE when there are too many. */
  add(token: string, now: Date): void;
  /** Returns the token when it stands for a connection. */
  known(token: string | undefined): string | undefined;
  /** Takes the connection that fulfils a reservation. */
  open(token: string, outlet: Outlet): void;
  /** Adds a subscription to a connection and returns how it leaves; throws RATE_LIMITED when it has too many. */
  join(token: string, sink: Sink, release: () => void): () => void;
  /** Returns the connection that a token stands for, as its subscriptions see it. */
  connection(token: string): SharedConnection;
  /** Lets go of reservations whose connection never came. */
  expire(now: Date): void;
  close(): void;
}

/** Keeps reservations. `opening` opens the stream of a token within the protocol, so that it can be let go of there as well. */
export function createReservations(opening: (token: string) => Promise<Response>): Reservations {
  const reservations = new Map<string, Reservation>();

  const drop = (token: string, reservation: Reservation) => {
    reservations.delete(token);
    reservation.settle();
    void opening(token).then(([body]) => {
      if (body !== null && typeof body !== 'string') return body.return(undefined);
    });
  };

  return {
    add: (token, now) => {
      if (reservations.size >= largestNumber) throw new Failure('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 });
      const { promise, resolve } = Promise.withResolvers<void>();
      reservations.set(token, {
        at: now,
        outlet: undefined,
        operations: new Set(),
        settled: promise,
        settle: resolve,
      });
    },
    known: (token) => (token !== undefined && reservations.has(token) ? token : undefined),
    open: (token, outlet) => {
      const reservation = reservations.get(token);
      if (!reservation) return;
      reservation.outlet = outlet;
      reservation.settle();
      outlet.onClose(() => reservations.delete(token));
    },
    join: (token, sink, release) => {
      const operations = reservations.get(token)?.operations;
      operations?.add(sink);
      return () => {
        operations?.delete(sink);
        release();
      };
    },
    connection: (token) => {
      const reservation = reservations.get(token);
      if (!reservation) throw new Failure('NOT_FOUND');
      if (reservation.operations.size >= largestOperations) {
        throw new Failure('RATE_LIMITED', {
          message: `One connection carries at most ${largestOperations} subscriptions.`,
          hint: 'End some of them, or open another connection.',
        });
      }
      return {
        room: async () => {
          await reservation.settled;
          await reservation.outlet?.drained();
        },
      };
    },
    expire: (now) => {
      for (const [token, reservation] of reservations) {
        const age = now.getTime() - reservation.at.getTime();
        if (!reservation.outlet && age > reservedSeconds * 1000) drop(token, reservation);
      }
    },
    close: () => {
      for (const [token, reservation] of reservations) if (!reservation.outlet) drop(token, reservation);
    },
  };
}

/** The request that opens the stream of a token from within; its context says which. */
export const openingOf = <Raw>(token: string): Request<Raw, object> => ({
  method: 'GET',
  url: '/graphql/stream',
  headers: { get: (name) => (name === 'accept' ? 'text/event-stream' : undefined) },
  body: null,
  raw: undefined as Raw,
  context: { opens: token },
});

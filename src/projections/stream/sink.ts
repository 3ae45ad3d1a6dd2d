import type { GraphQLFormattedError } from 'graphql';

/** How much of a subscriber's stream may wait unread before it is closed. The frames themselves are shared by all. */
export const largestBacklog = 512 * 1024;

/** The result of one event for one document, ready to be written to all who asked for the same. */
export interface Message {
  /** The whole server-sent event of a stream that carries one subscription. */
  frame: Buffer;
  /** The same result for streams that carry several, where each is told apart by a name of its own. */
  result: object;
}

/** Where bytes leave the process: one connection of one subscriber. */
export interface Outlet {
  /** Hands bytes to the network; never waits. */
  write(bytes: Buffer | string): void;
  /** Bytes that the network has not taken yet. */
  backlog(): number;
  /** Resolves when the network has taken enough, or the connection is gone; undefined while there is room. */
  drained(): Promise<void> | undefined;
  /** Ends the stream after what was written. Whoever does not read that either is cut off. */
  end(): void;
  isOpen(): boolean;
  /** Calls back once, when the connection is gone. */
  onClose(callback: () => void): void;
}

/** One subscription of one subscriber. */
export interface Sink {
  /** Number of the last event of its group that it had when it joined. */
  from: number;
  /** Takes messages, whose frames together are `frame`; closes itself with SUBSCRIBER_TOO_SLOW when too many wait. */
  accept(messages: readonly Message[], frame: Buffer): void;
  /** Resolves when there is room again; undefined while there is. */
  room(): Promise<void> | undefined;
  /** Ends the subscription with a reason. */
  fail(reason: GraphQLFormattedError): void;
  isOpen(): boolean;
}

/** Writes one server-sent event of the GraphQL protocol. */
export const frameOf = (event: 'next' | 'complete', data?: object): string =>
  `event: ${event}\ndata:${data === undefined ? '' : ` ${JSON.stringify(data)}`}\n\n`;

/** A subscription that has a connection of its own: the shared frames go straight to the network. */
export class DirectSink implements Sink {
  readonly outlet: Outlet;
  from = 0;
  readonly #tooSlow: GraphQLFormattedError;
  #open = true;

  constructor(outlet: Outlet, tooSlow: GraphQLFormattedError) {
    this.outlet = outlet;
    this.#tooSlow = tooSlow;
  }

  accept(_messages: readonly Message[], frame: Buffer): void {
    // Asked before writing: however much comes at once, whoever has read what came before gets it.
    if (this.outlet.backlog() > largestBacklog) this.fail(this.#tooSlow);
    else this.outlet.write(frame);
  }

  room(): Promise<void> | undefined {
    return this.outlet.drained();
  }

  fail(reason: GraphQLFormattedError): void {
    if (!this.isOpen()) return;
    this.#open = false;
    this.outlet.write(frameOf('next', { errors: [reason] }) + frameOf('complete'));
    this.outlet.end();
  }

  isOpen(): boolean {
    return this.#open && this.outlet.isOpen();
  }
}

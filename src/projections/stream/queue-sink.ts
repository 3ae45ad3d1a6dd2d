import type { GraphQLFormattedError } from 'graphql';
import { largestBacklog, type Message, type Sink } from './sink.ts';

/** The connection that several subscriptions share, once it is there. */
export interface SharedConnection {
  /** Resolves when the connection is there and the network has taken what was written. */
  room(): Promise<void>;
}

/**
 * A subscription that shares a connection with others. Messages wait here, within bounds, until the connection has room: what takes them
 * from here keeps them without bounds.
 */
export class QueueSink implements Sink, AsyncGenerator<object, void, void> {
  from = 0;
  readonly #connection: SharedConnection;
  readonly #tooSlow: GraphQLFormattedError;
  readonly #left: () => void;
  readonly #waiting: Message[] = [];
  #bytes = 0;
  #open = true;
  #reason: GraphQLFormattedError | undefined;
  #arrived: (() => void) | undefined;
  #emptied: (() => void) | undefined;

  constructor(connection: SharedConnection, tooSlow: GraphQLFormattedError, left: () => void) {
    this.#connection = connection;
    this.#tooSlow = tooSlow;
    this.#left = left;
  }

  accept(messages: readonly Message[], frame: Buffer): void {
    if (!this.#open) return;
    if (this.#bytes > largestBacklog) {
      this.fail(this.#tooSlow);
      return;
    }
    this.#waiting.push(...messages);
    this.#bytes += frame.length;
    this.#arrived?.();
  }

  room(): Promise<void> | undefined {
    if (this.#waiting.length === 0) return undefined;
    return new Promise((resolve) => {
      this.#emptied = resolve;
    });
  }

  fail(reason: GraphQLFormattedError): void {
    if (!this.#open) return;
    this.#reason = reason;
    this.#close();
  }

  isOpen(): boolean {
    return this.#open;
  }

  #close(): void {
    this.#open = false;
    this.#arrived?.();
    this.#emptied?.();
    this.#left();
  }

  async next(): Promise<IteratorResult<object, void>> {
    for (;;) {
      await this.#connection.room();
      const message = this.#waiting.shift();
      if (message) {
        this.#bytes -= message.frame.length;
        if (this.#waiting.length === 0) this.#emptied?.();
        return { done: false, value: message.result };
      }
      if (this.#reason) {
        const errors = [this.#reason];
        this.#reason = undefined;
        return { done: false, value: { errors } };
      }
      if (!this.#open) return { done: true, value: undefined };
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
      });
    }
  }

  async return(): Promise<IteratorResult<object, void>> {
    this.#waiting.length = 0;
    if (this.#open) this.#close();
    return { done: true, value: undefined };
  }

  async throw(error: unknown): Promise<IteratorResult<object, void>> {
    await this.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }
}

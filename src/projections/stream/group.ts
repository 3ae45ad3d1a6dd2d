import type { ExecutionResult } from 'graphql';
import type { FeedEvent, Interest } from '../../domain/events/event.ts';
import type { EventFeed } from '../../domain/events/event-feed.ts';
import { frameOf, type Message, type Sink } from './sink.ts';

/** What all members of a group have in common. */
export interface Shape {
  interest: Interest;
  /** Executes the document for an event. */
  execute(event: FeedEvent): ExecutionResult | Promise<ExecutionResult>;
  /** Throws when those who asked may not follow any more. */
  verify(): void | Promise<void>;
  /** Ends a subscription with the reason that was thrown. */
  refuse(sink: Sink, reason: unknown): void;
}

/** Results of this many bytes are kept for members who catch up. */
const keptBytes = 1024 * 1024;

/**
 * Everybody who asked the same of the same events: each event is executed once, and the same bytes are written to all, in the order of the
 * feed.
 */
export class Group {
  readonly key: string;
  readonly #shape: Shape;
  readonly #members = new Set<Sink>();
  readonly #kept = new Map<string, Message | Promise<Message>>();
  #keptBytes = 0;
  #heard = 0;
  #ready: { message: Message; number: number }[] = [];
  #pending: Promise<void> | undefined;
  #verified: Promise<void> | undefined;
  readonly #stop: () => void;
  /** Subscriptions that are members or about to be. */
  users = 0;

  constructor(feed: EventFeed, key: string, shape: Shape) {
    this.key = key;
    this.#shape = shape;
    this.#stop = feed.follow(shape.interest, (event) => this.#hear(event));
  }

  get interest(): Interest {
    return this.#shape.interest;
  }

  /** Adds a subscription that has every event so far. */
  join(sink: Sink): void {
    sink.from = this.#heard;
    this.#members.add(sink);
  }

  leave(sink: Sink): void {
    this.#members.delete(sink);
  }

  /** Returns the result of an event, executed at most once while it is kept. */
  message(event: FeedEvent): Message | Promise<Message> {
    const known = this.#kept.get(event.id);
    if (known !== undefined) return known;
    const result = this.#shape.execute(event);
    const made = result instanceof Promise ? result.then((value) => this.#keep(event.id, value)) : undefined;
    if (!made) return this.#keep(event.id, result as ExecutionResult);
    this.#kept.set(event.id, made);
    made.catch(() => this.#kept.delete(event.id));
    return made;
  }

  /** Ends the subscriptions of those who may not follow any more; asked now and then also when nothing happens. */
  async verify(): Promise<void> {
    this.#verified ??= (async () => this.#shape.verify())().finally(() => {
      this.#verified = undefined;
    });
    await this.#verified.catch((reason) => this.#refuseAll(reason));
  }

  close(): void {
    this.#stop();
    this.#members.clear();
    this.#kept.clear();
  }

  #keep(id: string, result: ExecutionResult): Message {
    const message = { result, frame: Buffer.from(frameOf('next', result)) };
    this.#kept.set(id, message);
    this.#keptBytes += message.frame.length;
    for (const [oldest, old] of this.#kept) {
      if (this.#keptBytes <= keptBytes) break;
      this.#kept.delete(oldest);
      if (!(old instanceof Promise)) this.#keptBytes -= old.frame.length;
    }
    return message;
  }

  #hear(event: FeedEvent): void {
    this.#heard += 1;
    const number = this.#heard;
    let verified: void | Promise<void>;
    try {
      verified = this.#shape.verify();
      if (this.#pending === undefined && verified === undefined) {
        const message = this.message(event);
        if (!(message instanceof Promise)) {
          this.#deliver(message, number);
          return;
        }
      }
    } catch (reason) {
      this.#refuseAll(reason);
      return;
    }
    const turn = Promise.all([this.#pending, verified])
      .then(async () => this.#deliver(await this.message(event), number))
      .catch((reason) => this.#refuseAll(reason))
      .finally(() => {
        if (this.#pending === turn) this.#pending = undefined;
      });
    this.#pending = turn;
  }

  /** What is heard in one turn is written at once: a decision is two events, and each write costs the same. */
  #deliver(message: Message, number: number): void {
    this.#ready.push({ message, number });
    if (this.#ready.length === 1) queueMicrotask(() => this.#flush());
  }

  #flush(): void {
    const ready = this.#ready;
    this.#ready = [];
    const first = ready[0]!.number;
    const messages = ready.map(({ message }) => message);
    const frame = messages.length === 1 ? messages[0]!.frame : Buffer.concat(messages.map((message) => message.frame));
    for (const sink of this.#members) {
      if (sink.from < first) sink.accept(messages, frame);
      else for (const { message, number } of ready) if (number > sink.from) sink.accept([message], message.frame);
    }
  }

  #refuseAll(reason: unknown): void {
    for (const sink of this.#members) this.#shape.refuse(sink, reason);
  }
}

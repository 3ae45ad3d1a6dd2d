/** How much is sent at once. */
export interface DeliveryLimits {
  /** Deliveries that this process has claimed: those that run, and those that wait for their turn. */
  claimed: number;
  /** Attempts that run at the same time. */
  running: number;
  /** Of these, to one receiver: its host and port. */
  perReceiver: number;
  /** Deliveries to one receiver that wait in this process, so that it has something to send while the database is asked. */
  waitingPerReceiver: number;
  /** Attempts at once to a receiver that was slow or did not answer the last time; nothing waits for it here. */
  perSlowReceiver: number;
  /** From when on a receiver is called slow. */
  slowMs: number;
  /** How long one worker has a delivery before another may take it up; an attempt begins in the first half of it. */
  leaseSeconds: number;
}

/** What an attempt says of its receiver. */
export interface ReceiverSign {
  durationMs: number;
  answered: boolean;
}

/** Lets attempts through so that a slow receiver takes a small part of what can run at once. */
export interface ReceiverGate<Item> {
  /** Starts an attempt now, or when there is room for it. */
  enter(receiver: string, item: Item): void;
  /** How many run or wait. */
  size(): number;
  /** Receivers for which fewer than usual may be claimed now, and how many. */
  crowded(): Record<string, number>;
  /** Takes out and returns all that wait. */
  empty(): Item[];
  /** Waits until nothing runs. */
  idle(): Promise<void>;
}

interface Receiver<Item> {
  running: number;
  slow: boolean;
  waiting: Item[];
}

/** How many receivers are remembered as slow while nothing runs to them. */
const mostRemembered = 500;

/** Makes a gate in which nothing runs. `start` makes an attempt and never throws; null says nothing of the receiver. */
export function createReceiverGate<Item>(
  limits: DeliveryLimits,
  start: (item: Item) => Promise<ReceiverSign | null>,
): ReceiverGate<Item> {
  const receivers = new Map<string, Receiver<Item>>();
  let running = 0;
  let waiting = 0;
  let rest: PromiseWithResolvers<void> | undefined;

  const pass = (name: string, receiver: Receiver<Item>): void => {
    const room = receiver.slow ? limits.perSlowReceiver : limits.perReceiver;
    while (receiver.waiting.length > 0 && receiver.running < room && running < limits.running) {
      running += 1;
      receiver.running += 1;
      waiting -= 1;
      void start(receiver.waiting.shift()!).then((sign) => leave(name, receiver, sign));
    }
  };

  const leave = (name: string, receiver: Receiver<Item>, sign: ReceiverSign | null): void => {
    const wasFull = running >= limits.running;
    running -= 1;
    receiver.running -= 1;
    if (sign) receiver.slow = !sign.answered || sign.durationMs >= limits.slowMs;
    pass(name, receiver);
    if (wasFull && waiting > 0) for (const [other, waiter] of receivers) pass(other, waiter);
    if (receiver.running === 0 && receiver.waiting.length === 0) forget(name, receiver);
    if (running > 0) return;
    rest?.resolve();
    rest = undefined;
  };

  const forget = (name: string, receiver: Receiver<Item>): void => {
    receivers.delete(name);
    if (!receiver.slow) return;
    receivers.set(name, receiver);
    if (receivers.size <= mostRemembered) return;
    const oldest = [...receivers].find(([, other]) => other.running === 0 && other.waiting.length === 0);
    if (oldest) receivers.delete(oldest[0]);
  };

  return {
    enter: (name, item) => {
      const receiver = receivers.get(name) ?? { running: 0, slow: false, waiting: [] };
      receivers.set(name, receiver);
      receiver.waiting.push(item);
      waiting += 1;
      pass(name, receiver);
    },
    size: () => running + waiting,
    crowded: () =>
      Object.fromEntries(
        [...receivers].map(([name, { running: busy, slow, waiting: queue }]) => {
          if (slow) return [name, Math.max(0, limits.perSlowReceiver - busy - queue.length)];
          const room = limits.perReceiver + limits.waitingPerReceiver - busy - queue.length;
          // Who has enough waiting is not claimed for in dribs.
          return [name, room * 2 < limits.waitingPerReceiver ? 0 : room];
        }),
      ),
    empty: () => {
      waiting = 0;
      return [...receivers.values()].flatMap((receiver) => receiver.waiting.splice(0));
    },
    idle: async () => {
      if (running === 0) return;
      rest ??= Promise.withResolvers();
      await rest.promise;
    },
  };
}

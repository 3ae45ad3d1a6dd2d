/** How much is sent at once. */
export interface DeliveryLimits {
  /** Attempts that run at the same time in this process. */
  running: number;
  /** Of these, to one receiver: its host and port. */
  perReceiver: number;
  /** To one that was slow or did not answer the last time. */
  perSlowReceiver: number;
  /** From when on a receiver is called slow. */
  slowMs: number;
  /** How long one worker has a delivery before another may take it up: longer than an attempt and its record. */
  leaseSeconds: number;
}

/** Counts what runs to each receiver, so that a slow one takes a small part of what can run at once. */
export interface ReceiverGate {
  start(receiver: string): void;
  end(receiver: string, attempt: { durationMs: number; answered: boolean }): void;
  /** Receivers that can take fewer attempts than usual now, and how many. */
  crowded(): Record<string, number>;
}

/** How many receivers are remembered as slow while nothing runs to them. */
const mostRemembered = 500;

/** Makes a gate in which nothing runs. */
export function createReceiverGate({ perReceiver, perSlowReceiver, slowMs }: DeliveryLimits): ReceiverGate {
  const known = new Map<string, { running: number; slow: boolean }>();
  return {
    start: (receiver) => {
      const state = known.get(receiver) ?? { running: 0, slow: false };
      state.running += 1;
      known.set(receiver, state);
    },
    end: (receiver, { durationMs, answered }) => {
      const state = known.get(receiver)!;
      state.running -= 1;
      state.slow = !answered || durationMs >= slowMs;
      if (state.running > 0) return;
      known.delete(receiver);
      if (!state.slow) return;
      known.set(receiver, state);
      if (known.size <= mostRemembered) return;
      const oldest = [...known].find(([, { running }]) => running === 0);
      if (oldest) known.delete(oldest[0]);
    },
    crowded: () =>
      Object.fromEntries(
        [...known].map(([receiver, { running, slow }]) => [
          receiver,
          Math.max(0, (slow ? perSlowReceiver : perReceiver) - running),
        ]),
      ),
  };
}

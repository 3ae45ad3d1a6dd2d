import type { AccountCaller } from '../../kernel/caller.ts';
import { addSeconds } from '../../kernel/clock.ts';
import type { Delivery } from './delivery.ts';

/** Returns deliveries with their next attempt, which is kept in real time, by the clock that their owner sees. */
export function inOwnersTime<Row extends Pick<Delivery, 'nextAttemptAt'>>(
  deliveries: readonly Row[],
  { clockOffsetSeconds }: AccountCaller,
): Row[] {
  return deliveries.map((delivery) =>
    delivery.nextAttemptAt === null
      ? delivery
      : { ...delivery, nextAttemptAt: addSeconds(delivery.nextAttemptAt, clockOffsetSeconds) },
  );
}

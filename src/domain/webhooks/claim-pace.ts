/** Says when a worker asks the database for more deliveries: before it has nothing to send, and not for nothing. Times are of `performance.now()`. */
export interface ClaimPace {
  /** Tells whether to claim, with `size` deliveries at hand. */
  isTime(size: number): boolean;
  /** Tells whether less than half is left of what was much: more is claimed whatever else goes on. */
  isRunningLow(size: number): boolean;
  /** How long until it is time, if no delivery ends before. */
  restMs(): number;
  /** Notes that a claim began. */
  begun(): void;
  /** Notes that the claim is over and how many are at hand then. */
  ended(size: number): void;
  /** Notes that outcomes were recorded, for which later events of an application may have waited. */
  recorded(): void;
  /** Notes that something became due. */
  hinted(): void;
}

/** How long after a claim it looks again for what became due. */
const lookAgainMs = 1_000;

/** After a record it looks again when that many times the duration of the last claim is over. */
const pause = 4;

/** How many are much: what was left of fewer is soon sent, and a claim for them costs as much. */
const much = 100;

/** Makes the pace of a worker that has nothing at hand. */
export function createClaimPace(now: () => number = () => performance.now()): ClaimPace {
  let sizeThen = 0;
  let beganAt = 0;
  let endedAt = 0;
  let nextAt = 0;
  const isHalf = (size: number) => size * 2 <= sizeThen;
  return {
    isTime: (size) => isHalf(size) || now() >= nextAt,
    isRunningLow: (size) => sizeThen >= much && isHalf(size),
    restMs: () => Math.max(0, nextAt - now()),
    begun: () => {
      beganAt = now();
      nextAt = beganAt + lookAgainMs;
    },
    ended: (size) => {
      sizeThen = size;
      endedAt = now();
    },
    recorded: () => {
      nextAt = Math.min(nextAt, endedAt + pause * (endedAt - beganAt));
    },
    hinted: () => {
      nextAt = 0;
    },
  };
}

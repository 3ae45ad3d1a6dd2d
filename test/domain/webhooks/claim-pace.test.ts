import { describe, expect, it } from 'vitest';
import { createClaimPace } from '../../../src/domain/webhooks/claim-pace.ts';

/** Makes a pace on a clock of its own, after a claim of 20 ms that left `size` at hand. */
function afterClaim(size: number) {
  let now = 5_000;
  const pace = createClaimPace(() => now);
  pace.begun();
  now += 20;
  pace.ended(size);
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { pace, pass };
}

describe('the pace of claims', () => {
  it('begins at once', () => {
    expect(createClaimPace().isTime(0)).toBe(true);
  });

  it('claims when half is left, whatever else goes on when it was much', () => {
    const { pace } = afterClaim(300);
    expect([pace.isTime(151), pace.isRunningLow(151)]).toEqual([false, false]);
    expect([pace.isTime(150), pace.isRunningLow(150)]).toEqual([true, true]);
  });

  it('lets the next run claim when little is left of little', () => {
    const { pace } = afterClaim(99);
    expect([pace.isTime(10), pace.isRunningLow(10)]).toEqual([true, false]);
  });

  it('looks again a second after a claim began, though all of it waits for slow receivers', () => {
    const { pace, pass } = afterClaim(2);
    expect(pace.restMs()).toBe(980);
    pass(979);
    expect(pace.isTime(2)).toBe(false);
    pass(1);
    expect(pace.isTime(2)).toBe(true);
    expect(pace.restMs()).toBe(0);
  });

  it('looks again soon after a record: the sooner, the less a claim takes', () => {
    const { pace, pass } = afterClaim(300);
    pace.recorded();
    expect(pace.restMs()).toBe(80);
    pass(80);
    expect(pace.isTime(300)).toBe(true);
  });

  it('looks at once when something became due, also while a claim is under way', () => {
    const { pace } = afterClaim(300);
    pace.begun();
    pace.hinted();
    pace.ended(300);
    expect(pace.isTime(300)).toBe(true);
  });
});

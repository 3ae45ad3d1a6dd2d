/** Where time comes from. Nothing in the domain reads the system's clock directly. */
export interface Clock {
  /** The present moment. */
  now(): Date;
}

/** The real time. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock that runs `seconds` ahead of another: the sandbox clock of one account. */
export function shiftedClock(clock: Clock, seconds: number): Clock {
  return seconds === 0 ? clock : { now: () => new Date(clock.now().getTime() + seconds * 1000) };
}

/** Returns the moment `seconds` after another. */
export function addSeconds(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}

const millisecondsPerDay = 86_400_000;
let lastDay = Number.NaN;
let lastDate = '';

/** Returns the UTC calendar date of a moment as `YYYY-MM-DD`. Mostly it is that of today, which is written once. */
export function dateOf(moment: Date): string {
  const day = Math.floor(moment.getTime() / millisecondsPerDay);
  if (day !== lastDay) {
    lastDate = moment.toISOString().slice(0, 10);
    lastDay = day;
  }
  return lastDate;
}

/** Tells whether a text is a real calendar date in the form `YYYY-MM-DD`; 2026-02-30 is none. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && dateOf(new Date(time)) === text;
}

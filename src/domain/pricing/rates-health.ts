import type { RateSnapshot } from './rates.ts';

/** Rates older than this are flagged. */
export const staleAfterDays = 7;

/** How fresh the exchange rates are. */
export interface RatesHealth {
  status: 'ok' | 'stale';
  /** Date and source of the newest rates. */
  asOf: string;
  source: string;
  ageDays: number;
  /** How many currencies have a rate older than 7 days. */
  staleCurrencies: number;
}

/** Says how fresh rates are: stale when even the newest are older than 7 days. */
export function ratesHealth(snapshot: RateSnapshot, now: Date): RatesHealth {
  const ageOf = (date: string) => Math.floor((now.getTime() - Date.parse(`${date}T00:00:00Z`)) / 86_400_000);
  const ageDays = ageOf(snapshot.asOf);
  return {
    status: ageDays > staleAfterDays ? 'stale' : 'ok',
    asOf: snapshot.asOf,
    source: snapshot.source,
    ageDays,
    staleCurrencies: Object.values(snapshot.rates).filter(({ asOf }) => ageOf(asOf) > staleAfterDays).length,
  };
}

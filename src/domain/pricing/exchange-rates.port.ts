import type { RateSnapshot } from './rates.ts';

/** What is asked of a source of exchange rates. */
export interface ExchangeRates {
  /** The newest rates at hand. Never waits: a source is asked in the background. */
  current(): RateSnapshot;
  /** Asks the source for newer rates if it is time to; keeps what it has when the source fails or says something absurd. */
  refresh(): Promise<void>;
}

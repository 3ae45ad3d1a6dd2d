import type { ExchangeRate, RateSnapshot } from './rates.ts';

export type { ExchangeRate, RateSnapshot };

/** What is asked of a source of exchange rates. */
export interface ExchangeRates {
  /** The newest rates at hand. Never waits: a source is asked in the background. */
  current(): RateSnapshot;
  /**
   * Asks the source for newer rates when it is time to. Never throws: what the source does not answer, or answers
   * absurdly, leaves the rates as they are.
   */
  refresh(): Promise<void>;
}

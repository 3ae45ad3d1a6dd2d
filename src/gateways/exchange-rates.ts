import type { ExchangeRate, ExchangeRates, RateSnapshot } from '../domain/pricing/exchange-rates.port.ts';
import { addSeconds, type Clock, dateOf } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { readReferenceRates, UnusableRates } from './exchange-rates-file.ts';

/** What the gateway is made with. */
export interface ExchangeRatesOptions {
  /** Where the daily reference file is, in the format of the European Central Bank. */
  url: string;
  /** The rates to begin with; its currencies are the ones that are kept. */
  embedded: RateSnapshot;
  clock: Clock;
  log: Log;
  /** How long the source may take, in milliseconds. */
  timeoutMs?: number;
}

const source = 'European Central Bank euro reference rates';
const usualTimeoutMs = 10_000;
const largestBytes = 1024 * 1024;
const afterSuccessSeconds = 60 * 60;
const afterFailureSeconds = 5 * 60;

/**
 * Reads exchange rates from the ECB's daily reference file: at most once an hour, with a deadline and a bound on its size.
 * Currencies that the file does not have stay at the older rate, which says so. A file that is older than what is known, dated
 * ahead, incomplete, or far from the last rates is refused whole.
 */
export function createExchangeRates(options: ExchangeRatesOptions): ExchangeRates {
  const { clock, log } = options;
  let snapshot = options.embedded;
  let nextAt = clock.now();
  let running: Promise<void> | undefined;

  const ask = async (): Promise<void> => {
    try {
      const file = readReferenceRates(await download(options));
      if (file.date < snapshot.asOf) throw new UnusableRates('outdated');
      if (file.date > dateOf(addSeconds(clock.now(), 24 * 60 * 60))) throw new UnusableRates('dated_ahead');
      snapshot = merge(snapshot, file.date, usdRates(file.perEuro));
      nextAt = addSeconds(clock.now(), afterSuccessSeconds);
      log.info('exchange_rates.refreshed', { count: file.perEuro.size, reason: file.date });
    } catch (error) {
      nextAt = addSeconds(clock.now(), afterFailureSeconds);
      log.warn('exchange_rates.kept', { reason: error instanceof UnusableRates ? error.reason : 'unreachable', error });
    }
  };

  return {
    current: () => snapshot,
    refresh: () => {
      if (running === undefined && clock.now() >= nextAt) {
        running = ask().finally(() => {
          running = undefined;
        });
      }
      return running ?? Promise.resolve();
    },
  };
}

async function download({ url, timeoutMs = usualTimeoutMs }: ExchangeRatesOptions): Promise<string> {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'application/xml, text/xml' },
  });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw new UnusableRates(`status_${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    // Leaving the loop cancels the body.
    if (size > largestBytes) throw new UnusableRates('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Turns rates for one euro into rates for one US dollar, to eight significant digits. */
function usdRates(perEuro: ReadonlyMap<string, number>): Map<string, number> {
  const dollars = perEuro.get('usd');
  if (dollars === undefined) throw new UnusableRates('no_dollar');
  const rates = new Map<string, number>([['usd', 1]]);
  for (const [currency, rate] of [['eur', 1] as const, ...perEuro]) {
    if (currency !== 'usd') rates.set(currency, Number((rate / dollars).toPrecision(8)));
  }
  return rates;
}

function merge(known: RateSnapshot, date: string, fresh: ReadonlyMap<string, number>): RateSnapshot {
  const rates: Record<string, ExchangeRate> = { ...known.rates };
  for (const [currency, rate] of fresh) {
    const before = rates[currency];
    if (before === undefined) continue;
    if (!isPlausible(rate, before, date)) throw new UnusableRates('implausible');
    rates[currency] = { rate, asOf: date, source };
  }
  return { base: 'usd', asOf: date, source, rates };
}

/** Tells whether a rate can have moved that far: by a fifth, and by a hundredth more for each day since. */
function isPlausible(rate: number, before: ExchangeRate, date: string): boolean {
  const days = Math.max(0, (Date.parse(date) - Date.parse(before.asOf)) / 86_400_000);
  const factor = rate > before.rate ? rate / before.rate : before.rate / rate;
  return factor <= 1.2 + days / 100;
}

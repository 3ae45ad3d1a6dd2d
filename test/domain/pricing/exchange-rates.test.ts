import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { computePrice } from '../../../src/domain/pricing/compute-price.ts';
import { embeddedRates } from '../../../src/domain/pricing/rates.ts';
import { ratesHealth } from '../../../src/domain/pricing/rates-health.ts';
import { createExchangeRates } from '../../../src/gateways/exchange-rates.ts';
import type { Log } from '../../../src/kernel/log.ts';
import { testClock } from '../../support/clock.ts';

/** The file as the bank publishes it: rates near the embedded ones, for one euro. */
const perEuro: Record<string, number> = {
  USD: 1.14,
  JPY: 180.02,
  CZK: 24.4,
  DKK: 7.4712,
  GBP: 0.86,
  HUF: 368.2,
  PLN: 4.38,
  SEK: 11.35,
  CHF: 0.945,
  ISK: 137,
  CAD: 1.62,
  KRW: 1546.5,
};
const file = (
  rates: Record<string, number | string> = perEuro,
  date = '2026-11-19',
) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
  <Cube><Cube time='${date}'>
${Object.entries(rates)
  .map(([currency, rate]) => `    <Cube currency='${currency}' rate='${rate}'/>`)
  .join('\n')}
  </Cube></Cube>
</gesmes:Envelope>`;

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A source of rates on this machine, and a gateway that asks it. */
async function sourceThat(answer: RequestListener, timeoutMs = 2000) {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const said: string[] = [];
  const log: Log = {
    debug: () => {},
    info: (event) => said.push(event),
    warn: (event, facts) => said.push(`${event} ${facts?.reason}`),
    error: () => {},
  };
  const clock = testClock();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/daily.xml`;
  const rates = createExchangeRates({ url, embedded: embeddedRates, clock, log, timeoutMs });
  return { rates, clock, said, asked: () => asked };
}

const serving = (body: () => string) => sourceThat((_request, response) => response.end(body()));

describe('the exchange rates', () => {
  it('are the embedded ones until a source answered', async () => {
    const { rates, asked } = await serving(() => file());
    expect(rates.current()).toBe(embeddedRates);
    expect(asked()).toBe(0);
  });

  it('are turned from euros into dollars, with their date and source', async () => {
    const { rates, said } = await serving(() => file());
    await rates.refresh();
    const { rates: by, asOf, source } = rates.current();
    expect({ asOf, source }).toEqual({ asOf: '2026-11-19', source: 'European Central Bank euro reference rates' });
    expect(by.eur?.rate).toBe(0.87719298);
    expect(by.gbp?.rate).toBe(0.75438596);
    expect(by.jpy?.rate).toBe(157.91228);
    expect(by.usd).toEqual({ rate: 1, asOf, source });
    expect(said).toEqual(['exchange_rates.refreshed']);
  });

  it('keep the older rate, and its date, of a currency that the source does not have', async () => {
    const { rates } = await serving(() => file());
    await rates.refresh();
    expect(rates.current().rates.aed).toEqual(embeddedRates.rates.aed);
    expect(Object.keys(rates.current().rates)).toHaveLength(138);
  });

  it('price what is bought from then on, and say so in the price', async () => {
    const { rates } = await serving(() => file());
    const ask = {
      product: 'ESTA',
      speed: 'standard',
      addOns: [],
      travelers: 1,
      currency: 'eur',
      date: '2026-11-20',
      promo: null,
    } as const;
    const before = computePrice(ask, rates.current());
    await rates.refresh();
    const after = computePrice(ask, rates.current());
    expect([before.serviceFee.minor, after.serviceFee.minor]).toEqual([3433, 3421]);
    expect(after.exchangeRate).toEqual({
      rate: 0.87719298,
      asOf: '2026-11-19',
      source: 'European Central Bank euro reference rates',
    });
  });

  it('take the newest day of a file with several', async () => {
    const day = (date: string, dollars: number) =>
      file({ ...perEuro, USD: dollars }, date).match(/<Cube time[\s\S]*?<\/Cube>/)![0];
    const { rates } = await serving(() =>
      file().replace(/<Cube time[\s\S]*?<\/Cube>/, `${day('2026-11-18', 1.15)}${day('2026-11-19', 1.14)}`),
    );
    await rates.refresh();
    expect(rates.current().asOf).toBe('2026-11-19');
    expect(rates.current().rates.eur?.rate).toBe(0.87719298);
  });

  it('are asked for at most once an hour, and together by all who ask at once', async () => {
    const { rates, clock, asked } = await serving(() => file());
    await Promise.all([rates.refresh(), rates.refresh(), rates.refresh()]);
    clock.advance(3599);
    await rates.refresh();
    expect(asked()).toBe(1);
    clock.advance(1);
    await rates.refresh();
    expect(asked()).toBe(2);
  });

  it('are asked for again five minutes after a failure', async () => {
    let answer = '';
    const { rates, clock, asked } = await serving(() => answer);
    await rates.refresh();
    answer = file();
    clock.advance(299);
    await rates.refresh();
    expect(asked()).toBe(1);
    clock.advance(1);
    await rates.refresh();
    expect(rates.current().asOf).toBe('2026-11-19');
  });

  it.each([
    ['no XML', 'not_xml', '{"rates":[]}'],
    ['a file cut short', 'not_xml', file().slice(0, 600)],
    ['a document type with entities', 'not_xml', file().replace('?>', '?><!DOCTYPE a [<!ENTITY b "c">]>')],
    ['another document', 'no_date', '<html><body/></html>'],
    ['an impossible date', 'no_date', file(perEuro, '2026-02-30')],
    ['a date ahead', 'dated_ahead', file(perEuro, '2026-11-22')],
    ['an older date than is known', 'outdated', file(perEuro, '2026-09-28')],
    ['no dollar', 'no_dollar', file(Object.fromEntries(Object.entries(perEuro).filter(([code]) => code !== 'USD')))],
    ['hardly any rate', 'too_few', file({ USD: 1.14, GBP: 0.86 })],
    ['a rate that is none', 'not_a_rate', file({ ...perEuro, GBP: 'NaN' })],
    ['a rate of nothing', 'not_a_rate', file({ ...perEuro, GBP: 0 })],
    ['a negative rate', 'not_a_rate', file({ ...perEuro, GBP: -0.86 })],
    ['a rate with its point moved', 'implausible', file({ ...perEuro, GBP: 8.6 })],
    ['a dollar with its point moved', 'implausible', file({ ...perEuro, USD: 11.4 })],
    ['more than a file can be', 'too_large', `<!--${'x'.repeat(1024 * 1024)}-->${file()}`],
  ])('stay as they are when the source gives %s', async (_what, reason, body) => {
    const { rates, said } = await serving(() => body);
    await rates.refresh();
    expect(rates.current()).toBe(embeddedRates);
    expect(said).toEqual([`exchange_rates.kept ${reason}`]);
  });

  it('stay as they are when the source fails', async () => {
    const { rates, said } = await sourceThat((_request, response) => response.writeHead(503).end('no'));
    await rates.refresh();
    expect(rates.current()).toBe(embeddedRates);
    expect(said).toEqual(['exchange_rates.kept status_503']);
  });

  it('stay as they are when the source never finishes, after its deadline', async () => {
    const { rates, said } = await sourceThat((_request, response) => response.write('<a>'), 100);
    await rates.refresh();
    expect(rates.current()).toBe(embeddedRates);
    expect(said).toEqual(['exchange_rates.kept unreachable']);
  });
});

describe('health', () => {
  it.each([
    ['2026-10-06T23:59:59Z', 'ok', 7],
    ['2026-10-07T00:00:00Z', 'stale', 8],
    ['2026-11-20T12:00:00Z', 'stale', 52],
  ])('at %s the embedded rates are %s', (now, status, ageDays) => {
    expect(ratesHealth(embeddedRates, new Date(now))).toEqual({
      status,
      asOf: '2026-09-29',
      source: embeddedRates.source,
      ageDays,
      staleCurrencies: status === 'ok' ? 0 : 138,
    });
  });

  it('counts the currencies that the source does not have', async () => {
    const { rates, clock } = await serving(() => file());
    await rates.refresh();
    expect(ratesHealth(rates.current(), clock.now())).toMatchObject({ status: 'ok', ageDays: 1, staleCurrencies: 125 });
  });
});

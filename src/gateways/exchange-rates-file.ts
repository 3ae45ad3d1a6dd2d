import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { isCalendarDate } from '../kernel/clock.ts';

/** A reference file that cannot be used; the reason is a word for the log. */
export class UnusableRates extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`the reference rates cannot be used: ${reason}`);
    this.name = 'UnusableRates';
    this.reason = reason;
  }
}

/** The newest day of a reference file: units of each currency (lower case) for one euro. */
export interface ReferenceRates {
  date: string;
  perEuro: ReadonlyMap<string, number>;
}

const fewestRates = 10;
const smallestRate = 1e-4;
const largestRate = 1e7;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseAttributeValue: false,
  processEntities: false,
  isArray: (name) => name === 'Cube',
});

interface Cube {
  time?: string;
  currency?: string;
  rate?: string;
  Cube?: Cube[];
}

/**
 * Reads a file in the format of the ECB's daily reference rates (https://www.ecb.europa.eu/stats/eurofxref): the newest day
 * in it. Throws UnusableRates for what is not well formed, incomplete or out of all bounds.
 */
export function readReferenceRates(xml: string): ReferenceRates {
  if (xml.includes('<!DOCTYPE') || XMLValidator.validate(xml) !== true) throw new UnusableRates('not_xml');
  const { Envelope } = parser.parse(xml) as { Envelope?: { Cube?: Cube[] } };
  const days = (Envelope?.Cube ?? []).flatMap((cube) => cube.Cube ?? []);
  const newest = days.reduce<Cube | undefined>(
    (best, day) => ((day.time ?? '') > (best?.time ?? '') ? day : best),
    undefined,
  );
  const date = newest?.time;
  if (date === undefined || !isCalendarDate(date)) throw new UnusableRates('no_date');
  const perEuro = new Map((newest?.Cube ?? []).map(readRate));
  if (perEuro.size < fewestRates) throw new UnusableRates('too_few');
  return { date, perEuro };
}

function readRate({ currency = '', rate: text = '' }: Cube): [string, number] {
  const rate = Number(text);
  if (!/^[A-Z]{3}$/.test(currency) || !/^\d+(\.\d+)?$/.test(text) || rate < smallestRate || rate > largestRate) {
    throw new UnusableRates('not_a_rate');
  }
  return [currency.toLowerCase(), rate];
}

import type { Money } from '../../kernel/money.ts';

/** One line of a price: a surcharge or an add-on, for all travelers together. */
export interface PriceLine {
  code: string;
  label: string;
  /** In the charged currency. */
  amount: Money;
  /** What it lists at, in US dollars. */
  usd: Money;
}

/** A computed price. Every line is rounded once in the charged currency; the total is the sum of the lines. */
export interface Price {
  product: string;
  speed: 'standard' | 'rush' | 'super_rush';
  travelers: number;
  /** The date whose fees apply. */
  date: string;
  currency: string;
  /** Service fee of all travelers, as listed and in the charged currency. */
  serviceFee: Money;
  serviceFeeUsd: Money;
  /** Government fee of all travelers in the charged currency, and as the authority states it for one traveler. */
  officialFee: Money;
  officialFeePerTraveler: Money;
  officialFeeUsd: Money;
  paidTo: string;
  officialFeeCollected: boolean;
  surcharges: PriceLine[];
  addOns: PriceLine[];
  /** A positive amount that is taken off, or null. */
  discount: { code: string; percentOff: number; amount: Money; usd: Money } | null;
  perTravelerUsd: Money;
  totalUsd: Money;
  total: Money;
  /** Units of the charged currency for one US dollar. */
  exchangeRate: { rate: number; asOf: string; source: string };
}

import { type Money, money, sum } from '../../kernel/money.ts';
import type { OpenProductId } from '../products/product-id.ts';
import type { Speed } from './price-list.ts';
import type { ExchangeRate } from './rates.ts';

export type { Speed } from './price-list.ts';

/** One line of a price: a surcharge or an add-on, for all travelers together. */
export interface PriceLine {
  code: string;
  label: string;
  /** In the charged currency. */
  amount: Money;
  /** What it lists at, in US dollars. */
  usd: Money;
}

/** What a promo code takes off the service fee: a positive amount. */
export interface Discount {
  code: string;
  percentOff: number;
  amount: Money;
  usd: Money;
}

/** A computed price. Every line is rounded once in the charged currency; the total is the sum of the lines. */
export interface Price {
  product: OpenProductId;
  speed: Speed;
  travelers: number;
  /** The date whose fees apply. */
  date: string;
  /** The charged currency, ISO 4217 in lower case. */
  currency: string;
  /** Service fee of all travelers, in the charged currency and as listed. */
  serviceFee: Money;
  serviceFeeUsd: Money;
  /** Government fee of all travelers in the charged currency, and as the authority states it for one traveler. */
  officialFee: Money;
  officialFeePerTraveler: Money;
  officialFeeUsd: Money;
  paidTo: string;
  /** False when the traveler pays the authority directly: the fee is then stated, but no part of the total. */
  officialFeeCollected: boolean;
  surcharges: PriceLine[];
  addOns: PriceLine[];
  discount: Discount | null;
  /** The total divided by the travelers, rounded half up to the cent. */
  perTravelerUsd: Money;
  totalUsd: Money;
  total: Money;
  /** Units of the charged currency for one US dollar. */
  exchangeRate: ExchangeRate;
}

/** One line of what is charged; only the discount's amount is negative. */
export interface ChargedLine {
  code: string;
  label: string;
  amount: Money;
  usd: Money;
}

/** Returns the lines that are charged, in the order they are shown. Their sum is the total. */
export function chargedLines(price: Omit<Price, 'perTravelerUsd' | 'totalUsd' | 'total'>): ChargedLine[] {
  const { discount } = price;
  return [
    { code: 'service_fee', label: 'Service fee', amount: price.serviceFee, usd: price.serviceFeeUsd },
    ...(price.officialFeeCollected
      ? [
          {
            code: 'official_fee',
            label: `Official fee, passed on to ${price.paidTo}`,
            amount: price.officialFee,
            usd: price.officialFeeUsd,
          },
        ]
      : []),
    ...price.surcharges,
    ...price.addOns,
    ...(discount === null
      ? []
      : [
          {
            code: 'discount',
            label: `${discount.percentOff}% off the service fee`,
            amount: money(-discount.amount.minor, discount.amount.currency),
            usd: money(-discount.usd.minor, 'usd'),
          },
        ]),
  ];
}

/** Adds up charged lines in the charged currency and in US dollars. */
export function totalsOf(lines: readonly ChargedLine[], currency: string): { total: Money; totalUsd: Money } {
  return {
    total: sum(
      lines.map((line) => line.amount),
      currency,
    ),
    totalUsd: sum(
      lines.map((line) => line.usd),
      'usd',
    ),
  };
}

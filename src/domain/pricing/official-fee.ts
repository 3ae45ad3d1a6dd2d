import { fromMajor, type Money } from '../../kernel/money.ts';
import type { ProductId } from '../products/product-id.ts';
import data from './official-fees.json' with { type: 'json' };

/** What an authority charges one traveler. */
export interface OfficialFee {
  amount: Money;
  /** The authority that gets it. */
  paidTo: string;
  /** Whether this service collects it and passes it on; otherwise the traveler pays the authority directly. */
  collected: boolean;
}

/** Returns the fee that the authority charges for an application on a date; for a product not yet open, the announced one. */
export function officialFeeOn(product: ProductId, date: string): OfficialFee {
  const { paid_to: paidTo, collected, fees } = data[product];
  const fee = fees.findLast((entry) => entry.from <= date);
  if (fee === undefined) throw new Error(`no official fee is known for ${date}`);
  return { amount: fromMajor(fee.amount, fee.currency), paidTo, collected };
}

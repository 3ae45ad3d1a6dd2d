import { fromMajor, type Money } from '../../kernel/money.ts';
import { findProduct, officialFeePeriodOn } from '../products/catalog.ts';
import type { ProductId } from '../products/product-id.ts';
import prices from './prices.json' with { type: 'json' };

/** What an authority charges one traveler. */
export interface OfficialFee {
  amount: Money;
  /** The authority that gets it. */
  paidTo: string;
  /** Whether this service collects it and passes it on; otherwise the traveler pays the authority directly. */
  collected: boolean;
}

/**
 * Returns the fee that the authority charges for an application on a date, as the catalog of products knows it; for a product
 * that has none in force yet, the announced one.
 */
export function officialFeeOn(product: ProductId, date: string): OfficialFee {
  const { history, collected } = findProduct(product).officialFee;
  const fee = officialFeePeriodOn(product, date) ?? history.findLast(({ from }) => from === null);
  if (fee === undefined) throw new Error(`no official fee is known for ${date}`);
  return { amount: fromMajor(fee.amount, fee.currency), paidTo: prices.paid_to[product], collected };
}

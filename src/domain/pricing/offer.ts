import { openProductIds, type ProductId } from '../products/product-id.ts';
import { supportedCurrencies } from './currencies.ts';
import { addOnsOn, type ListedPrice, surchargesOn } from './price-list.ts';

/** What can be chosen when a product is bought, with the price of each choice for one traveler. */
export interface Offer {
  /** Speeds that cost a surcharge; `standard` can always be had and costs nothing. */
  surcharges: ListedPrice[];
  addOns: ListedPrice[];
  currencies: readonly string[];
}

/** Returns what can be chosen on a date; undefined for a product that cannot be bought. */
export function offerOf(product: ProductId, date: string): Offer | undefined {
  if (!(openProductIds as readonly ProductId[]).includes(product)) return undefined;
  return { surcharges: surchargesOn(date), addOns: addOnsOn(date), currencies: supportedCurrencies };
}

import { type OpenProductId, openProductIds, type ProductId } from '../products/product-id.ts';
import { listPrice } from './compute-price.ts';
import { type OfficialFee, officialFeeOn } from './official-fee.ts';
import type { Price } from './price.ts';
import type { RateSnapshot } from './rates.ts';

/** What is known of the price of a product that cannot be bought yet. */
export interface AnnouncedPricing {
  officialFee: OfficialFee;
}

/** Returns at what price a product is advertised: one traveler, standard speed, in US dollars; for one not open, the announced fee. */
export function productPricing(product: ProductId, date: string, rates: RateSnapshot): Price | AnnouncedPricing {
  return isOpen(product) ? listPrice(product, date, rates) : { officialFee: officialFeeOn(product, date) };
}

/** Tells a price from what is merely announced. */
export function isPrice(pricing: Price | AnnouncedPricing): pricing is Price {
  return 'total' in pricing;
}

const isOpen = (product: ProductId): product is OpenProductId =>
  (openProductIds as readonly ProductId[]).includes(product);

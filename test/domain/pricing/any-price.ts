import fc from 'fast-check';
import type { PriceRequest } from '../../../src/domain/pricing/compute-price.ts';
import { supportedCurrencies } from '../../../src/domain/pricing/currencies.ts';
import { addOnCodes, speeds } from '../../../src/domain/pricing/price-list.ts';
import { openProductIds } from '../../../src/domain/products/product-id.ts';

/** Every combination of what can be priced. */
export const anyRequest: fc.Arbitrary<PriceRequest> = fc.record({
  product: fc.constantFrom(...openProductIds),
  speed: fc.constantFrom(...speeds),
  addOns: fc.subarray([...addOnCodes]),
  travelers: fc.integer({ min: 1, max: 50 }),
  currency: fc.constantFrom(...supportedCurrencies),
  date: fc.constantFrom('2026-01-01', '2026-04-07', '2026-04-08', '2026-11-20', '2027-06-30'),
  promo: fc.constantFrom(null, { grants: null }, { grants: { code: 'FRIEND', percentOff: 10 } }),
});

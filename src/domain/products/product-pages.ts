import { listProducts } from './catalog.ts';
import { applyUrl, requirementsUrl } from './links.ts';

/** The pages about one product. */
export interface ProductPages {
  requirements: string;
  /** The guided application; null for a product that is not open. */
  apply: string | null;
}

/** Returns how to find the pages about a product; a promo code is prefilled in the guided application. */
export function productPages(baseUrl: string, promoCode: string | null): (id: string) => ProductPages | undefined {
  const query = promoCode === null ? '' : `?promo_code=${encodeURIComponent(promoCode)}`;
  const pages = new Map<string, ProductPages>(
    listProducts().map(({ id, status }) => [
      id,
      {
        requirements: requirementsUrl(baseUrl, id),
        apply: status === 'open' ? `${applyUrl(baseUrl, id)}${query}` : null,
      },
    ]),
  );
  return (id) => pages.get(id);
}

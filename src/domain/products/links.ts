import type { ProductId } from './product-id.ts';

/** Returns the address of the page that tells what a product asks of a traveler. */
export function requirementsUrl(baseUrl: string, product: ProductId): string {
  return `${baseUrl}/requirements/${product}`;
}

/** Returns the address of the guided application for a product. */
export function applyUrl(baseUrl: string, product: ProductId): string {
  return `${baseUrl}/apply/${product}`;
}

/** Returns the address of the guide to a product that is not open yet. */
export function guideUrl(baseUrl: string, product: ProductId): string {
  return `${baseUrl}/guides/${product}`;
}

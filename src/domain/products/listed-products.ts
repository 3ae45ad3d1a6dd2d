import { countryName } from '../../kernel/country.ts';
import type { NextStep } from '../../kernel/next-step.ts';
import { listProducts, type Product } from './catalog.ts';
import type { OpenProductId } from './product-id.ts';

/** A product as it is listed: a preview, or with its whole form for whoever paid for it. */
export interface ListedProduct extends Product {
  access: 'preview' | 'full';
}

/** The list of products in words, and what to do with it. */
export interface ProductCatalog {
  answer: string;
  products: ListedProduct[];
  nextStep: NextStep;
}

/** Returns all products, the paid one with its whole form. */
export function listedProducts(paid: OpenProductId | undefined): ListedProduct[] {
  return listProducts().map((product) => ({ ...product, access: product.id === paid ? 'full' : 'preview' }));
}

/** Returns all products with a plain-language answer: what can be applied for, and whose form is open. */
export function productCatalog(paid: OpenProductId | undefined): ProductCatalog {
  const products = listedProducts(paid);
  const open = products.filter((product) => product.status === 'open').map(nameWithPlace);
  const closed = products.filter((product) => product.status !== 'open').map((product) => product.name);
  const known = products.find((product) => product.id === paid);
  return {
    answer: [
      `Open for application: ${open.join(', ')}.`,
      `For information only: ${closed.join(', ')}.`,
      known === undefined
        ? 'Prices are for one traveler at standard speed. The form of a product opens once it is paid for.'
        : `The form of the ${known.name} is open: collect the answers and check them before applying.`,
    ].join(' '),
    products,
    nextStep:
      known === undefined
        ? {
            action: 'check_eligibility',
            why: 'The nationality and the destination decide which product a traveler needs.',
            operation: 'CheckEligibility',
            arguments: {},
          }
        : {
            action: 'validate',
            why: 'Check the collected answers before the application is submitted.',
            operation: 'ValidateApplication',
            arguments: { visa_type: known.id },
          },
  };
}

const nameWithPlace = ({ name, destination }: Product): string => `${name} (${countryName(destination)})`;

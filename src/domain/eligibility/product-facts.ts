import type { ProductId } from '../products/product-id.ts';

/** What an answer says about a product besides its price. */
export interface ProductFacts {
  name: string;
  validityPeriod: string;
  maxStayDays: number;
  processingTime: string;
  /** Why it is not open, where it is not. */
  statusNote: string | null;
}

const facts: Record<ProductId, ProductFacts> = {
  ESTA: {
    name: 'ESTA',
    validityPeriod: '2 years',
    maxStayDays: 90,
    processingTime: 'up to 72 hours',
    statusNote: null,
  },
  DS160: { name: 'DS160', validityPeriod: '10 years', maxStayDays: 180, processingTime: 'weeks', statusNote: null },
  UK_ETA: { name: 'UK ETA', validityPeriod: '2 years', maxStayDays: 180, processingTime: '3 days', statusNote: null },
  CANADA_ETA: {
    name: 'eTA',
    validityPeriod: '5 years',
    maxStayDays: 180,
    processingTime: '72 hours',
    statusNote: null,
  },
  ETIAS: {
    name: 'ETIAS',
    validityPeriod: '3 years',
    maxStayDays: 90,
    processingTime: '4 days',
    statusNote: 'not open',
  },
};

/** Returns what is said about a product for a nationality. */
export function productFacts(product: ProductId, _nationality: string): ProductFacts {
  return facts[product];
}

/** The products that the service knows, as they are named on the wire. ETIAS is known but not open. */
export const productIds = ['ESTA', 'DS160', 'UK_ETA', 'CANADA_ETA', 'ETIAS'] as const;
export type ProductId = (typeof productIds)[number];

/** Products that can be applied for. */
export const openProductIds = ['ESTA', 'DS160', 'UK_ETA', 'CANADA_ETA'] as const;
export type OpenProductId = (typeof openProductIds)[number];

import data from './data/nationalities.json' with { type: 'json' };
import type { ProductId } from './product-id.ts';

const listed: Record<Exclude<ProductId, 'DS160'>, ReadonlySet<string>> = {
  ESTA: new Set(data.ESTA.listed),
  UK_ETA: new Set(data.UK_ETA.listed),
  CANADA_ETA: new Set(data.CANADA_ETA.listed),
  ETIAS: new Set(data.ETIAS.listed),
};
const restrictedFrom = new Map(data.DS160.restricted.map((entry) => [entry.nationality, entry.effective_from]));

/** Returns the product's own list of nationalities: those that get it without further conditions. */
export function listedNationalities(product: Exclude<ProductId, 'DS160'>): ReadonlySet<string> {
  return listed[product];
}

/** Nationalities that get a Canadian eTA only with an earlier Canadian or a valid US visa, by air. */
export const conditionalForCanada: ReadonlySet<string> = new Set(data.CANADA_ETA.conditional);

/** Second nationalities that shut their holders out of ESTA. */
export const barredWithEsta: ReadonlySet<string> = new Set(data.ESTA.barred_second_nationalities);

/** Tells whether visitor visas are suspended for a nationality on a day. */
export function isRestrictedForUsVisa(nationality: string, today: string): boolean {
  const from = restrictedFrom.get(nationality);
  return from !== undefined && from <= today;
}

/** Returns who a product is for: the nationalities, conditional ones included, or the word for all but some. */
export function eligibleNationalities(product: ProductId): string[] | 'ALL_EXCEPT_RESTRICTED' {
  if (product === 'DS160') return 'ALL_EXCEPT_RESTRICTED';
  return product === 'CANADA_ETA' ? [...listed.CANADA_ETA, ...conditionalForCanada].sort() : [...listed[product]];
}

import data from './data/nationalities.json' with { type: 'json' };
import type { ProductId } from './product-id.ts';

const listed: Record<Exclude<ProductId, 'DS160'>, ReadonlySet<string>> = {
  ESTA: new Set(data.ESTA.listed),
  UK_ETA: new Set(data.UK_ETA.listed),
  CANADA_ETA: new Set(data.CANADA_ETA.listed),
  ETIAS: new Set(data.ETIAS.listed),
};
const conditional = new Set(data.CANADA_ETA.conditional);
const barredWithEsta = new Set(data.ESTA.barred_second_nationalities);
const restrictedFrom = new Map(data.DS160.restricted.map((entry) => [entry.nationality, entry.effective_from]));

/** Tells whether a nationality is on the product's own list, without further conditions. */
export function isListed(product: Exclude<ProductId, 'DS160'>, nationality: string): boolean {
  return listed[product].has(nationality);
}

/** Tells whether a nationality gets a Canadian eTA only with an earlier Canadian or a valid US visa, by air. */
export function isConditionalForCanada(nationality: string): boolean {
  return conditional.has(nationality);
}

/** Tells whether a second nationality shuts its holder out of ESTA. */
export function isBarredWithEsta(nationality: string): boolean {
  return barredWithEsta.has(nationality);
}

/** Tells whether visitor visas are suspended for a nationality on a day. */
export function isRestrictedForUsVisa(nationality: string, today: string): boolean {
  const from = restrictedFrom.get(nationality);
  return from !== undefined && from <= today;
}

/** Returns who a product is for: the nationalities, conditional ones included, or the word for all but some. */
export function eligibleNationalities(product: ProductId): string[] | 'ALL_EXCEPT_RESTRICTED' {
  if (product === 'DS160') return 'ALL_EXCEPT_RESTRICTED';
  return product === 'CANADA_ETA' ? [...listed.CANADA_ETA, ...conditional].sort() : [...listed[product]];
}

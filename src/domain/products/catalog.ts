import { Failure } from '../../kernel/failure.ts';
import canadaEta from './data/products/CANADA_ETA.json' with { type: 'json' };
import ds160 from './data/products/DS160.json' with { type: 'json' };
import esta from './data/products/ESTA.json' with { type: 'json' };
import etias from './data/products/ETIAS.json' with { type: 'json' };
import ukEta from './data/products/UK_ETA.json' with { type: 'json' };
import sourcePages from './data/sources.json' with { type: 'json' };
import { type OpenProductId, openProductIds, type ProductId, productIds } from './product-id.ts';

/** A page that a fact was read from. */
export interface Source {
  title: string;
  url: string;
  /** Date of the page; null when it bears none. */
  verifiedAt: string | null;
}

/** One amount that the authority charged, and from when until when. */
export interface OfficialFeePeriod {
  /** In major units of the currency. */
  amount: number;
  /** ISO 4217, lower case. */
  currency: string;
  /** First day; null while only announced. */
  from: string | null;
  /** Last day; null while it holds. */
  until: string | null;
}

/** How long an authorization lasts. */
export interface Validity {
  /** ISO 8601 duration, e.g. `P2Y`. */
  period: string;
  text: string;
  /** Whether it ends with the passport where that expires sooner. */
  endsWithPassport: boolean;
  exceptions: readonly { nationality: string; period: string; text: string }[];
}

/** What an applicant has to have. */
export interface Requirement {
  id: string;
  text: string;
  /** Only for holders of this nationality. */
  nationality?: string;
}

/** A document that belongs to an application. */
export interface RequiredDocument {
  kind: string;
  /** Where it comes from: an upload, an answer in the form, the traveler's own hands, or the authority. */
  from: 'upload' | 'data' | 'traveler' | 'authority';
  required: boolean;
  text: string;
}

/** A case that departs from the rule. */
export interface SpecialCase {
  id: string;
  effect: string;
  text: string;
  countries: readonly string[];
  from: string | null;
}

/** One product: what it is, what it costs at the authority, how long it lasts, what it takes. */
export interface Product {
  id: ProductId;
  name: string;
  longName: string;
  type: string;
  programme: string;
  status: 'open' | 'not_open';
  /** Why it is not open; null when it is. */
  statusNote: string | null;
  destinations: readonly string[];
  /** The first of the destinations: the one, for every product that is open. */
  destination: string;
  /** Territories that the same authorization is good for. */
  alsoFor: { countries: readonly string[]; text: string; from: string | null } | null;
  officialFee: {
    /** Whether this service collects it and passes it on. */
    collected: boolean;
    /** Oldest first; the last is what holds or is announced. */
    history: readonly OfficialFeePeriod[];
    parts: readonly { code: string; amount: number; keptWhenDenied: boolean }[];
    notes: readonly string[];
    furtherCharges: readonly { code: string; text: string }[];
    free: { under: number; over: number; text: string } | null;
  };
  validity: Validity;
  maxStay: { days: number; text: string };
  entries: string;
  processing: { officialMaxHours: number | null; typical: string; text: string };
  transport: { modes: readonly string[]; notes: readonly string[] };
  officialSite: string;
  informationSite: string;
  passportRequirements: readonly Requirement[];
  requiredDocuments: readonly RequiredDocument[];
  exempt: readonly { text: string }[];
  specialCases: readonly SpecialCase[];
  minors: string;
  /** The pages behind all of it, without repeats. */
  sources: readonly Source[];
}

/** A product that can be applied for. */
export interface OpenProduct extends Product {
  id: OpenProductId;
  status: 'open';
}

const pages: Record<string, { title: string; url: string; verified_at: string | null }> = sourcePages;

/** Returns the pages behind source ids, without repeats; general knowledge has none. */
export function sourcesOf(ids: Iterable<string>): Source[] {
  return [...new Set(ids)]
    .map((id) => pages[id])
    .filter((page) => page !== undefined)
    .map(({ title, url, verified_at }) => ({ title, url, verifiedAt: verified_at }));
}

/** Collects the source ids that stand anywhere in a product's data, in their order. */
function sourceIdsIn(data: unknown): string[] {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([name, value]) =>
    name === 'sources' || name === 'statusSources' ? (value as string[]) : sourceIdsIn(value),
  );
}

function read(data: object): Product {
  const product = data as Omit<Product, 'destination' | 'sources'>;
  return { ...product, destination: product.destinations[0]!, sources: sourcesOf(sourceIdsIn(data)) };
}

const products: Record<ProductId, Product> = {
  ESTA: read(esta),
  DS160: read(ds160),
  UK_ETA: read(ukEta),
  CANADA_ETA: read(canadaEta),
  ETIAS: read(etias),
};

/** Returns a product by its id. */
export function findProduct(id: ProductId): Product {
  return products[id];
}

/** Returns all products, open or not, in the order in which they are listed. */
export function listProducts(): Product[] {
  return productIds.map((id) => products[id]);
}

/** Tells whether a product can be applied for. */
export function isOpenProduct(product: Product): product is OpenProduct {
  return product.status === 'open' && (openProductIds as readonly string[]).includes(product.id);
}

/** Returns a product that can be applied for; throws VISA_NOT_OPEN for one that cannot. */
export function requireOpenProduct(id: ProductId): OpenProduct {
  const product = products[id];
  if (!isOpenProduct(product)) {
    throw new Failure('VISA_NOT_OPEN', {
      message: `${product.name} cannot be applied for yet. No payment was taken.`,
      details: { visa_type: id, status: product.status, open: openProductIds },
    });
  }
  return product;
}

/** Returns what the authority charges one traveler on a day; undefined before its first fee or while only announced. */
export function officialFeePeriodOn(id: ProductId, date: string): OfficialFeePeriod | undefined {
  return products[id].officialFee.history.find(
    ({ from, until }) => from !== null && from <= date && (until === null || date <= until),
  );
}

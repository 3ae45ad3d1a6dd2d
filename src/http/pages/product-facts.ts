import type { Arrival } from '../door.ts';
import type { RouteTools } from '../routes.ts';
import { RefusedPage, readData, redirect, writeRefusal } from './for-people.ts';
import { type Html, html } from './html.ts';
import type { Amount } from './price-table.ts';

/** Something that can be chosen, with its price for one traveler. */
export interface Choice {
  code: string;
  label: string;
  price: Amount;
}

/** What `ShowRequirements` tells of a product. */
export interface ProductFacts {
  id: string;
  name: string;
  longName: string;
  status: 'open' | 'not_open';
  statusNote: string | null;
  officialSite: string;
  destinations: string[];
  nationalities: string[] | null;
  fees: (Amount & { from: string | null; until: string | null })[];
  sections: { title: string; lines: string[] }[];
  sources: { title: string; url: string; verifiedAt: string | null }[];
  pricing: {
    officialFee: { paidTo: string };
    serviceFee?: Amount;
    officialFeeCollected?: boolean;
    total?: Amount;
    exchangeRate?: { asOf: string };
  };
  offer: { surcharges: Choice[]; addOns: Choice[]; currencies: string[] } | null;
}

/** What every page for travelers has to say, and the products to choose from. */
export interface Introduction {
  disclaimers: string[];
  products: { id: string; name: string; status: string; destinations: string[]; summary: string }[];
}

/** Reads what every page for travelers has to say. */
export const readIntroduction = (arrival: Arrival, tools: RouteTools): Promise<Introduction> =>
  readData<Introduction>(arrival, tools, 'ShowIntroduction');

/**
 * Reads what is known of the product in the path. Answers the request itself, and returns undefined, when the path names none,
 * or names it in another spelling (`uk-eta`).
 */
export async function readProduct(
  arrival: Arrival,
  tools: RouteTools,
  folder: string,
): Promise<ProductFacts | undefined> {
  const written = arrival.params.product ?? '';
  const id = written.toUpperCase().replaceAll('-', '_');
  try {
    const facts = await readData<ProductFacts>(arrival, tools, 'ShowRequirements', { visa_type: id });
    if (id === written) return facts;
    redirect(arrival, 308, `/${folder}/${id}${arrival.query === '' ? '' : `?${arrival.query}`}`);
  } catch (error) {
    if (!(error instanceof RefusedPage) || error.answer.error.code !== 'INVALID_REQUEST') throw error;
    const { products } = await readIntroduction(arrival, tools);
    const answer = { status: 404, error: { code: 'NOT_FOUND', message: '' } } as const;
    writeRefusal(arrival, answer, productLinks(products, folder));
  }
  return undefined;
}

/** Lists the products with links into a folder of pages. */
export function productLinks(products: Introduction['products'], folder: string): Html {
  return html`<ul>${products.map(
    ({ id, name, status, summary }) =>
      html`<li><a href="/${folder}/${id}">${name}</a>${status !== 'open' && ' (not open yet)'}<br><span class="soft">${summary}</span></li>`,
  )}</ul>`;
}

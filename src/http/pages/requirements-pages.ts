import type { Arrival } from '../door.ts';
import type { Route, RouteTools } from '../routes.ts';
import { type Html, html, page, writePage } from './html.ts';
import { performForPage } from './perform-page.ts';

interface ShownRequirements {
  visa_type: string;
  name: string;
  long_name: string;
  status: 'open' | 'not_open';
  status_note: string | null;
  official_site: string;
  apply_url: string | null;
  sections: { title: string; lines: string[] }[];
  sources: { title: string; url: string; verified_at: string | null }[];
}

function requirementsPage(product: ShownRequirements): Html {
  const { apply_url: apply, status_note: note } = product;
  return page(
    `What ${product.name} asks of a traveler`,
    html`
<div class="card">
  <h1>${product.name}</h1>
  <p class="soft">${product.long_name}</p>
  ${note !== null && html`<p class="notice">${note}</p>`}
  <p class="row">${apply !== null && html`<a class="button" href="${apply}">Start the application</a>`}<a class="button quiet" href="${product.official_site}" rel="noopener noreferrer">Official site</a></p>
</div>
<div class="card">
  ${product.sections.map(
    ({ title, lines }) => html`<h2>${title}</h2><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`,
  )}
</div>
<div class="card">
  <h2>Sources</h2>
  <ul>${product.sources.map(
    (source) =>
      html`<li><a href="${source.url}" rel="noopener noreferrer">${source.title}</a>${source.verified_at !== null && html` <span class="soft">${source.verified_at}</span>`}</li>`,
  )}</ul>
  <p class="soft">The date is that of the page. Rules change: the official site decides.</p>
</div>`,
  );
}

/** Writes the page of what is no product. */
export function writeNoProduct({ response, exchange }: Arrival): void {
  const links = ['ESTA', 'DS160', 'UK_ETA', 'CANADA_ETA', 'ETIAS'].map(
    (id) => html`<li><a href="/requirements/${id}">${id.replace('_', ' ')}</a></li>`,
  );
  const content = html`<div class="card"><h1>No such product</h1><p>These are known:</p><ul>${links}</ul></div>`;
  writePage(response, exchange, 404, page('No such product', content));
}

/** Reads what a product asks; undefined, and a page that says so, for what is none. */
export async function readRequirements(arrival: Arrival, { door }: RouteTools): Promise<ShownRequirements | undefined> {
  const visa_type = (arrival.params.product ?? '').toUpperCase().replace('-', '_');
  const answer = await performForPage(door, arrival, 'GetProductRequirements', { visa_type });
  if (!('error' in answer)) return answer.data as ShownRequirements;
  if (answer.status === 400) writeNoProduct(arrival);
  else {
    const content = html`<div class="card"><h1>Not now</h1><p>${answer.error.message} ${answer.error.hint}</p></div>`;
    writePage(arrival.response, arrival.exchange, answer.status, page('Not now', content));
  }
  return undefined;
}

async function show(arrival: Arrival, tools: RouteTools): Promise<void> {
  const product = await readRequirements(arrival, tools);
  if (product) writePage(arrival.response, arrival.exchange, 200, requirementsPage(product));
}

/** What each product asks of a traveler, with sources and dates; the guide to a product that is not open says the same. */
export const requirementsPages: readonly Route[] = [
  { method: 'GET', path: '/requirements/:product', access: 'OPEN', handle: show },
  { method: 'GET', path: '/guides/:product', access: 'OPEN', handle: show },
];

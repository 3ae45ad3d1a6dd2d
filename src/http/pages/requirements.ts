import { countryName } from '../../kernel/country.ts';
import type { Arrival } from '../door.ts';
import type { Route, RouteTools } from '../routes.ts';
import { forPeople, writeCachedPage } from './for-people.ts';
import { type Html, html, page } from './html.ts';
import { formatAmount } from './price-table.ts';
import { type Introduction, type ProductFacts, productLinks, readIntroduction, readProduct } from './product-facts.ts';

/** How long a page about a product may be kept without asking again. */
export const maxAgeSeconds = 300;
/** Countries of which a list is shown folded. */
const foldedAbove = 12;

const anchor = (title: string) => title.toLowerCase().replace(/[^a-z]+/g, '-');

/** One heading of a page about a product, which links can point at. */
export function section(title: string, body: Html): Html {
  const id = anchor(title);
  return html`<section class="card" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${body}</section>`;
}

/** Sentences below a heading. */
export const lines = (texts: readonly string[]): Html =>
  texts.length === 1 ? html`<p>${texts[0]}</p>` : html`<ul>${texts.map((text) => html`<li>${text}</li>`)}</ul>`;

/** Names countries in the order of their names; a long list is folded. */
export function countryList(codes: readonly string[]): Html {
  const names = html`${codes
    .map(countryName)
    .sort((one, other) => one.localeCompare(other, 'en'))
    .join(', ')}`;
  return codes.length <= foldedAbove
    ? html`<p>${names}</p>`
    : html`<details><summary>Show all ${codes.length}</summary><p>${names}</p></details>`;
}

/** The pages behind the facts, with their dates. */
export function sourceList(sources: ProductFacts['sources']): Html {
  return html`<ul>${sources.map(
    ({ title, url, verifiedAt }) =>
      html`<li><a href="${url}" rel="noopener noreferrer">${title}</a>, <span class="soft">${verifiedAt === null ? 'without a date' : html`as of ${day(verifiedAt)}`}</span></li>`,
  )}</ul>`;
}

/** A date as machines and people read it. */
export const day = (date: string): Html => html`<time datetime="${date}">${date}</time>`;

function feeTable({ fees }: ProductFacts): Html | false {
  if (fees.length < 2) return false;
  return html`<h3 id="fee-history">The fee over time</h3>
<table aria-labelledby="fee-history"><thead><tr><th scope="col">From</th><th scope="col">Until</th><th scope="col" class="amount">For one traveler</th></tr></thead>
<tbody>${fees
    .toReversed()
    .map(
      ({ amount, currency, from, until }) =>
        html`<tr><td>${from === null ? 'announced' : day(from)}</td><td>${until === null ? 'now' : day(until)}</td><td class="amount">${formatAmount({ amount, currency })}</td></tr>`,
    )}</tbody></table>`;
}

function costs({ pricing, offer }: ProductFacts): Html | false {
  const { serviceFee, total, officialFee, officialFeeCollected } = pricing;
  if (!serviceFee || !total || !offer) return false;
  return section(
    'What it costs here',
    html`<table aria-labelledby="what-it-costs-here"><thead><tr><th scope="col">For one traveler</th><th scope="col" class="amount">Amount</th></tr></thead><tbody>
<tr><td>Our service fee</td><td class="amount">${formatAmount(serviceFee)}</td></tr>
${[...offer.surcharges, ...offer.addOns].map(({ label, price }) => html`<tr><td>${label}, if you choose it</td><td class="amount">+ ${formatAmount(price)}</td></tr>`)}
</tbody></table>
<p>${
      officialFeeCollected
        ? html`Service fee and government fee together: ${formatAmount(total)} at standard speed. The government fee is passed on to ${officialFee.paidTo}.`
        : html`The government fee is paid to ${officialFee.paidTo} directly, not here.`
    } You can also apply at the authority itself, at its own fee and without ours.</p>`,
  );
}

const steps = [
  'Check that your passport and your trip fit. The guided application asks first, before anything costs money.',
  'Choose speed and extras, and see the whole price. It is held for 30 minutes.',
  'Pay on the payment page. You get a link to your order: keep it.',
  'Fill in the form and add the documents, with your assistant. Every answer is checked before it is sent.',
  'We file the application with the authority, which decides. Your link shows how it stands.',
];

function inShort(facts: ProductFacts): Html {
  const now = facts.fees.at(-1)!;
  return html`<div class="card">
<h1>What you need for ${facts.name}</h1>
<p class="soft">${facts.longName}</p>
${facts.statusNote !== null && html`<p class="notice"><strong>Not open yet.</strong> ${facts.statusNote}</p>`}
<p>Government fee: <strong>${formatAmount(now)}</strong> for one traveler, ${now.from === null ? 'announced' : html`since ${day(now.from)}`}.</p>
<div class="row">
${
  facts.status === 'open'
    ? html`<a class="button" href="/apply/${facts.id}">Start the guided application</a>`
    : html`<a class="button" href="/guides/${facts.id}">What to do now</a>`
}
<a class="button quiet" href="${facts.officialSite}" rel="noopener noreferrer">Official site</a>
</div></div>`;
}

function whoFor({ nationalities, destinations }: ProductFacts): Html {
  const where = destinations.slice(0, 1).map(countryName);
  return section(
    'Who it is for',
    html`${
      nationalities === null
        ? html`<p>Visitors of nearly every nationality who need a visa for ${where}.</p>`
        : html`<p>Holders of a passport of ${nationalities.length} countries and territories, some of them on conditions.</p>${countryList(nationalities)}`
    }
${destinations.length > 1 && html`<p>It is good for ${destinations.length} destinations:</p>${countryList(destinations)}`}
<p><a href="/apply">Check your passport</a></p>`,
  );
}

function requirementsPage(facts: ProductFacts, { disclaimers }: Introduction): Html {
  const [what, ...others] = facts.sections;
  const parts = [
    ...(what ? [section(what.title, lines(what.lines))] : []),
    whoFor(facts),
    ...others.map(({ title, lines: texts }) =>
      section(title, html`${lines(texts)}${title === 'What the authority charges' && feeTable(facts)}`),
    ),
    costs(facts),
    facts.status === 'open' && section('How it goes', html`<ol>${steps.map((step) => html`<li>${step}</li>`)}</ol>`),
    section('Good to know', lines(disclaimers)),
    section('Sources', sourceList(facts.sources)),
  ];
  return page(`Requirements: ${facts.name}`, html`${inShort(facts)}${parts}`);
}

async function show(arrival: Arrival, tools: RouteTools): Promise<void> {
  const facts = await readProduct(arrival, tools, 'requirements');
  if (!facts) return;
  writeCachedPage(arrival, requirementsPage(facts, await readIntroduction(arrival, tools)), maxAgeSeconds);
}

async function list(arrival: Arrival, tools: RouteTools): Promise<void> {
  const { products, disclaimers } = await readIntroduction(arrival, tools);
  const content = html`<div class="card"><h1>What travel authorizations ask of you</h1>${productLinks(products, 'requirements')}</div>
${section('Good to know', lines(disclaimers))}`;
  writeCachedPage(arrival, page('Requirements', content), maxAgeSeconds);
}

/** What each product asks of a traveler. */
export const requirementsPages: readonly Route[] = [
  { method: 'GET', path: '/requirements', access: 'OPEN', handle: forPeople(list) },
  { method: 'GET', path: '/requirements/:product', access: 'OPEN', handle: forPeople(show) },
];

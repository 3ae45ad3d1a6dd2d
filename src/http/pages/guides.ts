import type { Arrival } from '../door.ts';
import type { Route, RouteTools } from '../routes.ts';
import { forPeople, redirect, writeCachedPage } from './for-people.ts';
import { type Html, html, page } from './html.ts';
import { formatAmount } from './price-table.ts';
import { type Introduction, type ProductFacts, readIntroduction, readProduct } from './product-facts.ts';
import { countryList, lines, maxAgeSeconds, section, sourceList } from './requirements.ts';

const shown = ['How long', 'Who does not need it', 'Children', 'Special cases'];

function guidePage(facts: ProductFacts, { disclaimers }: Introduction): Html {
  const passport = facts.sections.find(({ title }) => title === 'The passport')?.lines ?? [];
  const [fee] = facts.fees.slice(-1);
  const body = html`<div class="card">
<h1>${facts.name}: what is known, and what to do now</h1>
<p class="soft">${facts.longName}</p>
<p class="notice"><strong>Not open yet.</strong> ${facts.statusNote}</p>
<p>It will cost <strong>${fee && formatAmount(fee)}</strong> at the authority. We take no payment for it and file nothing.</p>
<div class="row"><a class="button" href="/requirements/${facts.id}">All requirements</a>
<a class="button quiet" href="${facts.officialSite}" rel="noopener noreferrer">Official site</a></div></div>
${section(
  'What to do now',
  html`<ol><li>Nothing can be applied for today. Be wary of anybody who takes money for it.</li>
<li>Look at your passport. ${passport.join(' ')}</li>
<li>Before you book a trip for next year, read the official site again, or ask your assistant.</li></ol>`,
)}
${facts.nationalities && section('Who will need it', html`<p>Travelers with a passport of one of these:</p>${countryList(facts.nationalities)}`)}
${section('Where', html`<p>For short stays in:</p>${countryList(facts.destinations)}`)}
${facts.sections.filter(({ title }) => shown.includes(title)).map(({ title, lines: texts }) => section(title, lines(texts)))}
${section('Good to know', lines(disclaimers))}
${section('Sources', sourceList(facts.sources))}`;
  return page(`Guide: ${facts.name}`, body);
}

/** A guide is for what cannot be bought yet; of an open product the requirements tell everything, how it goes as well. */
async function guide(arrival: Arrival, tools: RouteTools): Promise<void> {
  const facts = await readProduct(arrival, tools, 'guides');
  if (!facts) return;
  if (facts.status === 'open') return redirect(arrival, 302, `/requirements/${facts.id}`);
  writeCachedPage(arrival, guidePage(facts, await readIntroduction(arrival, tools)), maxAgeSeconds);
}

/** The guide to what is not open yet. */
export const guidePages: readonly Route[] = [
  { method: 'GET', path: '/guides/:product', access: 'OPEN', handle: forPeople(guide) },
];

import { countryName } from '../../../kernel/country.ts';
import { type Html, html, page } from '../html.ts';
import { type Introduction, productLinks } from '../product-facts.ts';
import type { Problems } from './choices.ts';
import { countryOptions, hiddenFields, problemSummary, selectField } from './fields.ts';
import { type Eligibility, verdictWords } from './verdict.ts';

interface Asked {
  products: Introduction['products'];
  nationality: string;
  destination: string;
  promo: string;
  problems: Problems;
  /** The answer, where no open product is it. */
  eligibility?: Eligibility;
}

const titles = {
  not_needed: 'Nothing needs to be applied for',
  not_covered: 'This service has nothing for this trip',
};

function answered({ nationality, destination, eligibility }: Asked): Html | false {
  if (!eligibility) return false;
  const { verdict, visa_type } = eligibility;
  return html`<section class="card" aria-labelledby="answer"><h2 id="answer">${verdict ? titles[verdict] : 'Not open yet'}</h2>
<p class="soft">Passport of ${countryName(nationality)}, to ${countryName(destination)}</p>
${verdictWords(eligibility)}
${visa_type !== undefined && html`<p>${eligibility.status_note}</p><div class="row"><a class="button" href="/guides/${visa_type}">What to do now</a></div>`}</section>`;
}

/** The way in for who does not know yet what a trip needs. */
export function destinationPage(asked: Asked): Html {
  const { products, nationality, destination, promo, problems } = asked;
  const title = 'What does your trip need?';
  return page(
    Object.keys(problems).length > 0 ? `Error: ${title}` : title,
    html`${problemSummary(problems)}<h1>${title}</h1>
${answered(asked)}
<form class="card" method="get" action="/apply">
${promo !== '' && hiddenFields([['promo_code', promo]])}
${selectField(
  {
    name: 'nationality',
    label: 'Which country issued the passport?',
    value: nationality,
    problem: problems.nationality,
  },
  countryOptions,
  'Choose a country',
)}
${selectField(
  { name: 'destination', label: 'Where is the trip to?', value: destination, problem: problems.destination },
  countryOptions,
  'Choose a country',
)}
<div class="row"><button>Find out</button></div></form>
<section class="card" aria-labelledby="products"><h2 id="products">You know it already</h2>${productLinks(products, 'apply')}</section>`,
  );
}

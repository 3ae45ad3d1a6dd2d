import { countryName } from '../../../kernel/country.ts';
import { type Html, html } from '../html.ts';
import { priceTable } from '../price-table.ts';
import { lines } from '../requirements.ts';
import { addressOf, fieldsOf } from './choices.ts';
import { confirmField, hiddenFields, textField } from './fields.ts';
import { guidedPage, promoWords, type ShownPrice, type Step } from './steps.ts';
import { type Eligibility, verdictWords } from './verdict.ts';

/** What the last step needs besides. */
export interface Review extends Step {
  eligibility: Eligibility;
  price: ShownPrice;
  email: string;
  /** Names this form: sent twice, it makes one order. */
  formId: string;
  sandbox: boolean;
  disclaimers: readonly string[];
  /** What happened to the last try. */
  news?: string | undefined;
}

function summary({ facts, choices, price }: Review): Html {
  const chosen = [
    ['Authorization', facts.name],
    ['Passport of', countryName(choices.nationality)],
    ['Destination', countryName(choices.destination)],
    ['Travelers', choices.travelers],
    ['Speed', facts.offer?.surcharges.find(({ code }) => code === choices.speed)?.label ?? 'Standard'],
    ['Extras', price.pricing.addOns.map(({ label }) => label).join(', ') || 'none'],
  ] as const;
  return html`<dl>${chosen.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
<p><a href="${addressOf(facts.id, choices)}">Change something</a></p>`;
}

/** The third step: everything once more, where the receipt goes, and the order. */
export function payStep(review: Review): Html {
  const { facts, choices, problems, price, eligibility, news } = review;
  const until = price.expiresAt;
  return guidedPage(
    review,
    2,
    html`${news !== undefined && html`<div class="card notice bad-news" role="alert"><p>${news}</p></div>`}
<section class="card" aria-labelledby="chosen"><h2 id="chosen">What you chose</h2>${summary(review)}</section>
<section class="card" aria-labelledby="price-title"><h2 id="price-title">The price</h2>${priceTable(price.pricing)}${promoWords(price)}
<p class="soft">Held until <time datetime="${until}">${until.slice(11, 16)} UTC</time>: exactly this is charged.</p></section>
${eligibility.eligibility === 'conditional' && html`<section class="card" aria-labelledby="conditions"><h2 id="conditions">Before you pay</h2>${verdictWords(eligibility)}</section>`}
<form class="card" method="post" action="/apply/${facts.id}">
<h2>Order</h2>
${review.sandbox && html`<p class="notice">This is a sandbox: no card is asked for, no money moves, and nothing is filed with an authority.</p>`}
${hiddenFields([...fieldsOf(choices), ['quote_token', price.quoteToken], ['form_id', review.formId]])}
${textField(
  { name: 'email', label: 'Email for the receipt', value: review.email, problem: problems.email },
  html`type="email" autocomplete="email" maxlength="254" required`,
)}
${
  eligibility.eligibility === 'conditional' &&
  html`<div class="confirm">${confirmField('conditions_met', 'The conditions above are met by every traveler on this order.', problems.conditions_met)}</div>`
}
<div class="row"><button>Make the order</button></div>
<p class="soft">Nothing is charged yet. The next page shows a link to keep, and leads to the payment.</p>
</form>
<section class="card" aria-labelledby="good-to-know"><h2 id="good-to-know">Good to know</h2>${lines(review.disclaimers)}</section>`,
  );
}

import { countryName } from '../../../kernel/country.ts';
import { type Html, html, page } from '../html.ts';
import { formatAmount, priceTable, type ShownPricing } from '../price-table.ts';
import type { Choice, ProductFacts } from '../product-facts.ts';
import { addressOf, type Choices, fieldsOf, type Problems } from './choices.ts';
import {
  choiceField,
  countryOptions,
  currencyOptions,
  hiddenFields,
  problemSummary,
  selectField,
  textField,
} from './fields.ts';
import { type Eligibility, verdictWords } from './verdict.ts';

/** What `ShowPrice` answers. */
export interface ShownPrice {
  pricing: ShownPricing & { exchangeRate: { asOf: string; source: string } };
  promo: { code: string; applied: boolean; reason: string | null } | null;
  quoteToken: string;
  expiresAt: string;
}

/** What a step shows. */
export interface Step {
  facts: ProductFacts;
  choices: Choices;
  problems: Problems;
}

const stepNames = ['Passport', 'Options and price', 'Check and pay'];

function steps(current: number): Html {
  return html`<nav aria-label="Steps"><ol class="steps">${stepNames.map(
    (name, index) =>
      html`<li${index === current && html` aria-current="step"`}>${index + 1}. ${name}${index < current && ' ✓'}</li>`,
  )}</ol></nav>`;
}

/** A page of the guided application: where the traveler is, what is wrong, and the step itself. */
export function guidedPage({ facts, problems }: Step, current: number, body: Html): Html {
  const failed = Object.keys(problems).length > 0;
  const title = `${facts.name}: ${stepNames[current]!.toLowerCase()}`;
  return page(
    failed ? `Error: ${title}` : title,
    html`${steps(current)}${problemSummary(problems)}<h1>Apply for ${facts.name}</h1>${body}`,
  );
}

/** Says that a product cannot be bought. */
export function notOpenPage(facts: ProductFacts): Html {
  return page(
    `${facts.name} is not open`,
    html`<div class="card"><h1>${facts.name} cannot be applied for yet</h1>
<p role="status">${facts.statusNote} No payment is taken for it.</p>
<div class="row"><a class="button" href="/guides/${facts.id}">What to do now</a>
<a class="button quiet" href="/apply">Another destination</a></div></div>`,
  );
}

/** The first step: whose passport, and where to. */
export function passportStep(step: Step): Html {
  const { facts, choices, problems } = step;
  const hasPlaces = facts.destinations.length > 1;
  const asked = ['nationality', 'stay_days', ...(hasPlaces ? ['destination'] : [])];
  const kept = fieldsOf(choices).filter(([name]) => !asked.includes(name));
  return guidedPage(
    step,
    0,
    html`<form class="card" method="get" action="/apply/${facts.id}">
${hiddenFields(kept)}
${selectField(
  {
    name: 'nationality',
    label: 'Which country issued the passport?',
    hint: 'Everybody on one order needs a passport that this holds for.',
    value: choices.nationality,
    problem: problems.nationality,
  },
  countryOptions,
  'Choose a country',
)}
${
  hasPlaces &&
  selectField(
    {
      name: 'destination',
      label: 'Where is the trip to?',
      value: choices.destination,
      problem: problems.destination,
    },
    facts.destinations.map((code) => ({ value: code, label: countryName(code) })),
  )
}
${textField(
  {
    name: 'stay_days',
    label: 'How many days is the stay? (optional)',
    value: choices.stayDays,
    problem: problems.stay_days,
  },
  html`inputmode="numeric" autocomplete="off"`,
)}
<div class="row"><button>Continue</button><a class="button quiet" href="/requirements/${facts.id}">Read the requirements</a></div>
</form>`,
  );
}

/** Where this product is not what the traveler needs: what is. */
export function otherAnswerPage(step: Step, eligibility: Eligibility): Html {
  const { facts, choices } = step;
  const { visa_type: other, status } = eligibility;
  const again = addressOf(facts.id, { ...choices, nationality: '' });
  return page(
    `${facts.name}: not for this trip`,
    html`<div class="card"><h1>${facts.name} is not what this trip needs</h1>
${verdictWords(eligibility)}
<div class="row">
${other !== undefined && status === 'open' && html`<a class="button" href="${addressOf(other, choices)}">Continue with what is needed</a>`}
${other !== undefined && status !== 'open' && html`<a class="button" href="/guides/${other}">What is known about it</a>`}
<a class="button quiet" href="${again}">Change passport or stay</a></div></div>`,
  );
}

function passportCard({ facts, choices }: Step, eligibility: Eligibility): Html {
  const change = addressOf(facts.id, choices, { step: 'passport' });
  return html`<section class="card" aria-labelledby="passport"><h2 id="passport">Passport of ${countryName(choices.nationality)}, to ${countryName(choices.destination)}</h2>
${verdictWords(eligibility)}
<p><a href="${change}">Change passport, destination or stay</a></p></section>`;
}

const perTraveler = ({ code, label, price }: Choice) => ({
  value: code,
  label,
  price: `+ ${formatAmount(price)} each`,
});

const promoReasons: Record<string, string> = {
  UNKNOWN_CODE: 'Nobody has this promo code; the price is without a discount.',
  INACTIVE: 'This promo code is no longer active; the price is without a discount.',
  SELF_REFERRAL: 'Partners cannot use their own code; the price is without a discount.',
  ALREADY_DISCOUNTED: 'Another discount applies already.',
};

/** What became of the promo code. */
export function promoWords({ promo }: ShownPrice): Html | false {
  if (promo === null) return false;
  return promo.applied
    ? html`<p class="good">Promo code ${promo.code} applies to the service fee.</p>`
    : html`<p>${promoReasons[promo.reason ?? ''] ?? promoReasons.UNKNOWN_CODE}</p>`;
}

function priceCard(price: ShownPrice | undefined): Html {
  return html`<section class="card" id="price" aria-labelledby="price-title" aria-live="polite"><h2 id="price-title">The price</h2>
${
  price === undefined
    ? html`<p>It is shown here once the fields above are corrected.</p>`
    : html`${priceTable(price.pricing)}${promoWords(price)}
${price.pricing.total.currency !== 'usd' && html`<p class="soft">Converted with the rates of ${price.pricing.exchangeRate.asOf}.</p>`}`
}</section>`;
}

/** The second step: how many, how fast, what else, in which currency, and what it costs. */
export function optionsStep(step: Step, eligibility: Eligibility, price: ShownPrice | undefined): Html {
  const { facts, choices, problems } = step;
  const offer = facts.offer!;
  const kept = fieldsOf(choices).filter(([name]) => ['nationality', 'destination', 'stay_days'].includes(name));
  return guidedPage(
    step,
    1,
    html`${passportCard(step, eligibility)}
<form class="card" method="get" action="/apply/${facts.id}" data-live-price>
<h2>Options</h2>
${hiddenFields(kept)}
${textField(
  {
    name: 'num_travelers',
    label: 'How many travelers?',
    hint: '1 to 50 on one payment. The forms of several travelers are submitted by your assistant or agency, with an API key.',
    value: choices.travelers,
    problem: problems.num_travelers,
  },
  html`type="number" min="1" max="50" required`,
)}
${choiceField(
  'radio',
  {
    name: 'processing_speed',
    label: 'How fast should we work on it?',
    hint: 'The authority takes its own time.',
    problem: problems.processing_speed,
  },
  [choices.speed],
  [{ value: 'standard', label: 'Standard', price: 'included' }, ...offer.surcharges.map(perTraveler)],
)}
${choiceField('checkbox', { name: 'add_ons', label: 'Extras', problem: problems.add_ons }, choices.addOns, offer.addOns.map(perTraveler))}
${selectField({ name: 'currency', label: 'Currency to pay in', value: choices.currency, problem: problems.currency }, currencyOptions(offer.currencies), offer.currencies.includes(choices.currency) ? undefined : 'Choose a currency')}
${textField(
  { name: 'promo_code', label: 'Promo code (optional)', value: choices.promoCode, problem: problems.promo_code },
  html`autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="64"`,
)}
<div class="row"><button name="step" value="pay">Continue</button><button class="quiet">Show the price</button></div>
</form>
${priceCard(price)}
<script src="/apply/live-price.js" defer></script>`,
  );
}

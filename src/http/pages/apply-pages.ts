import type { Answer } from '../../projections/perform.ts';
import { readBody } from '../body.ts';
import type { Arrival } from '../door.ts';
import type { Route, RouteTools } from '../routes.ts';
import { type Html, html, page, writePage } from './html.ts';
import { performForPage } from './perform-page.ts';
import { formatAmount } from './price-table.ts';
import { readRequirements } from './requirements-pages.ts';

interface Amount {
  amount: number;
  currency: string;
}

interface ShownQuote {
  pricing: {
    service_fee: Amount;
    official_fee: Amount & { paid_to: string };
    official_fee_collected: boolean;
    surcharges: (Amount & { label: string })[];
    discount: (Amount & { code: string }) | null;
    total: Amount;
  };
  promo: { applied: boolean } | null;
  quote_token: string;
}

interface ShownCheckout {
  checkout_url: string;
  order_id: string;
  application_ids: string[];
  guest_token: string | null;
}

const speeds = { standard: 'Standard', rush: 'Rush', super_rush: 'Super rush' } as const;

/** What was chosen, as far as it can be read: anything else falls back to what a form begins with. */
function choices(form: URLSearchParams) {
  const travelers = Number(form.get('travelers') ?? 1);
  const speed = form.get('speed') ?? '';
  return {
    processing_speed: speed in speeds ? speed : 'standard',
    num_travelers: Number.isInteger(travelers) && travelers >= 1 && travelers <= 50 ? travelers : 1,
    currency: /^[a-z]{3}$/i.test(form.get('currency') ?? '') ? form.get('currency')!.toLowerCase() : 'usd',
    ...(form.get('promo_code') && { promo_code: form.get('promo_code')!.slice(0, 64) }),
  };
}

const line = (label: string, amount: string) => html`<tr><td>${label}</td><td class="amount">${amount}</td></tr>`;

function priceOf({ pricing }: ShownQuote): Html {
  const { service_fee, official_fee, discount, surcharges, total } = pricing;
  return html`
<table><tbody>
${line('Service fee', formatAmount(service_fee))}
${surcharges.map((each) => line(each.label, formatAmount(each)))}
${pricing.official_fee_collected && line(`Government fee (${official_fee.paid_to})`, formatAmount(official_fee))}
${discount && line(`Promo code ${discount.code}`, `−${formatAmount(discount)}`)}
<tr class="total"><td>Total</td><td class="amount">${formatAmount(total)}</td></tr>
</tbody></table>
${!pricing.official_fee_collected && html`<p class="soft">The government fee of ${formatAmount(official_fee)} is paid to ${official_fee.paid_to} directly, not here.</p>`}`;
}

function applyPage(name: string, id: string, chosen: ReturnType<typeof choices>, quote: ShownQuote): Html {
  const { promo_code: promo } = chosen as { promo_code?: string };
  return page(
    `Apply for ${name}`,
    html`
<div class="card">
  <h1>Apply for ${name}</h1>
  <p>Choose for how many people and how fast, pay, then fill in the form. <a href="/requirements/${id}">What is needed</a></p>
  <form method="get">
    <label for="travelers">Travelers</label>
    <input id="travelers" name="travelers" type="number" min="1" max="50" value="${chosen.num_travelers}">
    <label for="speed">Speed of our work</label>
    <select id="speed" name="speed">${Object.entries(speeds).map(
      ([value, label]) =>
        html`<option value="${value}"${value === chosen.processing_speed && html` selected`}>${label}</option>`,
    )}</select>
    <label for="currency">Currency</label>
    <input id="currency" name="currency" maxlength="3" value="${chosen.currency}">
    <label for="promo">Promo code</label>
    <input id="promo" name="promo_code" maxlength="64" value="${promo ?? ''}">
    ${promo !== undefined && quote.promo?.applied === false && html`<p class="bad" role="status">The promo code does not apply.</p>`}
    <div class="row"><button class="quiet">Update the price</button></div>
  </form>
</div>
<div class="card">
  <h2>Price</h2>
  ${priceOf(quote)}
  <form method="post">
    <input type="hidden" name="quote_token" value="${quote.quote_token}">
    <input type="hidden" name="travelers" value="${chosen.num_travelers}">
    <input type="hidden" name="speed" value="${chosen.processing_speed}">
    <input type="hidden" name="currency" value="${chosen.currency}">
    <input type="hidden" name="promo_code" value="${promo ?? ''}">
    <label for="email">Email for the receipt</label>
    <input id="email" name="email" type="email" autocomplete="email" required>
    <div class="row"><button>Continue to the payment</button></div>
  </form>
</div>`,
  );
}

function orderPage(name: string, { checkout_url, order_id, application_ids, guest_token }: ShownCheckout): Html {
  return page(
    'Your order is ready',
    html`
<div class="card">
  <h1>Your order is ready</h1>
  <p>${name}, order ${order_id}, ${application_ids.length === 1 ? 'one application' : `${application_ids.length} applications`}. Nothing has been charged yet.</p>
  <p class="row"><a class="button" href="${checkout_url}">Pay now</a></p>
</div>
${
  guest_token !== null &&
  html`<div class="card"><h2>Keep this</h2><p>It opens your order and is shown only here. Give it to your assistant, to nobody else.</p><p><code>${guest_token}</code></p></div>`
}`,
  );
}

function refuse(arrival: Arrival, answer: Answer): void {
  const { error, status } = answer as Extract<Answer, { error: unknown }>;
  const content = html`<div class="card"><h1>That did not work</h1><p class="bad" role="alert">${error.message}</p><p>${error.hint}</p><p><a href="?">Start again</a></p></div>`;
  writePage(arrival.response, arrival.exchange, status, page('That did not work', content));
}

async function show(arrival: Arrival, tools: RouteTools): Promise<void> {
  const product = await readRequirements(arrival, tools);
  if (!product) return;
  const { visa_type, name, status } = product;
  const { response } = arrival;
  if (status !== 'open') return void response.writeHead(303, { location: `/guides/${visa_type}` }).end();
  const chosen = choices(new URLSearchParams(arrival.query));
  const quote = await performForPage(tools.door, arrival, 'QuotePricing', { visa_type, ...chosen });
  if ('error' in quote) return refuse(arrival, quote);
  writePage(response, arrival.exchange, 200, applyPage(name, visa_type, chosen, quote.data as ShownQuote));
}

async function order(arrival: Arrival, tools: RouteTools): Promise<void> {
  const form = new URLSearchParams((await readBody(arrival.request, 16_384)).toString('utf8'));
  const product = await readRequirements(arrival, tools);
  if (!product) return;
  const checkout = await performForPage(tools.door, arrival, 'CreateCheckout', {
    visa_type: product.visa_type,
    ...choices(form),
    email: form.get('email') ?? '',
    ...(form.get('quote_token') && { quote_token: form.get('quote_token') }),
  });
  if ('error' in checkout) return refuse(arrival, checkout);
  writePage(arrival.response, arrival.exchange, 200, orderPage(product.name, checkout.data as ShownCheckout));
}

/** The guided application: choose, see the price, order, and go on to the payment. */
export const applyPages: readonly Route[] = [
  { method: 'GET', path: '/apply/:product', access: 'OPEN', handle: show },
  { method: 'POST', path: '/apply/:product', access: 'OPEN', handle: order },
];

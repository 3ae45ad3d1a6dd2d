import type { Arrival } from '../door.ts';
import type { Route, RouteTools } from '../routes.ts';
import { forPeople, readData } from './for-people.ts';
import { type Html, html, page, writePage } from './html.ts';
import { keptBy, orderPath } from './order-link.ts';
import { priceTable, type ShownPricing } from './price-table.ts';

interface ShownOrder {
  status: 'unpaid' | 'processing' | 'paid' | 'expired' | 'failed' | 'refunded';
  mode: 'sandbox' | 'live';
  orderId: string;
  paymentSessionId: string;
  productName: string;
  applicationIds: string[];
  checkoutUrl: string | null;
  paidAt: string | null;
  expiresAt: string;
  pricing: ShownPricing;
}

interface ShownApplication {
  application_id: string;
  status_label: string;
  status_explanation: string;
  authority_reference: string | null;
  estimated_decision_at: string | null;
  authorization: { number: string; valid_from: string; valid_until: string } | null;
  action_required: { fields: string[]; message: string } | null;
  order: { order_id: string; payment_status: string; refundable_until: string | null };
  timeline: { at: string; status: string; note: string | null }[];
}

/** Who has the address has the order: nobody keeps it, no search finds it, and no other site is told of it. */
const headers = { 'x-robots-tag': 'noindex' };

const moment = (at: string): Html => html`<time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 16)} UTC</time>`;

/** Reads the guest token of the address; anything that is none counts as absent, so that nothing foreign is shown. */
function readToken({ query }: Arrival): string | undefined {
  return /^gst_[\w-]{20,64}$/.exec(new URLSearchParams(query).get('guest_token') ?? '')?.[0];
}

function paymentWords({ status, checkoutUrl, expiresAt, mode }: ShownOrder): Html {
  const pay =
    checkoutUrl !== null &&
    html`<div class="row"><a class="button" href="${checkoutUrl}">Go to the payment page</a></div>
<p class="soft">It can be paid until ${moment(expiresAt)}.${mode === 'sandbox' && ' This is a sandbox: no money moves.'}</p>`;
  switch (status) {
    case 'unpaid':
      return html`<p role="status">The order is made, and not paid yet.</p>${pay}`;
    case 'failed':
      return html`<p role="status" class="bad">The payment failed. Nothing was charged.</p>${pay || html`<p><a href="/apply">Order again</a></p>`}`;
    case 'processing':
      return html`<p role="status">The payment is under way; with some methods it takes days. Load this page again later.</p>`;
    case 'paid':
      return html`<p role="status" class="good">The order is paid.</p>
<p>Next, your assistant fills in the form with you and submits it. Give it the payment session below.</p>`;
    case 'expired':
      return html`<p role="status">The order was not paid in time and has ended. Nothing was charged. <a href="/apply">Order again</a></p>`;
    case 'refunded':
      return html`<p role="status">The order was refunded in full.</p>`;
  }
}

function keepLink(order: ShownOrder, token: string, baseUrl: string): Html {
  const link = `${baseUrl}${orderPath({ session: order.paymentSessionId, token })}`;
  return html`<section class="card" aria-labelledby="keep"><h2 id="keep">Keep this link</h2>
<p>It is the only way back to this order: bookmark this page, or copy the link. Whoever has it can see the order, for 30 days.</p>
<label for="link">Link to this order</label>
<input id="link" value="${link}" readonly>
</section>`;
}

function orderPage(order: ShownOrder, token: string | undefined, baseUrl: string): Html {
  const query = token === undefined ? '' : `?guest_token=${token}`;
  const open = ['unpaid', 'failed', 'processing', 'paid'].includes(order.status);
  return page(
    `Order: ${order.productName}`,
    html`<div class="card"><h1>Your order: ${order.productName}</h1>${paymentWords(order)}</div>
${token !== undefined && open && keepLink(order, token, baseUrl)}
<section class="card" aria-labelledby="applications"><h2 id="applications">${order.applicationIds.length === 1 ? 'Application' : 'Applications'}</h2>
${token === undefined && html`<p>To see how they stand, open the whole link that you kept.</p>`}
<ul>${order.applicationIds.map((id, index) => {
      const name = `Traveler ${index + 1}`;
      return html`<li>${token === undefined ? name : html`<a href="/applications/${id}${query}">${name}</a>`} <span class="soft">${id}</span></li>`;
    })}</ul></section>
<section class="card" aria-labelledby="bought"><h2 id="bought">What was ordered</h2>${priceTable(order.pricing)}
<dl><dt>Order</dt><dd>${order.orderId}</dd><dt>Payment session</dt><dd>${order.paymentSessionId}</dd>${order.paidAt !== null && html`<dt>Paid</dt><dd>${moment(order.paidAt)}</dd>`}</dl></section>`,
  );
}

async function showOrder(arrival: Arrival, tools: RouteTools): Promise<void> {
  const session = { payment_session_id: arrival.params.session };
  const order = await readData<ShownOrder>(arrival, tools, 'ShowOrder', session);
  const { baseUrl } = tools.door.engine.services;
  const token = readToken(arrival);
  writePage(arrival.response, arrival.exchange, 200, orderPage(order, token, baseUrl), {
    ...headers,
    ...keptBy({ baseUrl }, { session: order.paymentSessionId, token }),
  });
}

function applicationPage(application: ShownApplication): Html {
  const { authorization, action_required: asked } = application;
  return page(
    'How the application stands',
    html`<div class="card"><h1>${application.status_label}</h1>
<p role="status">${application.status_explanation}</p>
${asked && html`<div class="notice"><p><strong>Something is asked of you.</strong> ${asked.message}</p></div>`}
${
  authorization &&
  html`<dl><dt>Authorization</dt><dd>${authorization.number}</dd><dt>Valid</dt><dd>${authorization.valid_from} to ${authorization.valid_until}</dd></dl>`
}
${application.authority_reference !== null && html`<p>Reference at the authority: ${application.authority_reference}</p>`}
${application.estimated_decision_at !== null && html`<p>A decision is expected by ${moment(application.estimated_decision_at)}.</p>`}
<p class="soft">Application ${application.application_id}, order ${application.order.order_id}</p></div>
<section class="card" aria-labelledby="so-far"><h2 id="so-far">What happened so far</h2>
<ol>${application.timeline.map(({ at, status, note }) => html`<li>${moment(at)}: ${note ?? status}</li>`)}</ol></section>`,
  );
}

async function showApplication(arrival: Arrival, tools: RouteTools): Promise<void> {
  const token = readToken(arrival);
  const application = await readData<ShownApplication>(arrival, tools, 'GetApplicationStatus', {
    id: arrival.params.id,
    ...(token !== undefined && { guest_token: token }),
  });
  writePage(arrival.response, arrival.exchange, 200, applicationPage(application), headers);
}

/** The pages of an order and of its applications, which the link that a traveler keeps leads to. */
export const orderPages: readonly Route[] = [
  { method: 'GET', path: '/orders/:session', access: 'OPEN', handle: forPeople(showOrder) },
  { method: 'GET', path: '/applications/:id', access: 'OPEN', handle: forPeople(showApplication) },
];

import type { Arrival } from '../door.ts';
import type { Route, RouteTools } from '../routes.ts';
import { type Html, html, page, writePage } from './html.ts';
import { wayBack } from './order-link.ts';
import { performForPage } from './perform-page.ts';
import { priceTable, type ShownPricing } from './price-table.ts';

interface ShownPayment {
  status: 'unpaid' | 'processing' | 'paid' | 'expired' | 'failed' | 'refunded';
  orderId: string;
  productName: string;
  pricing: ShownPricing;
}

const words: Record<ShownPayment['status'], { title: string; text: Html }> = {
  paid: {
    title: 'Thank you, the payment arrived',
    text: html`<p class="good" role="status">You can close this page. Your assistant carries on with the application.</p>`,
  },
  processing: {
    title: 'The payment is under way',
    text: html`<p role="status">Your bank takes its time; with some methods that is days. Nothing more is needed from you. Your assistant carries on when it has arrived.</p>`,
  },
  unpaid: {
    title: 'The payment has not arrived',
    text: html`<p role="status">If you have just paid, load this page again in a moment.</p>`,
  },
  failed: {
    title: 'The payment failed',
    text: html`<p class="bad" role="alert">Nothing was charged. Ask your assistant for a new payment page.</p>`,
  },
  expired: {
    title: 'This payment page ran out',
    text: html`<p class="bad" role="status">Nothing was charged. Ask your assistant for a new payment page.</p>`,
  },
  refunded: {
    title: 'The payment was returned',
    text: html`<p role="status">The full amount is on its way back to you; banks take some days.</p>`,
  },
};

async function showOutcome(arrival: Arrival, { door }: RouteTools): Promise<void> {
  const session = new URLSearchParams(arrival.query).get('session') ?? '';
  const answer = await performForPage(door, arrival, 'ShowPaymentPage', { payment_session_id: session });
  if ('error' in answer) {
    const refused =
      answer.status === 404
        ? { title: 'No such payment', text: 'This payment does not exist.' }
        : { title: 'We cannot look this up now', text: 'Your payment is safe. Load this page again in a moment.' };
    const body = html`<div class="card"><h1>${refused.title}</h1><p>${refused.text}</p></div>`;
    return writePage(arrival.response, arrival.exchange, answer.status, page(refused.title, body));
  }
  const payment = answer.data as ShownPayment;
  const { title, text } = words[payment.status];
  const body = html`
<div class="card">
  <h1>${title}</h1>
  ${text}
  ${wayBack(arrival.request, session)}
</div>
<div class="card">
  <h2>${payment.productName}</h2>
  <p class="soft">Order ${payment.orderId}</p>
  ${priceTable(payment.pricing)}
</div>`;
  writePage(arrival.response, arrival.exchange, 200, page(title, body));
}

function showCancelled(arrival: Arrival): void {
  const title = 'You have not paid';
  const body = html`
<div class="card">
  <h1>${title}</h1>
  <p role="status">Nothing was charged. The payment page stays open for 24 hours: go back to it when you are ready, or tell your assistant that you changed your mind.</p>
  ${wayBack(arrival.request)}
</div>`;
  writePage(arrival.response, arrival.exchange, 200, page(title, body));
}

/** The pages to which a payer returns from the payment provider. */
export const checkoutPages: readonly Route[] = [
  { method: 'GET', path: '/checkout/success', access: 'OPEN', handle: showOutcome },
  { method: 'GET', path: '/checkout/cancel', access: 'OPEN', handle: showCancelled },
];

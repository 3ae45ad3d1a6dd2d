import { readBody } from '../body.ts';
import type { Arrival } from '../door.ts';
import type { Route, RouteTools } from '../routes.ts';
import { type Html, html, page, writePage } from './html.ts';
import { wayBack } from './order-link.ts';
import { performForPage } from './perform-page.ts';
import { priceTable, type ShownPricing } from './price-table.ts';

interface ShownPayment {
  paid: boolean;
  status: 'unpaid' | 'processing' | 'paid' | 'expired' | 'failed' | 'refunded';
  mode: 'sandbox' | 'live';
  orderId: string;
  productName: string;
  expiresAt: string;
  pricing: ShownPricing;
}

const outcomes = ['paid', 'declined', 'processing'];

const statusWords: Record<ShownPayment['status'], Html> = {
  unpaid: html`<p>Choose how the test payment ends. Nothing is charged.</p>`,
  failed: html`<p class="bad" role="alert">The test card was declined. Nothing was charged; try again.</p>`,
  processing: html`<p role="status">The payment is under way. It can still be completed or declined here.</p>`,
  paid: html`<p class="good" role="status">Paid. You can close this page; your assistant carries on.</p>`,
  expired: html`<p class="bad" role="status">This payment session ran out. Ask for a new one.</p>`,
  refunded: html`<p role="status">This order was refunded.</p>`,
};

function paymentForm(): Html {
  return html`
<form method="post">
  <label for="card">Test card</label>
  <input id="card" value="4242 4242 4242 4242" readonly aria-describedby="card-note">
  <p id="card-note" class="soft">This is a sandbox: no card is asked for and no money moves.</p>
  <div class="row">
    <button name="outcome" value="paid">Pay with the test card</button>
    <button class="quiet" name="outcome" value="declined">Decline</button>
    <button class="quiet" name="outcome" value="processing">Take a slow method</button>
  </div>
</form>`;
}

function paymentPage(payment: ShownPayment, way: Html | undefined): Html {
  const open = ['unpaid', 'failed', 'processing'].includes(payment.status);
  return page(
    `Pay for ${payment.productName}`,
    html`
<div class="card">
  <h1>${payment.productName}</h1>
  <p class="soft">Order ${payment.orderId} · sandbox</p>
  ${priceTable(payment.pricing)}
</div>
<div class="card">
  ${statusWords[payment.status]}
  ${open && paymentForm()}
  ${way}
</div>`,
  );
}

async function show(arrival: Arrival, { door }: RouteTools): Promise<void> {
  const session = { payment_session_id: arrival.params.session };
  const answer = await performForPage(door, arrival, 'ShowPaymentPage', session);
  const payment = 'data' in answer ? (answer.data as ShownPayment) : undefined;
  if (payment?.mode === 'sandbox') {
    return writePage(
      arrival.response,
      arrival.exchange,
      200,
      paymentPage(payment, wayBack(arrival.request, arrival.params.session)),
    );
  }
  const status = 'error' in answer ? answer.status : 404;
  const refused = html`<div class="card"><h1>No such payment</h1><p>This payment session does not exist, or it is not paid here.</p></div>`;
  writePage(arrival.response, arrival.exchange, status, page('No such payment', refused));
}

async function pay(arrival: Arrival, { door }: RouteTools): Promise<void> {
  const form = new URLSearchParams((await readBody(arrival.request, 4096)).toString('utf8'));
  const outcome = outcomes.find((known) => known === form.get('outcome')) ?? 'paid';
  const { session } = arrival.params;
  await performForPage(door, arrival, 'PaySandboxSession', { payment_session_id: session, outcome });
  // Whatever came of it, the page tells: it is read anew, so that a reload pays nothing twice.
  arrival.response.writeHead(303, { location: `/sandbox/pay/${encodeURIComponent(session!)}` }).end();
}

/** The page on which a sandbox order is paid with a test card. */
export const sandboxPaymentPages: readonly Route[] = [
  { method: 'GET', path: '/sandbox/pay/:session', access: 'OPEN', handle: show },
  { method: 'POST', path: '/sandbox/pay/:session', access: 'OPEN', handle: pay },
];

import { type Books, Refusal } from './books.ts';
import { type Form, listOf, partOf, textOf, textsOf } from './form.ts';
import { newCoupon, newSession } from './objects.ts';

/** One request to the API. */
export interface ApiRequest {
  method: string;
  path: string;
  /** Of the body of a POST, of the query of a GET. */
  form: Form;
  livemode: boolean;
}

const day = 24 * 60 * 60;
const halfHour = 30 * 60;
/** Currencies in which Stripe takes whole units, and those whose last digit must be 0. Source: https://docs.stripe.com/currencies. */
const wholeHundreds = new Set(['isk', 'ugx']);
const lastDigitZero = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd']);

const amountIn = (text: string | undefined, currency: string, param: string): number => {
  const amount = Number(text);
  const step = wholeHundreds.has(currency) ? 100 : lastDigitZero.has(currency) ? 10 : 1;
  if (text === undefined || !Number.isInteger(amount) || amount < 0 || amount % step !== 0) {
    throw new Refusal(400, `Invalid amount: ${param}`, { code: 'parameter_invalid_integer', param });
  }
  return amount;
};

const listed = <Item>(url: string, data: Item[]) => ({ object: 'list' as const, data, has_more: false, url });

/** Makes the API: answers a request that got through, throws Refusal for what Stripe refuses. */
export function createApi(books: Books, clock: () => number, base: () => string) {
  function createSession({ form, livemode }: ApiRequest) {
    if (textOf(form, 'mode') !== 'payment') throw new Refusal(400, 'Only payments are played.', { param: 'mode' });
    const items = listOf(form, 'line_items') as Form[];
    const currencies = new Set(items.map((item) => textOf(partOf(item, 'price_data'), 'currency')));
    const [currency] = currencies;
    if (currencies.size !== 1 || !currency) throw new Refusal(400, 'Lines in one currency.', { param: 'line_items' });
    const lines = items.map((item) => {
      const price = partOf(item, 'price_data');
      const name = textOf(partOf(price, 'product_data'), 'name');
      if (!name) throw new Refusal(400, 'A line without a name.');
      const unit = amountIn(textOf(price, 'unit_amount'), currency, 'unit_amount');
      return { name, amount: unit * Number(textOf(item, 'quantity') ?? 1) };
    });
    const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
    const couponId = textOf((listOf(form, 'discounts')[0] ?? {}) as Form, 'coupon') ?? null;
    const coupon = couponId === null ? undefined : books.coupons.get(couponId);
    if (couponId !== null && coupon?.currency !== currency) throw new Refusal(400, `No such coupon: ${couponId}`);
    const expiresAt = Number(textOf(form, 'expires_at') ?? clock() + day);
    if (expiresAt < clock() + halfHour || expiresAt > clock() + day) {
      throw new Refusal(400, 'A session lasts from 30 minutes to 24 hours.', { param: 'expires_at' });
    }
    const session = newSession({
      livemode,
      now: clock(),
      base: base(),
      currency,
      subtotal,
      discount: coupon?.amount_off ?? 0,
      coupon: couponId,
      clientReferenceId: textOf(form, 'client_reference_id') ?? null,
      email: textOf(form, 'customer_email') ?? null,
      metadata: textsOf(partOf(form, 'metadata')),
      expiresAt,
      successUrl: textOf(form, 'success_url') ?? '',
      cancelUrl: textOf(form, 'cancel_url') ?? null,
    });
    books.sessions.set(session.id, session);
    books.lines.set(session.id, lines);
    books.intentMetadata.set(session.id, textsOf(partOf(partOf(form, 'payment_intent_data'), 'metadata')));
    return session;
  }

  function createCoupon({ form, livemode }: ApiRequest) {
    const currency = textOf(form, 'currency') ?? '';
    const name = textOf(form, 'name') ?? null;
    if (name !== null && name.length > 40) throw new Refusal(400, 'The name is too long.', { param: 'name' });
    const coupon = newCoupon(
      livemode,
      clock(),
      amountIn(textOf(form, 'amount_off'), currency, 'amount_off'),
      currency,
      name,
    );
    books.coupons.set(coupon.id, coupon);
    return coupon;
  }

  /** A session with its payment, the charge of that and its refunds in full, as far as `expand` asks. */
  function expanded(id: string, expand: readonly string[]) {
    const session = books.sessionOf(id);
    const intent = books.intents.get(session.payment_intent ?? '');
    if (!intent || !expand.some((path) => path.startsWith('payment_intent'))) return session;
    const charge = books.charges.get(intent.latest_charge ?? '');
    if (!charge || !expand.some((path) => path.startsWith('payment_intent.latest_charge'))) {
      return { ...session, payment_intent: intent };
    }
    const refunds = listed(
      `/v1/charges/${charge.id}/refunds`,
      [...books.refunds.values()].filter((refund) => refund.charge === charge.id).reverse(),
    );
    const whole = expand.includes('payment_intent.latest_charge.refunds') ? { ...charge, refunds } : charge;
    return { ...session, payment_intent: { ...intent, latest_charge: whole } };
  }

  const routes: [method: string, path: RegExp, answer: (request: ApiRequest, id: string) => object][] = [
    ['POST', /^\/v1\/coupons$/, createCoupon],
    ['POST', /^\/v1\/checkout\/sessions$/, createSession],
    [
      'GET',
      /^\/v1\/checkout\/sessions$/,
      ({ form }) =>
        listed(
          '/v1/checkout/sessions',
          [...books.sessions.values()].filter(
            (session) => session.payment_intent !== null && session.payment_intent === textOf(form, 'payment_intent'),
          ),
        ),
    ],
    ['GET', /^\/v1\/checkout\/sessions\/(\w+)$/, ({ form }, id) => expanded(id, listOf(form, 'expand') as string[])],
    [
      'POST',
      /^\/v1\/checkout\/sessions\/(\w+)\/expire$/,
      (_request, id) => {
        const session = books.sessionOf(id);
        if (session.status !== 'open') throw new Refusal(400, 'Only open sessions can be expired.');
        books.expire(session);
        return session;
      },
    ],
    [
      'POST',
      /^\/v1\/refunds$/,
      ({ form }) => {
        const amount = textOf(form, 'amount');
        return books.refund(
          textOf(form, 'payment_intent') ?? '',
          amount === undefined ? undefined : Number(amount),
          textsOf(partOf(form, 'metadata')),
        );
      },
    ],
    [
      'GET',
      /^\/v1\/refunds$/,
      ({ form }) =>
        listed(
          '/v1/refunds',
          [...books.refunds.values()]
            .filter((refund) => refund.payment_intent === textOf(form, 'payment_intent'))
            .reverse(),
        ),
    ],
    [
      'GET',
      /^\/v1\/disputes$/,
      ({ form }) =>
        listed(
          '/v1/disputes',
          [...books.disputes.values()].filter((dispute) => dispute.charge === textOf(form, 'charge')),
        ),
    ],
  ];

  return (request: ApiRequest): object => {
    for (const [method, path, answer] of routes) {
      const found = method === request.method && path.exec(request.path);
      if (found) return answer(request, found[1] ?? '');
    }
    throw new Refusal(404, `Unrecognized request URL (${request.method}: ${request.path}).`);
  };
}
export type Api = ReturnType<typeof createApi>;

import type { Caller, Mode } from '../../kernel/caller.ts';
import { addSeconds, type Clock, dateOf } from '../../kernel/clock.ts';
import { newId, newSecret } from '../../kernel/id.ts';
import type { NextStep } from '../../kernel/next-step.ts';
import type { Once } from '../../kernel/once.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { issueGuestSession, renewGuestToken } from '../keys/issue-guest-session.ts';
import { findOrderByOnce, insertOrder, listApplicationsOf } from '../orders/order.store.ts';
import { emailPlace, guestLifetimeSeconds, type Order, sessionLifetimeSeconds } from '../orders/order.ts';
import { findPromo, type Promo } from '../partners/find-promo.ts';
import { computePrice } from '../pricing/compute-price.ts';
import type { ExchangeRates } from '../pricing/exchange-rates.port.ts';
import type { Price, Speed } from '../pricing/price.ts';
import { openQuoteToken } from '../pricing/quote-token.ts';
import { requireOpenProduct } from '../products/catalog.ts';
import type { ProductId } from '../products/product-id.ts';
import { askProvider } from './ask-provider.ts';
import { openSession, recordSession } from './open-session.ts';
import { soonChecked } from './payment-check.ts';
import type { PaymentsByMode } from './payments.port.ts';

/** What is bought. */
export interface CheckoutRequest {
  product: ProductId;
  email?: string | null | undefined;
  speed: Speed;
  addOns?: readonly string[] | null | undefined;
  travelers: number;
  currency: string;
  promoCode?: string | null | undefined;
  /** The price that `/quote` promised: another amount is refused, never charged. */
  quoteToken?: string | null | undefined;
}

/** A payment session and what belongs to it. */
export interface Checkout {
  checkoutUrl: string;
  paymentSessionId: string;
  orderId: string;
  applicationIds: string[];
  expiresAt: Date;
  price: Price;
  promo: Promo | null;
  /** For guests only, shown once. */
  guestToken: string | null;
  guestTokenExpiresAt: Date | null;
  nextStep: NextStep;
}

interface Needs {
  caller: Caller;
  db: Db;
  vault: Vault;
  /** The caller's own time. */
  clock: Clock;
  realClock: Clock;
  baseUrl: string;
  payments: PaymentsByMode;
  exchangeRates: ExchangeRates;
  once?: Once | undefined;
}

/**
 * Makes an order with one application in DRAFT for each traveler, and the session in which it is paid. Takes no money. Refuses
 * products that are not open with VISA_NOT_OPEN before anything is written. A repeat of the same idempotent call, after whatever
 * crash, finds the same order and the same session.
 */
export async function createCheckout(ctx: Needs, request: CheckoutRequest): Promise<Checkout> {
  const product = requireOpenProduct(request.product);
  const now = ctx.clock.now();
  const mode: Mode = ctx.caller.mode;
  const promo = await findPromo(ctx, request.promoCode ?? null);
  const current = computePrice(
    {
      product: product.id,
      speed: request.speed,
      addOns: request.addOns ?? [],
      travelers: request.travelers,
      currency: request.currency,
      date: dateOf(now),
      promo,
    },
    ctx.exchangeRates.current(),
  );
  const price = request.quoteToken ? openQuoteToken(ctx, request.quoteToken, current) : current;

  const guestToken = ctx.caller.kind === 'guest' ? newSecret('gst_') : null;
  ctx.once?.begun?.();
  const order = await claimOrder(ctx, { ...request, product: product.id }, { mode, now, price, promo, guestToken });
  const session = knownSession(order) ?? (await askProvider(() => openSession(ctx, order)));
  return ctx.db.transaction(async (tx) => {
    await recordSession(ctx, tx, order, session);
    const applications = await listApplicationsOf(tx, order.id);
    const checkout: Checkout = {
      checkoutUrl: session.url,
      paymentSessionId: session.sessionId,
      orderId: order.id,
      applicationIds: applications.map((application) => application.id),
      expiresAt: order.expiresAt,
      price: order.price,
      promo,
      guestToken,
      guestTokenExpiresAt: guestToken ? addSeconds(order.createdAt, guestLifetimeSeconds) : null,
      nextStep: {
        action: 'pay',
        why: 'The traveler pays on the checkout page; then the payment status turns to paid.',
        operation: 'GetPaymentStatus',
        arguments: { payment_session_id: session.sessionId },
        url: session.url,
      },
    };
    await ctx.once?.settle(tx, checkout);
    return checkout;
  });
}

/** The session of an order that an earlier run of the same call made, or that was finished for it. */
function knownSession({ paymentSessionId, checkoutUrl }: Order) {
  return paymentSessionId && checkoutUrl ? { sessionId: paymentSessionId, url: checkoutUrl } : undefined;
}

/** Writes the order and its drafts, or finds the ones that this idempotent call wrote before it was cut short. */
async function claimOrder(
  ctx: Needs,
  request: CheckoutRequest & { product: Order['product'] },
  made: { mode: Mode; now: Date; price: Price; promo: Promo | null; guestToken: string | null },
): Promise<Order> {
  const { mode, now, price, promo, guestToken } = made;
  return ctx.db.transaction(async (tx) => {
    const earlier = ctx.once && (await findOrderByOnce(tx, ctx.once.id));
    if (earlier) {
      // The token of the first try was never shown to anybody.
      if (guestToken && earlier.guestId) await renewGuestToken(tx, earlier.guestId, guestToken);
      return earlier;
    }
    const orderId = newId('ord');
    const guestId = guestToken ? newId('gss') : null;
    if (guestToken && guestId) {
      await issueGuestSession(tx, {
        id: guestId,
        mode,
        token: guestToken,
        createdAt: now,
        expiresAt: addSeconds(now, guestLifetimeSeconds),
      });
    }
    const order: Order = {
      id: orderId,
      mode,
      accountId: ctx.caller.kind === 'account' ? ctx.caller.accountId : null,
      guestId,
      onceId: ctx.once?.id ?? null,
      product: request.product,
      speed: request.speed,
      travelers: request.travelers,
      email: request.email ? ctx.vault.seal(Buffer.from(request.email), emailPlace(orderId)) : null,
      promoCode: promo?.grants?.code ?? null,
      partnerId: promo?.partnerId ?? null,
      price,
      currency: price.currency,
      totalMinor: price.total.minor,
      paymentStatus: 'unpaid',
      paymentSessionId: null,
      checkoutUrl: null,
      paymentIntentId: null,
      paymentProblem: null,
      refundState: null,
      refundReason: null,
      refundRequestedAt: null,
      refundRefusals: 0,
      refundId: null,
      createdAt: now,
      expiresAt: addSeconds(now, sessionLifetimeSeconds),
      paidAt: null,
      refundedAt: null,
      disputedAt: null,
      // Until the session is recorded: what a crash cuts short is finished by the job that looks at what hangs.
      ...soonChecked(ctx.realClock.now()),
    };
    await insertOrder(
      tx,
      order,
      Array.from({ length: request.travelers }, (_, position) => ({
        id: newId('app'),
        orderId,
        position,
        mode,
        product: request.product,
        status: 'DRAFT' as const,
        createdAt: now,
        updatedAt: now,
      })),
    );
    return order;
  });
}

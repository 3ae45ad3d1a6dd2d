import type { Caller, Mode } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Log } from '../../kernel/log.ts';
import type { Money } from '../../kernel/money.ts';
import type { NextStep } from '../../kernel/next-step.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { listApplicationsOf } from '../orders/order.store.ts';
import { type Order, type PaymentStatus, paidAfterClose } from '../orders/order.ts';
import type { Price } from '../pricing/price.ts';
import type { OpenProductId } from '../products/product-id.ts';
import type { PaymentsByMode } from './payments.port.ts';
import { reconcilePayment } from './reconcile-payment.ts';

/** How the payment of an order stands. */
export interface PaymentStatusReport {
  paid: boolean;
  status: PaymentStatus;
  paymentSessionId: string;
  orderId: string;
  applicationIds: string[];
  amount: Money;
  mode: Mode;
  product: OpenProductId;
  price: Price;
  /** While it can still be paid. */
  checkoutUrl: string | null;
  paidAt: Date | null;
  expiresAt: Date;
  /** Whether this paid live checkout of a guest has earned a live key that nobody has claimed. */
  liveKeyClaimable: boolean;
  nextStep: NextStep;
}

/**
 * Reports how a payment session stands; whoever has its id may ask. While it is open, the provider is asked, so that a payment counts
 * even when its notification has not come. Throws NOT_FOUND for an unknown session, and to a key of the other mode.
 */
export async function getPaymentStatus(
  ctx: { caller: Caller; db: Db; vault: Vault; realClock: Clock; log: Log; payments: PaymentsByMode },
  paymentSessionId: string,
): Promise<PaymentStatusReport> {
  const found = await reconcilePayment(ctx, paymentSessionId);
  if (!found || (ctx.caller.kind === 'account' && ctx.caller.mode !== found.mode)) throw new Failure('NOT_FOUND');
  const order = asTold(found);
  const applications = await listApplicationsOf(ctx.db, order.id);
  const open = order.paymentStatus === 'unpaid' || order.paymentStatus === 'failed';
  return {
    paid: order.paymentStatus === 'paid',
    status: order.paymentStatus,
    paymentSessionId,
    orderId: order.id,
    applicationIds: applications.map((application) => application.id),
    amount: { minor: order.totalMinor, currency: order.currency },
    mode: order.mode,
    product: order.product,
    price: order.price,
    checkoutUrl: open ? order.checkoutUrl : null,
    paidAt: order.paidAt,
    expiresAt: order.expiresAt,
    liveKeyClaimable: earnsLiveKey(order),
    nextStep: nextStepAfter(order, applications.find((application) => application.appliedAt !== null)?.id),
  };
}

/** A payment that came too late is told as given back from the moment it is known: nothing can be done with it. */
function asTold(order: Order): Order {
  const isOwed = order.paymentStatus === 'paid' && order.refundReason === paidAfterClose;
  return isOwed ? { ...order, paymentStatus: 'refunded' } : order;
}

/** Tells whether an order is a guest's paid live checkout whose key was not claimed. */
export function earnsLiveKey(order: Pick<Order, 'mode' | 'guestId' | 'accountId' | 'paymentStatus'>): boolean {
  return order.mode === 'live' && order.guestId !== null && order.accountId === null && order.paymentStatus === 'paid';
}

function nextStepAfter(order: Order, appliedId: string | undefined): NextStep {
  const session = { payment_session_id: order.paymentSessionId };
  switch (order.paymentStatus) {
    case 'paid':
      return appliedId
        ? {
            action: 'follow',
            why: 'The application is on its way; its status tells how it stands.',
            operation: 'GetApplicationStatus',
            arguments: { id: appliedId },
          }
        : {
            action: 'apply',
            why: 'The order is paid. Read the form of the product, fill it in and submit it.',
            operation: 'SubmitApplication',
            arguments: { visa_type: order.product, ...session },
          };
    case 'unpaid':
    case 'failed':
      if (order.checkoutUrl === null) {
        return checkOutAgain(order, 'The payment failed and its session is closed. Check out again to get a new one.');
      }
      return {
        action: 'pay',
        why: 'The payment has not been made. The traveler pays on the checkout page.',
        operation: 'GetPaymentStatus',
        arguments: session,
        url: order.checkoutUrl,
      };
    case 'processing':
      return {
        action: 'wait',
        why: 'The payment is under way; some methods take days. Ask again later.',
        operation: 'GetPaymentStatus',
        arguments: session,
      };
    case 'expired':
      return checkOutAgain(order, 'The payment session ran out. Check out again to get a new one.');
    case 'refunded':
      return { action: 'done', why: 'The order was refunded; nothing is left to do.', operation: null, arguments: {} };
  }
}

function checkOutAgain(order: Order, why: string): NextStep {
  return {
    action: 'check_out',
    why,
    operation: 'CreateCheckout',
    arguments: { visa_type: order.product, num_travelers: order.travelers, processing_speed: order.speed },
  };
}

import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Money } from '../../kernel/money.ts';
import type { Db } from '../../store/db.ts';
import type { Order } from '../orders/order.ts';
import { refundableUntil } from '../orders/order.ts';
import { allows, submittedStatuses } from '../orders/state.ts';
import { sayMoney } from '../pricing/price-words.ts';
import { lockOwnApplication, requireStill } from './lock-own-application.ts';

/** What a change would do, before it is made. */
export interface ChangePreview {
  applicationId: string;
  orderId: string;
  /** What would happen, in plain words: what is returned, and what is not. */
  statement: string;
  /** Money that would go back to the payer; null when none would. */
  returned: Money | null;
  refundableUntil: Date | null;
}

interface Needs {
  caller: Caller;
  db: Db;
  /** The caller's own time. */
  clock: Clock;
  realClock: Clock;
}

const day = (moment: Date) => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const totalOf = ({ totalMinor, currency }: Order): Money => ({ minor: totalMinor, currency });

/** Says what a refund would do, without doing it. Throws what `refundApplication` would throw for the same order. */
export async function previewRefund(ctx: Needs, applicationId: string): Promise<ChangePreview> {
  return ctx.db.transaction(async (tx) => {
    const { order, applications } = await lockOwnApplication(ctx, tx, applicationId);
    if (order.paymentStatus === 'refunded') throw new Failure('ALREADY_REFUNDED');
    if (order.paymentStatus !== 'paid' || !order.paidAt) throw new Failure('ORDER_NOT_PAID');
    if (!order.paymentIntentId) throw new Failure('NO_PAYMENT_INTENT');
    if (applications.some(({ status }) => submittedStatuses.includes(status))) throw new Failure('ALREADY_SUBMITTED');
    const until = refundableUntil(order)!;
    if (until < ctx.clock.now()) throw new Failure('REFUND_WINDOW_EXPIRED');
    // One that was claimed and has no outcome yet can be asked for again.
    if (order.refundState !== 'requested') {
      for (const each of applications) requireStill(each, order, ctx.realClock);
    }
    const total = totalOf(order);
    const count = applications.length === 1 ? 'its application' : `all its ${applications.length} applications`;
    const direct =
      order.product === 'DS160'
        ? ' The consular fee was paid to the authority, not to this service, and is not returned by it.'
        : '';
    return {
      applicationId,
      orderId: order.id,
      statement: `The refund returns ${sayMoney(total)}, everything that was paid for order ${order.id}, to the payer and cancels ${count} for good.${direct} Refunds are possible until ${day(until)}.`,
      returned: total,
      refundableUntil: until,
    };
  });
}

/** Says what cancelling would do, without doing it. Throws what `cancelApplication` would throw. */
export async function previewCancellation(ctx: Needs, applicationId: string): Promise<ChangePreview> {
  return ctx.db.transaction(async (tx) => {
    const { application, order } = await lockOwnApplication(ctx, tx, applicationId);
    const cancelled = application.status === 'CANCELLED';
    if (!cancelled && !allows(application.status, 'cancel')) {
      throw new Failure(submittedStatuses.includes(application.status) ? 'ALREADY_SUBMITTED' : 'INVALID_TRANSITION');
    }
    if (!cancelled) requireStill(application, order, ctx.realClock);
    const until = refundableUntil(order);
    const refundable = order.paymentStatus === 'paid' && until !== null && until > ctx.clock.now();
    const money = refundable
      ? `No money is returned: the ${sayMoney(totalOf(order))} of order ${order.id} stay paid. Until ${day(until)} a refund would return them instead.`
      : 'No money is returned.';
    return {
      applicationId,
      orderId: order.id,
      statement: cancelled
        ? `Application ${applicationId} is cancelled already; cancelling again changes nothing. ${money}`
        : `Cancelling closes application ${applicationId} for good. ${money}`,
      returned: null,
      refundableUntil: refundable ? until : null,
    };
  });
}

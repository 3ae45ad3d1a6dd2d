import type { Price } from '../pricing/price.ts';
import type { SessionRequest } from './payments.port.ts';

/** Turns a price into what a provider shows: one line for each kind of fee, and what is taken off. Lines of zero are left out. */
export function paymentLines(price: Price, productName: string): Pick<SessionRequest, 'lines' | 'discount' | 'total'> {
  const lines = [
    { label: `Service fee: ${productName}`, amount: price.serviceFee },
    ...(price.officialFeeCollected ? [{ label: 'Government fee', amount: price.officialFee }] : []),
    ...[...price.surcharges, ...price.addOns].map(({ label, amount }) => ({ label, amount })),
  ].filter((line) => line.amount.minor > 0);
  return {
    lines,
    discount: price.discount && { label: `Promo code ${price.discount.code}`, amount: price.discount.amount },
    total: price.total,
  };
}

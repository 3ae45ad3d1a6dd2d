import { type Money, majorAmount } from '../../kernel/money.ts';
import { decimals } from './currencies.ts';
import type { Price } from './price.ts';

/** Says an amount for people: `40.27 USD`, `6142 JPY`. */
export function sayMoney(amount: Money): string {
  return `${majorAmount(amount).toFixed(decimals(amount.currency))} ${amount.currency.toUpperCase()}`;
}

/** Says a price in plain sentences: the total, what it is made of, and what is paid elsewhere. */
export function sayPrice(price: Price, productName: string): string {
  const { travelers, discount } = price;
  const who = travelers === 1 ? 'one traveler' : `${travelers} travelers`;
  const parts = [
    `${sayMoney(price.serviceFee)} service fee`,
    ...(price.officialFeeCollected
      ? [`${sayMoney(price.officialFee)} official fee, passed on to ${price.paidTo}`]
      : []),
    ...[...price.surcharges, ...price.addOns].map((line) => `${sayMoney(line.amount)} ${line.label.toLowerCase()}`),
  ];
  const sentences = [`${productName} for ${who} costs ${sayMoney(price.total)} in all: ${parts.join('; ')}.`];
  if (discount) {
    sentences.push(`The promo code takes ${discount.percentOff}%, ${sayMoney(discount.amount)}, off the service fee.`);
  }
  if (!price.officialFeeCollected) {
    sentences.push(
      `The official fee of ${sayMoney(price.officialFeePerTraveler)} a traveler is not included: it is paid directly to ${price.paidTo}.`,
    );
  }
  return sentences.join(' ');
}

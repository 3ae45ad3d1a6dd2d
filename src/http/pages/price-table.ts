import { type Html, html } from './html.ts';

/** An amount in major units of a currency (ISO 4217, lower case). */
export interface Amount {
  amount: number;
  currency: string;
}

/** A price as documents of pages select it. */
export interface ShownPricing {
  serviceFee: Amount;
  officialFee: Amount & { paidTo: string };
  officialFeeCollected: boolean;
  surcharges: (Amount & { label: string })[];
  addOns: (Amount & { label: string })[];
  discount: (Amount & { code: string }) | null;
  numTravelers: number;
  total: Amount;
}

/** Formats an amount with its currency, e.g. `$79.27`. */
export function formatAmount({ amount, currency }: Amount): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency: currency.toUpperCase() }).format(amount);
}

const line = (label: string, amount: string) => html`<tr><td>${label}</td><td class="amount">${amount}</td></tr>`;

/** Shows a price line by line, the government fee apart from the service fee. */
export function priceTable(pricing: ShownPricing): Html {
  const { serviceFee, officialFee, surcharges, addOns, discount, numTravelers, total } = pricing;
  return html`
<table>
  <thead><tr><th>For ${numTravelers} ${numTravelers === 1 ? 'traveler' : 'travelers'}</th><th class="amount">Amount</th></tr></thead>
  <tbody>
    ${line('Service fee', formatAmount(serviceFee))}
    ${pricing.officialFeeCollected && line(`Government fee (${officialFee.paidTo})`, formatAmount(officialFee))}
    ${[...surcharges, ...addOns].map((each) => line(each.label, formatAmount(each)))}
    ${discount && line(`Promo code ${discount.code}`, `−${formatAmount(discount)}`)}
    <tr class="total"><td>Total</td><td class="amount">${formatAmount(total)}</td></tr>
  </tbody>
</table>
${!pricing.officialFeeCollected && html`<p class="soft">The government fee of ${formatAmount(officialFee)} is paid to ${officialFee.paidTo} directly, not here.</p>`}`;
}

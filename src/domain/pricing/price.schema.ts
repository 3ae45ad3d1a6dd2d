import { builder } from '../../graphql/builder.ts';
import { MoneyType } from '../../graphql/scalars.ts';
import { type Money, majorAmount } from '../../kernel/money.ts';
import type { Promo } from '../partners/promo.ts';
import type { Discount, Price, PriceLine } from './price.ts';
import { speeds } from './price-list.ts';
import { type AnnouncedPricing, isPrice } from './product-pricing.ts';
import type { ExchangeRate } from './rates.ts';

/** How fast an application is worked on. */
export const ProcessingSpeedType = builder.enumType('ProcessingSpeed', {
  description: 'How fast the service works on an application.',
  values: speeds,
});

/** What an authority charges, as `OfficialFeeType` shows it. */
export interface ShownOfficialFee {
  amount: Money;
  paidTo: string;
  perTraveler: Money;
  announced: boolean;
}

/** A fee of the authority. */
export const OfficialFeeType = builder.objectRef<ShownOfficialFee>('OfficialFee').implement({
  description: 'What the authority charges. It is stated apart from the service fee, and never discounted.',
  fields: (t) => ({
    amount: t.float({ description: 'Amount in major units.', resolve: ({ amount }) => majorAmount(amount) }),
    currency: t.string({ description: 'ISO 4217 code, lower case.', resolve: ({ amount }) => amount.currency }),
    paidTo: t.exposeString('paidTo', { description: 'The authority that gets it.' }),
    perTraveler: t.expose('perTraveler', {
      type: MoneyType,
      description: 'What the authority itself states for one traveler, in its own currency.',
    }),
    announced: t.exposeBoolean('announced', { description: 'Announced only: nobody charges it yet.' }),
  }),
});

const PriceLineType = builder.objectRef<PriceLine>('PriceLine').implement({
  description: 'A surcharge or an add-on, for all travelers together.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'What to ask for it by.' }),
    label: t.exposeString('label', { description: 'What to call it.' }),
    amount: t.float({ description: 'Amount in major units.', resolve: ({ amount }) => majorAmount(amount) }),
    currency: t.string({ description: 'ISO 4217 code, lower case.', resolve: ({ amount }) => amount.currency }),
  }),
});

const DiscountType = builder.objectRef<Discount>('Discount').implement({
  description: 'What a promo code takes off the service fee.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The promo code.' }),
    percentOff: t.exposeInt('percentOff', { description: 'Percent of the service fee.' }),
    amount: t.float({
      description: 'Amount taken off, in major units; positive.',
      resolve: ({ amount }) => majorAmount(amount),
    }),
    currency: t.string({ description: 'ISO 4217 code, lower case.', resolve: ({ amount }) => amount.currency }),
  }),
});

const ExchangeRateType = builder.objectRef<ExchangeRate>('ExchangeRate').implement({
  description: 'The rate that amounts were converted with.',
  fields: (t) => ({
    rate: t.exposeFloat('rate', { description: 'Units of the charged currency for one US dollar.' }),
    asOf: t.expose('asOf', { type: 'Date', description: 'Date of the rate.' }),
    source: t.exposeString('source', { description: 'Whose rate it is.' }),
  }),
});

/** A price, line by line. */
export const PricingType = builder.objectRef<Price>('Pricing').implement({
  description:
    'A price for all travelers together. Every line is rounded once in the charged currency, and the total is the sum of the lines that are charged.',
  fields: (t) => ({
    serviceFee: t.expose('serviceFee', {
      type: MoneyType,
      nullable: true,
      description: 'Fee of this service. Never null for a product that can be bought.',
    }),
    officialFee: t.field({
      type: OfficialFeeType,
      description: 'Fee of the authority.',
      resolve: (price): ShownOfficialFee => ({
        amount: price.officialFee,
        paidTo: price.paidTo,
        perTraveler: price.officialFeePerTraveler,
        announced: false,
      }),
    }),
    officialFeeCollected: t.exposeBoolean('officialFeeCollected', {
      description:
        'True: the total contains the official fee, which is passed on. False: the traveler pays the authority directly.',
    }),
    surcharges: t.expose('surcharges', { type: [PriceLineType], description: 'Surcharges for speed.' }),
    addOns: t.expose('addOns', { type: [PriceLineType], description: 'Add-ons.' }),
    discount: t.expose('discount', {
      type: DiscountType,
      nullable: true,
      description: 'What a promo code takes off; null without one.',
    }),
    numTravelers: t.exposeInt('travelers', { description: 'How many travelers the price is for.' }),
    perTravelerUsd: t.float({
      description: 'The total for each traveler, in US dollars, rounded to the cent.',
      resolve: (price) => majorAmount(price.perTravelerUsd),
    }),
    totalUsd: t.float({
      nullable: true,
      description: 'The total in US dollars. Never null for a product that can be bought.',
      resolve: (price) => majorAmount(price.totalUsd),
    }),
    total: t.expose('total', { type: MoneyType, description: 'The total that is charged.' }),
    exchangeRate: t.expose('exchangeRate', {
      type: ExchangeRateType,
      description: 'The rate that amounts were converted with.',
    }),
  }),
});

/** What became of a promo code on a price. */
export const PromoType = builder.objectRef<{ promo: Promo; price: Price }>('Promo').implement({
  description: 'What became of a promo code. A code that does not apply never refuses a request.',
  fields: (t) => ({
    code: t.string({ description: 'The code.', resolve: ({ promo }) => promo.code }),
    applied: t.boolean({ description: 'Whether it gave a discount.', resolve: ({ promo }) => promo.applied }),
    reason: t.string({
      nullable: true,
      description:
        'Why it did not apply: UNKNOWN_CODE, INACTIVE, SELF_REFERRAL or ALREADY_DISCOUNTED; null when it did.',
      resolve: ({ promo }) => promo.reason,
    }),
    percentOff: t.int({
      description: 'Percent of the service fee that it takes off; 0 when it did not apply.',
      resolve: ({ promo }) => (promo.applied ? (promo.grants?.percentOff ?? 0) : 0),
    }),
    discount: t.field({
      type: MoneyType,
      nullable: true,
      description: 'The amount that it takes off; null when it did not apply.',
      resolve: ({ promo, price }) => (promo.applied ? price.discount?.amount : null),
    }),
  }),
});

/** What is known of the price of a product that is not open. */
export const AnnouncedPricingType = builder.objectRef<AnnouncedPricing>('AnnouncedPricing').implement({
  description:
    'What is known of the price of a product that is not open: the announced official fee, and nothing else.',
  fields: (t) => ({
    officialFee: t.field({
      type: OfficialFeeType,
      description: 'The fee that the authority announced.',
      resolve: ({ officialFee: { amount, paidTo } }): ShownOfficialFee => ({
        amount,
        paidTo,
        perTraveler: amount,
        announced: true,
      }),
    }),
    serviceFee: t.field({
      type: MoneyType,
      nullable: true,
      description: 'Null: there is no service fee before the product opens.',
      resolve: () => null,
    }),
    totalUsd: t.float({
      nullable: true,
      description: 'Null: there is no total before the product opens.',
      resolve: () => null,
    }),
  }),
});

/** The advertised price of any product, open or not: what `productPricing` returns. */
export const ProductPricingType = builder.unionType('ProductPricing', {
  description: 'The price of a product, or what is announced of it.',
  types: [PricingType, AnnouncedPricingType],
  resolveType: (pricing) => (isPrice(pricing) ? PricingType.name : AnnouncedPricingType.name),
});

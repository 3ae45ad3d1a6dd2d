import { builder } from '../../graphql/builder.ts';
import { MoneyType } from '../../graphql/scalars.ts';
import { dateOf } from '../../kernel/clock.ts';
import { RequirementsType } from '../products/requirements.schema.ts';
import { type Offer, offerOf } from './offer.ts';
import { ProductPricingType } from './price.schema.ts';
import type { ListedPrice } from './price-list.ts';
import { productPricing } from './product-pricing.ts';

const ListedPriceType = builder.objectRef<ListedPrice>('ListedPrice').implement({
  description: 'Something that can be chosen, with its price for one traveler.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'What to ask for it by.' }),
    label: t.exposeString('label', { description: 'What to call it.' }),
    price: t.expose('usd', { type: MoneyType, description: 'Price for one traveler, in US dollars.' }),
  }),
});

const OfferType = builder.objectRef<Offer>('Offer').implement({
  description: 'What can be chosen when a product is bought.',
  fields: (t) => ({
    surcharges: t.expose('surcharges', {
      type: [ListedPriceType],
      description: 'Speeds that cost a surcharge; standard can always be had and costs nothing.',
    }),
    addOns: t.expose('addOns', { type: [ListedPriceType], description: 'Add-ons.' }),
    currencies: t.stringList({
      description: 'ISO 4217 codes of the currencies to pay in, lower case.',
      resolve: ({ currencies }) => [...currencies],
    }),
  }),
});

builder.objectFields(RequirementsType, (t) => ({
  pricing: t.field({
    type: ProductPricingType,
    description: 'The price for one traveler at standard speed, in US dollars.',
    resolve: ({ id }, _args, ctx) => productPricing(id, dateOf(ctx.clock.now()), ctx.exchangeRates.current()),
  }),
  offer: t.field({
    type: OfferType,
    nullable: true,
    description: 'What can be chosen when it is bought; null while the product is not open.',
    resolve: ({ id }, _args, ctx) => offerOf(id, dateOf(ctx.clock.now())),
  }),
}));

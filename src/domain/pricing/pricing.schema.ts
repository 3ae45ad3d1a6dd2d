import { builder } from '../../graphql/builder.ts';
import { NextStepType } from '../../graphql/next-step.ts';
import { dateOf } from '../../kernel/clock.ts';
import { ProductIdType, ProductType } from '../products/products.schema.ts';
import { PricingType, ProcessingSpeedType, ProductPricingType, PromoType } from './price.schema.ts';
import { productPricing } from './product-pricing.ts';
import { type Quote, quotePricing } from './quote-pricing.ts';

export {
  AnnouncedPricingType,
  PricingType,
  ProcessingSpeedType,
  ProductPricingType,
  PromoType,
} from './price.schema.ts';

const QuoteType = builder.objectRef<Quote>('Quote').implement({
  description: 'A price that is held for 30 minutes.',
  fields: (t) => ({
    answer: t.exposeString('answer', { description: 'The price in plain language.' }),
    product: t.field({
      type: ProductIdType,
      description: 'What was priced.',
      resolve: ({ price }) => price.product,
    }),
    speed: t.field({
      type: ProcessingSpeedType,
      description: 'How fast it is worked on.',
      resolve: ({ price }) => price.speed,
    }),
    pricing: t.expose('price', { type: PricingType, description: 'The price, line by line.' }),
    promo: t.field({
      type: PromoType,
      nullable: true,
      description: 'What became of the promo code; null when there was none.',
      resolve: ({ promo, price }) => promo && { promo, price },
    }),
    quoteToken: t.exposeString('quoteToken', {
      description: 'Hand it to the checkout: exactly this price is charged, or the checkout is refused.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Until when the price is held.' }),
    nextStep: t.expose('nextStep', { type: NextStepType, description: 'What to do next.' }),
  }),
});

const QuoteInput = builder.inputType('QuoteInput', {
  description: 'What to price.',
  fields: (t) => ({
    product: t.field({ type: ProductIdType, required: true, description: 'The authorization.' }),
    speed: t.field({
      type: ProcessingSpeedType,
      required: true,
      defaultValue: 'standard',
      description: 'How fast it is worked on.',
    }),
    addOns: t.stringList({ required: true, defaultValue: [], description: 'Codes of add-ons, each once.' }),
    travelers: t.int({ required: true, defaultValue: 1, description: 'How many people travel, 1 to 50.' }),
    currency: t.string({ required: true, defaultValue: 'usd', description: 'ISO 4217 code.' }),
    promoCode: t.string({ description: 'A promo code.' }),
  }),
});

builder.queryFields((t) => ({
  quotePricing: t.field({
    type: QuoteType,
    access: 'PUBLIC',
    description: 'Price an authorization and hold the price for 30 minutes. Takes no money and stores nothing.',
    args: { input: t.arg({ type: QuoteInput, required: true, description: 'What to price.' }) },
    resolve: (_root, { input }, ctx) => quotePricing(ctx, input),
  }),
}));

builder.interfaceField(ProductType, 'pricing', (t) =>
  t.field({
    type: ProductPricingType,
    description: 'The price for one traveler at standard speed, in US dollars.',
    resolve: (product, _args, ctx) => productPricing(product.id, dateOf(ctx.clock.now()), ctx.exchangeRates.current()),
  }),
);

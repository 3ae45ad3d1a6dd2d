import type { Caller } from '../../kernel/caller.ts';
import { type Clock, dateOf } from '../../kernel/clock.ts';
import type { NextStep } from '../../kernel/next-step.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { findPromo, type Promo } from '../partners/find-promo.ts';
import { requireOpenProduct } from '../products/catalog.ts';
import type { ProductId } from '../products/product-id.ts';
import { computePrice } from './compute-price.ts';
import type { ExchangeRates } from './exchange-rates.port.ts';
import type { Price } from './price.ts';
import type { Speed } from './price-list.ts';
import { sayPrice } from './price-words.ts';
import { makeQuoteToken } from './quote-token.ts';

/** What a price is asked for. */
export interface QuoteRequest {
  product: ProductId;
  speed: Speed;
  addOns: readonly string[];
  travelers: number;
  /** ISO 4217 in any case. */
  currency: string;
  promoCode?: string | null | undefined;
}

/** A price that is held for 30 minutes. */
export interface Quote {
  price: Price;
  promo: Promo | null;
  /** Hand it to the checkout: exactly this price is charged, or the checkout is refused. */
  quoteToken: string;
  expiresAt: Date;
  /** The price in plain sentences. */
  answer: string;
  nextStep: NextStep;
}

/**
 * Prices a product and holds the price. Takes no money, makes no payment session and writes nothing. Throws VISA_NOT_OPEN
 * for a product that cannot be bought yet, and what `computePrice` throws. A promo code that does not apply is told, not
 * refused.
 */
export async function quotePricing(
  ctx: { caller: Caller; db: Db; clock: Clock; vault: Vault; exchangeRates: ExchangeRates },
  request: QuoteRequest,
): Promise<Quote> {
  const product = requireOpenProduct(request.product);
  const rates = ctx.exchangeRates.current();
  const promo = await findPromo(ctx, request.promoCode);
  const date = dateOf(ctx.clock.now());
  const price = computePrice({ ...request, product: product.id, date, promo }, rates);
  const { token, expiresAt } = makeQuoteToken(ctx, price, rates);
  return {
    price,
    promo,
    quoteToken: token,
    expiresAt,
    answer: `${sayPrice(price, product.name)}${sayPromo(promo)}`,
    nextStep: {
      action: 'check_out',
      why: 'The price is held until the quote expires; the checkout charges exactly this.',
      operation: 'CreateCheckout',
      arguments: {
        visa_type: price.product,
        processing_speed: price.speed,
        ...(price.addOns.length > 0 && { add_ons: price.addOns.map(({ code }) => code) }),
        num_travelers: price.travelers,
        currency: price.currency,
        ...(promo?.applied && { promo_code: promo.code }),
        quote_token: token,
      },
    },
  };
}

function sayPromo(promo: Promo | null): string {
  switch (promo?.reason) {
    case undefined:
    case null:
      return '';
    case 'ALREADY_DISCOUNTED':
      return " The promo code that was sent was not used: the partner key's own code applies already.";
    case 'SELF_REFERRAL':
      return ' The promo code was not applied: partners cannot refer themselves.';
    case 'INACTIVE':
      return ' The promo code was not applied: it is no longer active.';
    case 'UNKNOWN_CODE':
      return ' The promo code was not applied: nobody has that code.';
  }
}

import { addSeconds, type Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Vault } from '../../store/vault.ts';
import { computePrice } from './compute-price.ts';
import type { Price } from './price.ts';
import type { ExchangeRate, RateSnapshot } from './rates.ts';

/** How long a quoted price is held. */
export const quoteLifetimeSeconds = 30 * 60;

/** What a token promises: everything that the price was computed from, and what came out. */
interface HeldQuote {
  /** Seconds since 1970 after which it is void. */
  expires: number;
  product: Price['product'];
  speed: Price['speed'];
  addOns: string[];
  travelers: number;
  currency: string;
  date: string;
  discount: { code: string; percentOff: number } | null;
  rates: Record<string, ExchangeRate>;
  total: number;
}

interface Needs {
  vault: Pick<Vault, 'sign' | 'verify'>;
  clock: Clock;
}

const purpose = 'quote';
const marker = 'qt1';

/** Makes the token that holds a price for 30 minutes: signed, bound to everything that was priced, and nothing is stored. */
export function makeQuoteToken(ctx: Needs, price: Price, rates: RateSnapshot): { token: string; expiresAt: Date } {
  const expires = Math.floor(addSeconds(ctx.clock.now(), quoteLifetimeSeconds).getTime() / 1000);
  const used = new Set(['usd', price.currency, price.officialFeePerTraveler.currency]);
  const held: HeldQuote = {
    expires,
    ...requestOf(price),
    date: price.date,
    rates: Object.fromEntries([...used].map((currency) => [currency, rates.rates[currency]!])),
    total: price.total.minor,
  };
  const body = `${marker}.${Buffer.from(JSON.stringify(held)).toString('base64url')}`;
  const signature = ctx.vault.sign(body, purpose).toString('base64url');
  return { token: `${body}.${signature}`, expiresAt: new Date(expires * 1000) };
}

/**
 * Returns the price that a token holds, to be charged in place of `price`, which is what the same request would cost now. Throws
 * QUOTE_EXPIRED after 30 minutes, QUOTE_CHANGED when the request is not what was quoted or the held price cannot be kept, and
 * INVALID_REQUEST for a token that this service did not make.
 */
export function openQuoteToken(ctx: Needs, token: string, price: Price): Price {
  const held = readToken(ctx, token);
  if (held.expires * 1000 <= ctx.clock.now().getTime()) throw new Failure('QUOTE_EXPIRED');
  const wanted = requestOf(price);
  const changed = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
    (part) => JSON.stringify(wanted[part]) !== JSON.stringify(held[part]),
  );
  if (changed.length > 0)
    throw new Failure('QUOTE_CHANGED', { details: { changed: changed.map((part) => wireNames[part]) } });

  const snapshot: RateSnapshot = { base: 'usd', asOf: price.exchangeRate.asOf, source: 'quote', rates: held.rates };
  const { discount, date } = held;
  const kept = computePrice({ ...wanted, date, promo: { grants: discount } }, snapshot);
  if (kept.total.minor !== held.total) throw new Failure('QUOTE_CHANGED', { details: { changed: ['pricing'] } });
  return kept;
}

/** The parts of a price that the caller chose, in one order whatever order they came in. */
function requestOf(price: Price) {
  const { product, speed, travelers, currency, discount } = price;
  return {
    product,
    speed,
    addOns: price.addOns.map(({ code }) => code).sort(),
    travelers,
    currency,
    discount: discount && { code: discount.code, percentOff: discount.percentOff },
  };
}

const wireNames: Record<keyof ReturnType<typeof requestOf>, string> = {
  product: 'visa_type',
  speed: 'processing_speed',
  addOns: 'add_ons',
  travelers: 'num_travelers',
  currency: 'currency',
  discount: 'promo_code',
};

function readToken(ctx: Needs, token: string): HeldQuote {
  const end = token.lastIndexOf('.');
  const body = token.slice(0, Math.max(end, 0));
  const genuine =
    token.length < 4096 &&
    body.startsWith(`${marker}.`) &&
    ctx.vault.verify(body, Buffer.from(token.slice(end + 1), 'base64url'), purpose);
  if (!genuine) {
    throw new Failure('INVALID_REQUEST', {
      message: 'The quote token is not one that this service issued.',
      hint: 'Send the quote_token of POST /quote unchanged, or leave it out.',
      argument: 'input.quoteToken',
    });
  }
  return JSON.parse(Buffer.from(body.slice(marker.length + 1), 'base64url').toString('utf8')) as HeldQuote;
}

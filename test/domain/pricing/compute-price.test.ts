import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computePrice, listPrice, type PriceRequest } from '../../../src/domain/pricing/compute-price.ts';
import { chargeStep, decimals, supportedCurrencies } from '../../../src/domain/pricing/currencies.ts';
import { chargedLines } from '../../../src/domain/pricing/price.ts';
import { addOnCodes, speeds } from '../../../src/domain/pricing/price-list.ts';
import { embeddedRates } from '../../../src/domain/pricing/rates.ts';
import { openProductIds } from '../../../src/domain/products/product-id.ts';
import { Failure } from '../../../src/kernel/failure.ts';
import { type Money, majorAmount } from '../../../src/kernel/money.ts';
import { anyRequest } from './any-price.ts';

const usual: PriceRequest = {
  product: 'ESTA',
  speed: 'standard',
  addOns: [],
  travelers: 1,
  currency: 'usd',
  date: '2026-11-20',
  promo: null,
};
const price = (change: Partial<PriceRequest> = {}) => computePrice({ ...usual, ...change }, embeddedRates);
const promo = { grants: { code: 'FRIEND', percentOff: 10 } };
const failureOf = (work: () => unknown): Failure => {
  try {
    work();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

/** The line in exact fractions of a minor unit, by another way than the code's: tenths of thousandths of it. */
function exactLine(listed: Money, travelers: number, currency: string): number {
  const rate = embeddedRates.rates[currency]!.rate / embeddedRates.rates[listed.currency]!.rate;
  return ((listed.minor * travelers) / 10 ** decimals(listed.currency)) * rate * 10 ** decimals(currency);
}

describe('the listed prices', () => {
  it.each([
    ['ESTA', 39, 40.27, 'usd', true, 79.27],
    ['DS160', 149, 185, 'usd', false, 149],
    ['UK_ETA', 39, 20, 'gbp', true, 65.48],
    ['CANADA_ETA', 39, 7, 'cad', true, 43.93],
  ] as const)(
    '%s costs %s USD of service fee beside the official fee',
    (product, fee, official, currency, collected, total) => {
      const listed = price({ product });
      expect(majorAmount(listed.serviceFee)).toBe(fee);
      expect(majorAmount(listed.officialFeePerTraveler)).toBe(official);
      expect(listed.officialFeePerTraveler.currency).toBe(currency);
      expect(listed.officialFeeCollected).toBe(collected);
      expect(majorAmount(listed.total)).toBe(total);
    },
  );

  it.each([
    ['2026-04-07', 16],
    ['2026-04-08', 20],
  ])('takes the official fee of the day: a UK ETA on %s', (date, amount) => {
    expect(majorAmount(price({ product: 'UK_ETA', date }).officialFeePerTraveler)).toBe(amount);
  });

  it.each([
    ['rush', 29],
    ['super_rush', 59],
  ] as const)('charges %s for every traveler', (speed, usd) => {
    const { surcharges } = price({ speed, travelers: 3 });
    expect(surcharges.map(({ code, amount }) => [code, majorAmount(amount)])).toEqual([[speed, usd * 3]]);
  });

  it('charges add-ons for every traveler, in the order they were asked for', () => {
    const { addOns } = price({ addOns: ['sms_updates', 'document_review', 'photo_review'], travelers: 2 });
    expect(addOns.map(({ code, amount }) => [code, majorAmount(amount)])).toEqual([
      ['sms_updates', 10],
      ['document_review', 38],
      ['photo_review', 18],
    ]);
  });

  it('states the consular fee of a DS-160 without charging it', () => {
    const ds160 = price({ product: 'DS160', travelers: 2 });
    expect(majorAmount(ds160.officialFee)).toBe(370);
    expect(majorAmount(ds160.total)).toBe(298);
  });

  it('advertises one traveler at standard speed and computes it once', () => {
    expect(listPrice('ESTA', '2026-11-20', embeddedRates)).toEqual(price());
    expect(listPrice('ESTA', '2026-11-20', embeddedRates)).toBe(listPrice('ESTA', '2026-11-20', embeddedRates));
  });
});

describe('a promo code', () => {
  it('takes 10% of the service fee only', () => {
    const whole = price({ speed: 'rush', addOns: ['photo_review'] });
    const reduced = price({ speed: 'rush', addOns: ['photo_review'], promo });
    expect(majorAmount(reduced.discount!.amount)).toBe(3.9);
    expect(whole.total.minor - reduced.total.minor).toBe(390);
    expect(reduced.officialFee).toEqual(whole.officialFee);
  });

  it('rounds half up in the charged currency', () => {
    // 39 USD are 6142 JPY, 3433 euro cents and 14323 fils.
    expect(price({ currency: 'jpy', promo }).discount!.amount).toEqual({ minor: 614, currency: 'jpy' });
    expect(price({ currency: 'eur', promo }).discount!.amount).toEqual({ minor: 343, currency: 'eur' });
    expect(price({ currency: 'aed', promo }).discount!.amount).toEqual({ minor: 1432, currency: 'aed' });
    const five = { rate: 5, asOf: '2026-11-20', source: 'test' };
    const tied = { ...embeddedRates, rates: { ...embeddedRates.rates, jpy: five } };
    // 39 USD at 5 are 195 JPY: a tenth is 19.5.
    expect(computePrice({ ...usual, currency: 'jpy', promo }, tied).discount!.amount.minor).toBe(20);
  });
});

describe('currencies', () => {
  it('are the 138 that the payment provider charges', () => {
    expect(supportedCurrencies).toHaveLength(138);
    for (const currency of ['usd', 'eur', 'gbp', 'jpy', 'brl', 'aed', 'cad', 'kwd', 'isk', 'ugx', 'mga']) {
      expect(supportedCurrencies).toContain(currency);
    }
  });

  it.each([
    ['jpy', 6142],
    ['krw', 52969],
    ['isk', 4702],
    ['ugx', 152672],
    ['kwd', 12_040],
    ['bhd', 14_660],
    ['mga', 17_117_500],
    ['eur', 3433],
  ])('rounds the service fee in %s to what can be charged', (currency, minor) => {
    expect(price({ currency }).serviceFee.minor).toBe(minor);
  });

  it('reads a code in any case', () => {
    expect(price({ currency: 'EUR' }).total.currency).toBe('eur');
  });

  it('refuses one that cannot be charged and lists those that can', () => {
    const failure = failureOf(() => price({ currency: 'xau' }));
    expect(failure.code).toBe('UNSUPPORTED_CURRENCY');
    expect(failure.argument).toBe('input.currency');
    expect(failure.details).toEqual({ supported_currencies: supportedCurrencies });
  });
});

describe('what cannot be priced', () => {
  it('refuses an unknown add-on and lists the known ones', () => {
    const failure = failureOf(() => price({ addOns: ['photo_review', 'lounge'] }));
    expect(failure.code).toBe('UNKNOWN_ADD_ON');
    expect(failure.details).toEqual({ known_add_ons: ['document_review', 'photo_review', 'sms_updates'] });
  });

  it('refuses an add-on that is listed twice instead of charging it once or twice', () => {
    expect(failureOf(() => price({ addOns: ['photo_review', 'photo_review'] })).code).toBe('INVALID_REQUEST');
  });

  it.each([0, -1, 51, 1.5])('refuses %s travelers', (travelers) => {
    const failure = failureOf(() => price({ travelers }));
    expect(failure.code).toBe('INVALID_REQUEST');
    expect(failure.argument).toBe('input.travelers');
  });
});

describe('for everything that can be priced', () => {
  it('the total is the sum of the shown lines', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const computed = computePrice(request, embeddedRates);
        const collected = computed.officialFeeCollected ? computed.officialFee.minor : 0;
        const lines = [...computed.surcharges, ...computed.addOns].reduce((sum, line) => sum + line.amount.minor, 0);
        expect(computed.total.minor).toBe(
          computed.serviceFee.minor + collected + lines - (computed.discount?.amount.minor ?? 0),
        );
        expect(chargedLines(computed).reduce((sum, line) => sum + line.amount.minor, 0)).toBe(computed.total.minor);
        expect(chargedLines(computed).reduce((sum, line) => sum + line.usd.minor, 0)).toBe(computed.totalUsd.minor);
      }),
      { numRuns: 3000 },
    );
  });

  it('every line is rounded once, to what can be charged in the currency', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const computed = computePrice(request, embeddedRates);
        const step = chargeStep(computed.currency);
        const lines: [Money, Money][] = [
          [computed.serviceFee, { minor: computed.serviceFeeUsd.minor / request.travelers, currency: 'usd' }],
          [computed.officialFee, computed.officialFeePerTraveler],
          ...[...computed.surcharges, ...computed.addOns].map((line): [Money, Money] => [
            line.amount,
            { minor: line.usd.minor / request.travelers, currency: 'usd' },
          ]),
        ];
        for (const [line, listed] of lines) {
          const exact = exactLine(listed, request.travelers, computed.currency);
          expect(line.minor % step).toBe(0);
          expect(Math.abs(line.minor - exact)).toBeLessThanOrEqual(step / 2 + exact * 1e-12);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('the discount is a tenth of the service fee, and nothing else changes', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const whole = computePrice({ ...request, promo: null }, embeddedRates);
        const reduced = computePrice({ ...request, promo }, embeddedRates);
        const step = chargeStep(whole.currency);
        const tenth = Math.floor((whole.serviceFee.minor / 10 + step / 2) / step) * step;
        expect(reduced.discount!.amount.minor).toBe(tenth);
        expect({ ...reduced, discount: null }).toEqual({
          ...whole,
          total: { ...whole.total, minor: whole.total.minor - tenth },
          totalUsd: reduced.totalUsd,
          perTravelerUsd: reduced.perTravelerUsd,
        });
      }),
      { numRuns: 1000 },
    );
  });

  it('amounts are told in major units exactly', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const { total } = computePrice(request, embeddedRates);
        const digits = decimals(total.currency);
        expect(Math.round(majorAmount(total) * 10 ** digits)).toBe(total.minor);
        expect(majorAmount(total).toFixed(digits)).toBe((total.minor / 10 ** digits).toFixed(digits));
      }),
      { numRuns: 1000 },
    );
  });

  it('holds over every product, speed, set of add-ons and currency, one by one', () => {
    const sets = Array.from({ length: 2 ** addOnCodes.length }, (_, bits) =>
      addOnCodes.filter((_code, at) => bits & (1 << at)),
    );
    for (const product of openProductIds)
      for (const speed of speeds)
        for (const addOns of sets)
          for (const currency of supportedCurrencies) {
            const computed = price({ product, speed, addOns, currency, travelers: 7, promo });
            const sum = chargedLines(computed).reduce((total, line) => total + line.amount.minor, 0);
            if (sum !== computed.total.minor || sum <= 0) throw new Error(`${product} ${speed} ${addOns} ${currency}`);
          }
  });
});

import { describe, expect, it } from 'vitest';
import { authorizationOf, retryAt } from '../../../src/domain/filing/filing.ts';
import type { Validity } from '../../../src/domain/products/catalog.ts';

const decided = new Date('2026-11-20T10:00:00Z');
const twoYears: Validity = {
  text: 'two years',
  period: 'P2Y',
  endsWithPassport: true,
  exceptions: [{ nationality: 'BN', period: 'P1Y', text: 'one year' }],
};

describe('an authorization', () => {
  it.each([
    ['lasts the period of its product', twoYears, { expiry: '2031-01-01', nationality: 'DE' }, '2028-11-20'],
    ['ends with the passport that expires sooner', twoYears, { expiry: '2027-05-01', nationality: 'DE' }, '2027-05-01'],
    [
      'lasts the period of its nationality where that differs',
      twoYears,
      { expiry: '2031-01-01', nationality: 'BN' },
      '2027-11-20',
    ],
    [
      'outlives the passport where the product says so',
      { ...twoYears, endsWithPassport: false },
      { expiry: '2027-05-01', nationality: 'DE' },
      '2028-11-20',
    ],
    ['lasts its period when the expiry is not known', twoYears, { expiry: null, nationality: null }, '2028-11-20'],
  ])('%s', (_says, validity, passport, until) => {
    expect(authorizationOf('N1', decided, validity, passport)).toEqual({
      number: 'N1',
      validFrom: '2026-11-20',
      validUntil: until,
    });
  });

  it('counts months as well as years', () => {
    const sixMonths: Validity = { text: '', period: 'P6M', endsWithPassport: false, exceptions: [] };
    expect(authorizationOf('N1', decided, sixMonths, { expiry: null, nationality: null }).validUntil).toBe(
      '2027-05-20',
    );
  });
});

describe('a filing that failed', () => {
  it.each([
    [1, 30],
    [2, 120],
    [3, 600],
    [4, 1800],
    [5, 3600],
    [50, 3600],
  ])('is tried again after failure %i in %i seconds', (failures, seconds) => {
    expect(retryAt(decided, failures).getTime() - decided.getTime()).toBe(seconds * 1000);
  });
});

import { describe, expect, it } from 'vitest';
import ds160 from '../../../src/domain/eligibility/data/ds160.json' with { type: 'json' };
import {
  barredWithEsta,
  eligibleNationalities,
  isRestrictedForUsVisa,
  listedNationalities,
} from '../../../src/domain/products/nationalities.ts';
import { countryCodes } from '../../../src/kernel/country.ts';

/** The codes that a test accepts. */
const codesWhere = (accepts: (code: string) => boolean): string[] => countryCodes().filter(accepts).sort();

it.each([
  ['ESTA', 42],
  ['UK_ETA', 83],
  ['CANADA_ETA', 53],
  ['ETIAS', 59],
] as const)('%s is for %i countries', (product, count) => {
  const known = new Set(countryCodes());
  expect([...listedNationalities(product)].filter((code) => known.has(code))).toHaveLength(count);
  expect(listedNationalities(product).size).toBe(count);
});

describe('forms and eligibility agree on whom the visitor visa is not issued to', () => {
  it.each(['2025-06-08', '2025-06-09', '2025-12-31', '2026-01-01', '2026-11-20'])('on %s', (today) => {
    const restricted = [
      ...ds160.restricted.map((entry) => ({ code: entry.nationality, from: entry.effective_from })),
      ...ds160.restricted_documents.map((entry) => ({ code: entry.code, from: entry.effective_from })),
    ];
    expect(codesWhere((code) => isRestrictedForUsVisa(code, today))).toEqual(
      restricted.flatMap(({ code, from }) => (from <= today ? code : [])).sort(),
    );
  });
});

it('shuts holders of six second nationalities out of ESTA', () => {
  expect([...barredWithEsta].sort()).toEqual(['CU', 'IQ', 'IR', 'KP', 'SD', 'SY']);
});

it('lists conditional nationalities of Canada among the eligible, and all but some for the visitor visa', () => {
  expect(eligibleNationalities('CANADA_ETA')).toHaveLength(70);
  expect(eligibleNationalities('DS160')).toBe('ALL_EXCEPT_RESTRICTED');
});

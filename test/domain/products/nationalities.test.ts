import { describe, expect, it } from 'vitest';
import canada from '../../../src/domain/eligibility/data/canada-eta.json' with { type: 'json' };
import ds160 from '../../../src/domain/eligibility/data/ds160.json' with { type: 'json' };
import esta from '../../../src/domain/eligibility/data/esta.json' with { type: 'json' };
import etias from '../../../src/domain/eligibility/data/etias.json' with { type: 'json' };
import uk from '../../../src/domain/eligibility/data/uk-eta.json' with { type: 'json' };
import {
  eligibleNationalities,
  isBarredWithEsta,
  isConditionalForCanada,
  isListed,
  isRestrictedForUsVisa,
} from '../../../src/domain/products/nationalities.ts';
import { countryCodes } from '../../../src/kernel/country.ts';

/** The codes that a test accepts. */
const codesWhere = (accepts: (code: string) => boolean): string[] => countryCodes().filter(accepts).sort();

describe('forms and eligibility agree on who a product is for', () => {
  it.each([
    ['ESTA', esta.nationalities, 42],
    ['UK_ETA', uk.nationalities, 83],
    ['CANADA_ETA', canada.nationalities, 53],
    ['ETIAS', etias.nationalities, 59],
  ] as const)('%s', (product, nationalities, count) => {
    expect(codesWhere((code) => isListed(product, code))).toEqual([...nationalities].sort());
    expect(nationalities).toHaveLength(count);
  });

  it('CANADA_ETA, on conditions', () => {
    expect(codesWhere(isConditionalForCanada)).toEqual([...canada.conditional.nationalities].sort());
  });

  it.each(['2025-06-08', '2025-06-09', '2025-12-31', '2026-01-01', '2026-11-20'])('DS160 on %s', (today) => {
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
  expect(codesWhere(isBarredWithEsta)).toEqual(['CU', 'IQ', 'IR', 'KP', 'SD', 'SY']);
});

it('lists conditional nationalities of Canada among the eligible, and all but some for the visitor visa', () => {
  expect(eligibleNationalities('CANADA_ETA')).toHaveLength(70);
  expect(eligibleNationalities('DS160')).toBe('ALL_EXCEPT_RESTRICTED');
});

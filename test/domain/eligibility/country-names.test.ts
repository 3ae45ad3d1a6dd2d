import { describe, expect, it } from 'vitest';
import { countryCodes, countryName, inSentence } from '../../../src/kernel/country.ts';

describe('the name of a country', () => {
  it.each([
    ['DE', 'Germany', 'Germany'],
    ['GB', 'United Kingdom', 'the United Kingdom'],
    ['KR', 'South Korea', 'South Korea'],
    ['CD', 'Democratic Republic of the Congo', 'the Democratic Republic of the Congo'],
    ['CG', 'Republic of the Congo', 'the Republic of the Congo'],
    ['XK', 'Kosovo', 'Kosovo'],
  ])('%s is %s in a list and %s in a sentence', (code, name, phrase) => {
    expect([countryName(code), inSentence(code)]).toEqual([name, phrase]);
  });

  it('is nobody else’s, and no abbreviation, inversion or note', () => {
    const names = countryCodes().map(countryName);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => /[,()&]|^The |^[A-Z]{2,}$/.test(name))).toEqual([]);
  });

  it('is the same in sentences and in lists', () => {
    for (const code of countryCodes()) expect(inSentence(code).replace(/^the /, '')).toBe(countryName(code));
  });
});

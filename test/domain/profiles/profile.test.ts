import { describe, expect, it } from 'vitest';
import { type ProfileInput, readProfileInput } from '../../../src/domain/profiles/profile.ts';
import { testClock } from '../../support/clock.ts';

const read = (input: ProfileInput) => readProfileInput(input, testClock());

describe('what is kept of a field', () => {
  it.each<[string, ProfileInput, ProfileInput]>([
    [
      'a country in upper case, UK as GB',
      { nationality: 'uk', countryOfBirth: ' el ' },
      { nationality: 'GB', countryOfBirth: 'GR' },
    ],
    ['a passport number without blanks', { passportNumber: ' c01x-00 t47 ' }, { passportNumber: 'C01X00T47' }],
    ['a name without blanks around it, in any script', { firstName: ' José 美玲 ' }, { firstName: 'José 美玲' }],
    ['an email without blanks around it', { email: ' a@example.com ' }, { email: 'a@example.com' }],
    ['a birth today', { dateOfBirth: '2026-11-20' }, { dateOfBirth: '2026-11-20' }],
    ['a passport that is no longer valid', { passportExpiry: '2020-01-01' }, { passportExpiry: '2020-01-01' }],
  ])('is %s', (_, input, kept) => {
    expect(read(input)).toEqual({ set: kept, clear: [], problems: {} });
  });

  it('keeps null, what is left out and what is given apart', () => {
    const input = { firstName: 'Anna', lastName: null, email: undefined };
    expect(read(input)).toEqual({ set: { firstName: 'Anna' }, clear: ['lastName'], problems: {} });
  });
});

describe('a problem', () => {
  it.each<[string, ProfileInput, string]>([
    ['MIN_LENGTH', { firstName: '' }, 'firstName'],
    ['MAX_LENGTH', { lastName: 'x'.repeat(101) }, 'lastName'],
    ['INVALID_PATTERN', { cityOfBirth: 'a\nb' }, 'cityOfBirth'],
    ['INVALID_PATTERN', { passportNumber: '1234' }, 'passportNumber'],
    ['INVALID_PATTERN', { passportNumber: 'X'.repeat(21) }, 'passportNumber'],
    ['INVALID_VALUE', { dateOfBirth: '2026-11-21' }, 'dateOfBirth'],
    ['INVALID_VALUE', { passportExpiry: '1979-12-31' }, 'passportExpiry'],
    ['INVALID_VALUE', { nationality: 'XX' }, 'nationality'],
    ['INVALID_VALUE', { email: `${'a'.repeat(250)}@b.de` }, 'email'],
    ['INVALID_FILE_URL', { selfieUrl: `https://example.com/${'x'.repeat(2_048)}` }, 'selfieUrl'],
  ])('has the code %s for %j', (code, input, field) => {
    const { problems, set } = read(input);
    expect(problems).toMatchObject({ [field]: { code } });
    expect(set).toEqual({});
  });

  it('never quotes what was sent', () => {
    const secret = 'Zx9!canary';
    const input = { passportNumber: secret, email: secret, nationality: secret, gender: secret, selfieUrl: secret };
    const { problems } = read(input);
    expect(Object.keys(problems)).toHaveLength(5);
    expect(JSON.stringify(problems)).not.toContain('canary');
  });
});

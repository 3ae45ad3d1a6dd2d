import { describe, expect, it } from 'vitest';
import canada from '../../../src/domain/eligibility/data/canada-eta.json' with { type: 'json' };
import countries from '../../../src/domain/eligibility/data/countries.json' with { type: 'json' };
import ds160 from '../../../src/domain/eligibility/data/ds160.json' with { type: 'json' };
import esta from '../../../src/domain/eligibility/data/esta.json' with { type: 'json' };
import etias from '../../../src/domain/eligibility/data/etias.json' with { type: 'json' };
import rules from '../../../src/domain/eligibility/data/rules.json' with { type: 'json' };
import uk from '../../../src/domain/eligibility/data/uk-eta.json' with { type: 'json' };
import { sourcesOf } from '../../../src/domain/products/catalog.ts';
import { conditionalForCanada, listedNationalities } from '../../../src/domain/products/nationalities.ts';
import { countryCodes } from '../../../src/kernel/country.ts';
import { ask, short } from './ask.ts';

const groups: Record<string, string[]> = countries.groups;
const members = (names: string | string[]): string[] => (typeof names === 'string' ? groups[names]! : names);
const dayBefore = (date: string) => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);

describe('exemptions', () => {
  it.each(rules)('$id holds for each of its nationalities at each of its destinations', (rule) => {
    for (const nationality of members(rule.nationalities)) {
      for (const destination of members(rule.destinations)) {
        const verdict = ask(nationality, destination);
        expect(verdict.kind, `${nationality} ${destination}`).toBe('not_required');
        expect(short(verdict)).toMatch(/^not_needed /);
        const atHome = (countries.nationality_aliases as Record<string, string>)[nationality] ?? nationality;
        if (atHome !== destination) expect(verdict.reasonCode, `${nationality} ${destination}`).toBe(rule.reason_code);
      }
    }
  });

  it('needs nothing at home, whatever the country', () => {
    const aliased = new Set(Object.keys(countries.nationality_aliases));
    for (const code of countryCodes().filter((candidate) => !aliased.has(candidate))) {
      expect(short(ask(code, code)), code).toBe('not_needed OWN_COUNTRY');
    }
  });
});

describe('aliases', () => {
  it.each(Object.entries(countries.nationality_aliases))(
    'a national of %s travels on the passport of %s',
    (code, state) => {
      for (const destination of ['US', 'CA', 'FR', 'JE']) {
        expect(short(ask(code, destination)), destination).toBe(short(ask(state, destination)));
      }
    },
  );

  it.each(Object.entries(countries.destination_aliases))('entry to %s follows the rules of %s', (code, state) => {
    for (const nationality of ['DE', 'CN', 'US', 'BR']) {
      expect(short(ask(nationality, code)), nationality).toBe(short(ask(nationality, state)));
    }
  });

  it.each([
    ['uk', 'us', 'ESTA'],
    ['el', 'US', 'ESTA'],
    ['de', 'uk', 'UK_ETA'],
    ['us', 'el', 'ETIAS'],
    ['xk', 'de', 'ETIAS'],
  ])('reads %s to %s in any case and spelling', (nationality, destination, product) => {
    expect(short(ask(nationality, destination))).toBe(product);
  });
});

describe('territories', () => {
  it.each([
    ['PR', 'US', 'not_needed OWN_COUNTRY'],
    ['DE', 'PR', 'ESTA'],
    ['AS', 'US', 'not_needed OWN_COUNTRY'],
    ['AS', 'CA', 'not_needed VISA_EXEMPT_NO_AUTHORIZATION'],
    ['DE', 'AS', 'not_covered DESTINATION_NOT_COVERED'],
    ['GL', 'FR', 'not_needed FREE_MOVEMENT'],
    ['US', 'GL', 'not_covered DESTINATION_NOT_COVERED'],
    ['US', 'GF', 'not_covered DESTINATION_NOT_COVERED'],
    ['US', 'AX', 'ETIAS'],
    ['VG', 'US', 'DS160'],
    ['VG', 'CA', 'CANADA_ETA'],
    ['IO', 'CA', 'not_covered VISA_REQUIRED_NO_PRODUCT'],
    ['IO', 'FR', 'ETIAS'],
    ['GI', 'ES', 'ETIAS'],
    ['FK', 'GB', 'not_needed BRITISH_STATUS_EXEMPT'],
    ['JE', 'US', 'ESTA'],
    ['GG', 'GB', 'not_needed OWN_COUNTRY'],
    ['GB', 'JE', 'not_needed COMMON_TRAVEL_AREA'],
    ['US', 'GG', 'UK_ETA'],
    ['US', 'HK', 'not_covered DESTINATION_NOT_COVERED'],
  ])('%s to %s: %s', (nationality, destination, answer) => {
    expect(short(ask(nationality, destination))).toBe(answer);
  });

  it('treats a British citizen from an overseas territory as British', () => {
    const traveler = { british_status: 'british_citizen' } as const;
    expect(short(ask('FK', 'US', traveler))).toBe('ESTA');
    expect(short(ask('GI', 'GB', traveler))).toBe('not_needed OWN_COUNTRY');
  });
});

describe('lists', () => {
  it.each([...listedNationalities('ESTA')])('%s has ESTA', (nationality) => {
    expect(short(ask(nationality, 'US'))).toBe('ESTA');
  });

  it.each(Object.entries(esta.since))('%s has ESTA since %s and needed a visa the day before', (nationality, since) => {
    expect(short(ask(nationality, 'US', {}, since))).toBe('ESTA');
    expect(short(ask(nationality, 'US', {}, dayBefore(since)))).toBe('DS160');
  });

  it.each(esta.never_admitted)('$nationality was never admitted to the waiver', ({ nationality }) => {
    expect(short(ask(nationality, 'US'))).toBe('DS160');
  });

  it.each(uk.cohorts)(
    'the ETA nationals of $required_from need none the day before',
    ({ required_from, nationalities }) => {
      for (const nationality of nationalities) {
        expect(short(ask(nationality, 'GB', {}, required_from)), nationality).toBe('UK_ETA');
        expect(short(ask(nationality, 'GB', {}, dayBefore(required_from))), nationality).toBe(
          'not_needed NOT_YET_REQUIRED',
        );
      }
    },
  );

  it.each(uk.removed)('$nationality lost the ETA on $date', ({ nationality, date }) => {
    expect(short(ask(nationality, 'GB', {}, dayBefore(date)))).toBe('UK_ETA');
    expect(short(ask(nationality, 'GB', {}, date))).toBe('not_covered VISA_REQUIRED_NO_PRODUCT');
  });

  it.each([
    ['GG', '2026-04-23'],
    ['JE', '2026-04-23'],
    ['IM', '2026-04-23'],
  ])('%s asks for the ETA from %s on', (destination, from) => {
    expect(short(ask('US', destination, {}, from))).toBe('UK_ETA');
    expect(short(ask('US', destination, {}, dayBefore(from)))).toBe('not_needed NOT_YET_REQUIRED');
  });

  it.each([...listedNationalities('CANADA_ETA'), ...canada.british_overseas_territories])(
    '%s flies to Canada with an eTA',
    (nationality) => {
      expect(short(ask(nationality, 'CA'))).toBe('CANADA_ETA');
    },
  );

  it('adds Qatar to the Canadian list on its day', () => {
    expect(short(ask('QA', 'CA', {}, '2025-11-25'))).toBe('CANADA_ETA');
    expect(short(ask('QA', 'CA', {}, '2025-11-24'))).toBe('not_covered VISA_REQUIRED_NO_PRODUCT');
  });

  it.each([...listedNationalities('ETIAS'), ...etias.british_overseas_territories])(
    '%s will need ETIAS',
    (nationality) => {
      expect(ask(nationality, 'FR')).toMatchObject({ kind: 'pre_launch', product: 'ETIAS', eligibility: 'eligible' });
    },
  );

  it.each(groups.ETIAS30!)(
    'ETIAS will be needed for %s, and citizens of the EU and EFTA need nothing',
    (destination) => {
      expect(short(ask('US', destination))).toBe('ETIAS');
      expect(short(ask('IE', destination))).toBe('not_needed FREE_MOVEMENT');
    },
  );

  it('needs a visa where a nationality is in no list', () => {
    expect(short(ask('VU', 'FR'))).toBe('not_covered VISA_REQUIRED_NO_PRODUCT');
    expect(short(ask('IN', 'IM'))).toBe('not_covered VISA_REQUIRED_NO_PRODUCT');
    expect(short(ask('IN', 'CA'))).toBe('not_covered VISA_REQUIRED_NO_PRODUCT');
  });
});

describe('conditional nationals of Canada', () => {
  const since: Record<string, string> = canada.conditional.since;

  it.each([...conditionalForCanada])('%s gets the eTA on conditions from its day on', (nationality) => {
    const from = since[nationality] ?? since.default!;
    expect(ask(nationality, 'CA', {}, from)).toMatchObject({
      kind: 'open',
      product: 'CANADA_ETA',
      eligibility: 'conditional',
      reasonCode: 'PRODUCT_CONDITIONAL',
    });
    const before = nationality === 'MX' ? 'CANADA_ETA' : 'not_covered VISA_REQUIRED_NO_PRODUCT';
    expect(short(ask(nationality, 'CA', {}, dayBefore(from)))).toBe(before);
  });

  it('lists Mexico without conditions before 2024-02-29', () => {
    expect(ask('MX', 'CA', {}, '2024-02-28')).toMatchObject({
      eligibility: 'eligible',
      reasonCode: 'PRODUCT_REQUIRED',
    });
  });

  it.each([
    [{ us_nonimmigrant_visa_valid: true }, 'CANADA_ETA', ['arrives_by']],
    [{ canadian_visa_issued: '2016-11-20' }, 'CANADA_ETA', ['arrives_by']],
    [{ canadian_visa_issued: '2016-11-19' }, 'CANADA_ETA', ['us_nonimmigrant_visa_valid', 'arrives_by']],
    [{ us_nonimmigrant_visa_valid: false }, 'CANADA_ETA', ['canadian_visa_issued', 'arrives_by']],
    [{ us_nonimmigrant_visa_valid: true, arrives_by: 'air' as const }, 'CANADA_ETA', []],
    [{ canadian_visa_issued: '2020-01-01', arrives_by: 'air' as const }, 'CANADA_ETA', []],
    [{ us_nonimmigrant_visa_valid: false, canadian_visa_issued: '2010-01-01' }, 'not_covered CONDITIONS_NOT_MET', []],
    [{ canadian_visa_issued: '2020-01-01', arrives_by: 'sea' as const }, 'not_covered CONDITIONS_NOT_MET', []],
    [{ arrives_by: 'train' as const }, 'not_covered CONDITIONS_NOT_MET', []],
    [
      { arrives_by: 'air' as const },
      'not_covered CONDITIONS_NOT_MET',
      ['canadian_visa_issued', 'us_nonimmigrant_visa_valid'],
    ],
    [{ us_permanent_resident: true, arrives_by: 'land' as const }, 'not_needed RESIDENT_EXEMPT', []],
  ])('Brazil with %j: %s, still to be asked %j', (traveler, answer, asked) => {
    const verdict = ask('BR', 'CA', traveler);
    expect(short(verdict)).toBe(answer);
    expect(verdict.conditions.filter(({ decides }) => decides).map(({ fact }) => fact)).toEqual(asked);
  });
});

describe('suspension of US visitor visas', () => {
  it.each(ds160.restricted)('$nationality is suspended ($level) from its day on', (entry) => {
    const from = entry.previous?.effective_from ?? entry.effective_from;
    expect(short(ask(entry.nationality, 'US', {}, from))).toBe('not_covered ENTRY_SUSPENDED');
    expect(short(ask(entry.nationality, 'US', {}, dayBefore(from)))).toBe('DS160');
  });

  it('suspends Palestinian travel documents from their day on', () => {
    expect(short(ask('PS', 'US', {}, '2026-01-01'))).toBe('not_covered ENTRY_SUSPENDED');
    expect(short(ask('PS', 'US', {}, '2025-12-31'))).toBe('DS160');
  });

  it('lifts the suspension of Turkmenistan after 2025-12-31', () => {
    expect(short(ask('TM', 'US', {}, '2025-06-08'))).toBe('DS160');
    expect(short(ask('TM', 'US', {}, '2025-06-09'))).toBe('not_covered ENTRY_SUSPENDED');
    expect(short(ask('TM', 'US', {}, '2025-12-31'))).toBe('not_covered ENTRY_SUSPENDED');
    expect(short(ask('TM', 'US', {}, '2026-01-01'))).toBe('DS160');
  });

  it('judges the day of travel, not the day of asking', () => {
    expect(short(ask('TM', 'US', { travel_date: '2026-01-10' }, '2025-12-20'))).toBe('DS160');
    expect(short(ask('BF', 'US', { travel_date: '2026-01-10' }, '2025-12-20'))).toBe('not_covered ENTRY_SUSPENDED');
  });

  it.each([
    [{ us_permanent_resident: true }, 'not_needed RESIDENT_EXEMPT'],
    [{ us_nonimmigrant_visa_valid: true }, 'not_needed VISA_HELD'],
    [{ other_nationalities: ['US'] }, 'not_needed OTHER_PASSPORT_REQUIRED'],
  ])('excepts a Nigerian with %j', (traveler, answer) => {
    expect(short(ask('NG', 'US', traveler))).toBe(answer);
  });

  it('names the passport that the suspension does not touch, and asks for one', () => {
    expect(ask('NG', 'US', { other_nationalities: ['GB'] }).explanation).toContain('nationality GB');
    expect(ask('NG', 'US', { other_nationalities: ['TD'] }).explanation).not.toContain('nationality TD');
    expect(ask('NG', 'US').conditions.map(({ fact }) => fact)).toEqual([
      'us_nonimmigrant_visa_valid',
      'us_permanent_resident',
      'other_nationalities',
    ]);
  });

  it.each(ds160.visa_bond)(
    '$nationality may be asked for a bond from its day on',
    ({ nationality, effective_from }) => {
      const bonded = (date: string) =>
        ask(nationality, 'US', {}, date).warnings.some(({ code }) => code === 'visa_bond');
      const suspended = ds160.restricted.some((entry) => entry.nationality === nationality);
      expect(bonded(dayBefore(effective_from))).toBe(false);
      if (!suspended) expect(bonded(effective_from)).toBe(true);
    },
  );

  it('says that the bond programme was announced only until 2026-08-05, once that day has passed', () => {
    const text = (date: string) => ask('BD', 'US', {}, date).warnings.find(({ code }) => code === 'visa_bond')!.message;
    expect(text('2026-08-05')).not.toContain('2026-08-05');
    expect(text('2026-08-06')).toContain('2026-08-05');
  });
});

describe('sources', () => {
  it('names a page for every fact that rests on one', () => {
    const data = JSON.stringify([canada, ds160, esta, etias, rules, uk]);
    const ids = new Set([...data.matchAll(/"((?:CA|UK|US|EU|X)_[A-Z0-9_]+)"/g)].map((match) => match[1]!));
    for (const id of [...ids].filter((candidate) => !(candidate in groups)))
      expect(sourcesOf([id]), id).toHaveLength(1);
  });

  it('admits general knowledge where nothing better is known', () => {
    expect(ask('FR', 'FR').sources).toEqual([
      { title: expect.stringContaining('General knowledge'), url: null, verifiedAt: null },
    ]);
  });
});

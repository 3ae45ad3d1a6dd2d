import { describe, expect, it } from 'vitest';
import esta from '../../../src/domain/eligibility/data/esta.json' with { type: 'json' };
import etias from '../../../src/domain/eligibility/data/etias.json' with { type: 'json' };
import type { TravelerInput } from '../../../src/domain/eligibility/traveler.ts';
import { ask, short } from './ask.ts';

type Row = [nationality: string, destination: string, traveler: TravelerInput, answer: string];

describe('what rules ESTA out', () => {
  it.each(
    esta.traveler_conditions.flatMap(({ countries, since }) => countries.map((country) => [country, since] as const)),
  )('a visit to %s on or after %s, not one before', (country, since) => {
    const before = new Date(Date.parse(since) - 86_400_000).toISOString().slice(0, 10);
    expect(short(ask('FR', 'US', { visited: [{ country, date: since }] }))).toBe('DS160');
    expect(short(ask('FR', 'US', { visited: [{ country, date: before }] }))).toBe('ESTA');
    expect(ask('FR', 'US', { visited: [{ country, date: null }] })).toMatchObject({
      product: 'ESTA',
      eligibility: 'conditional',
      conditions: expect.arrayContaining([expect.objectContaining({ fact: 'visited', decides: true })]),
    });
  });

  it.each(['CU', 'IR', 'IQ', 'KP', 'SD', 'SY'])('a second nationality of %s', (other) => {
    expect(ask('FR', 'US', { other_nationalities: [other] })).toMatchObject({
      product: 'DS160',
      reasonCode: 'ESTA_RULED_OUT',
    });
  });

  it.each(['LY', 'SO', 'YE', 'NG'])('not a second nationality of %s', (other) => {
    expect(short(ask('FR', 'US', { other_nationalities: [other] }))).toBe('ESTA');
  });

  it('every reason, in one explanation', () => {
    const { explanation } = ask('TW', 'US', {
      stay_days: 91,
      passport_has_chip: false,
      taiwan_id_in_passport: false,
      visited: [{ country: 'CU', date: '2024-02-02' }],
    });
    for (const word of ['90 days', 'chip', 'identification number', 'Cuba']) expect(explanation).toContain(word);
  });
});

describe('passports', () => {
  it.each<Row>([
    ['DE', 'US', { passport_has_chip: false }, 'DS160'],
    ['GB', 'US', { british_status: 'british_citizen' }, 'ESTA'],
    ['GB', 'US', { british_status: 'british_subject' }, 'DS160'],
    ['TW', 'US', { taiwan_id_in_passport: false }, 'DS160'],
    ['TW', 'US', { taiwan_id_in_passport: true }, 'ESTA'],
    ['TW', 'GB', { taiwan_id_in_passport: true }, 'UK_ETA'],
    ['TW', 'CA', { taiwan_id_in_passport: false }, 'not_covered DOCUMENT_NOT_ACCEPTED'],
    ['TW', 'FR', { taiwan_id_in_passport: false }, 'not_covered DOCUMENT_NOT_ACCEPTED'],
    ['RO', 'CA', { passport_has_chip: true }, 'CANADA_ETA'],
    ['FR', 'CA', { passport_has_chip: false }, 'CANADA_ETA'],
    ['US', 'FR', { passport_has_chip: false }, 'ETIAS'],
    ['HK', 'GB', { british_status: 'british_national_overseas' }, 'not_needed BRITISH_STATUS_EXEMPT'],
    ['GB', 'GB', { british_status: 'british_overseas_territories_citizen' }, 'not_needed BRITISH_STATUS_EXEMPT'],
    ['GB', 'GB', { british_status: 'british_protected_person' }, 'not_covered STATUS_NOT_COVERED'],
    ['GB', 'JE', { british_status: 'british_citizen' }, 'not_needed COMMON_TRAVEL_AREA'],
    ['GB', 'CA', { british_status: 'british_protected_person' }, 'not_covered STATUS_NOT_COVERED'],
    ['GB', 'CA', { british_status: 'british_subject' }, 'CANADA_ETA'],
    ['GB', 'FR', { british_status: 'british_overseas_citizen' }, 'ETIAS'],
    ['DE', 'US', { document: 'refugee_travel_document' }, 'DS160'],
    ['CA', 'US', { document: 'stateless_travel_document' }, 'DS160'],
    ['DE', 'GB', { document: 'refugee_travel_document' }, 'not_covered DOCUMENT_NOT_ACCEPTED'],
    ['IE', 'GB', { document: 'refugee_travel_document' }, 'not_covered DOCUMENT_NOT_ACCEPTED'],
    ['DE', 'CA', { document: 'stateless_travel_document' }, 'not_covered DOCUMENT_NOT_ACCEPTED'],
    ['US', 'FR', { document: 'refugee_travel_document' }, 'not_covered DOCUMENT_NOT_ACCEPTED'],
    ['DE', 'US', { document: 'passport' }, 'ESTA'],
    ['DE', 'US', { document: 'emergency_passport', passport_has_chip: false }, 'DS160'],
    ['DE', 'US', { document: 'emergency_passport', passport_has_chip: true }, 'ESTA'],
  ])('%s to %s with %j: %s', (nationality, destination, traveler, answer) => {
    expect(short(ask(nationality, destination, traveler))).toBe(answer);
  });

  it('asks whether an emergency passport has a chip before it says ESTA', () => {
    expect(ask('DE', 'US', { document: 'emergency_passport' })).toMatchObject({ eligibility: 'conditional' });
  });

  it.each(
    etias.document_conditions.filter(({ requires }) => requires === 'e_passport').map(({ nationality }) => nationality),
  )('%s is free of the Schengen visa on biometric passports only', (nationality) => {
    expect(short(ask(nationality, 'DE', { passport_has_chip: true }))).toBe('ETIAS');
    expect(short(ask(nationality, 'DE', { passport_has_chip: false }))).toBe('not_covered DOCUMENT_NOT_ACCEPTED');
    expect(ask(nationality, 'DE').conditions.map(({ fact }) => fact)).toContain('passport_has_chip');
  });

  it.each([
    ['HK', 'GB'],
    ['MO', 'GB'],
    ['VA', 'GB'],
    ['HK', 'CA'],
    ['IL', 'CA'],
    ['VA', 'CA'],
    ['HK', 'FR'],
    ['MO', 'FR'],
    ['HU', 'US'],
  ])('says which passport of %s counts for %s', (nationality, destination) => {
    expect(ask(nationality, destination).warnings.map(({ code }) => code)).toContain('passport_kind');
  });
});

describe('further passports', () => {
  it.each<Row>([
    ['DE', 'US', { other_nationalities: ['PR'] }, 'not_needed OTHER_PASSPORT_REQUIRED'],
    ['US', 'GB', { other_nationalities: ['GB'] }, 'not_needed OTHER_PASSPORT_REQUIRED'],
    ['IN', 'JE', { other_nationalities: ['IE'] }, 'not_needed OTHER_PASSPORT_REQUIRED'],
    ['IN', 'CA', { other_nationalities: ['CA'] }, 'not_needed OTHER_PASSPORT_REQUIRED'],
    ['US', 'FR', { other_nationalities: ['IE'] }, 'not_needed OTHER_PASSPORT_REQUIRED'],
    ['US', 'TR', { other_nationalities: ['TR'] }, 'not_needed OTHER_PASSPORT_REQUIRED'],
    ['US', 'GB', { british_status: 'british_citizen' }, 'not_needed OTHER_PASSPORT_REQUIRED'],
    ['DE', 'US', { other_nationalities: ['DE'] }, 'ESTA'],
  ])('%s to %s with %j: %s', (nationality, destination, traveler, answer) => {
    expect(short(ask(nationality, destination, traveler))).toBe(answer);
  });

  it.each([
    ['DE', 'US', 'CA'],
    ['FR', 'CA', 'US'],
    ['US', 'GB', 'KY'],
    ['US', 'FR', 'AD'],
  ])('%s to %s tells that the passport of %s would need nothing', (nationality, destination, other) => {
    expect(ask(nationality, destination, { other_nationalities: [other] })).toMatchObject({
      required: true,
      warnings: expect.arrayContaining([expect.objectContaining({ code: 'other_passport_exempt' })]),
    });
  });
});

describe('residence, way and length of the journey', () => {
  it.each<Row>([
    ['DE', 'US', { us_permanent_resident: true }, 'not_needed RESIDENT_EXEMPT'],
    ['DE', 'US', { us_nonimmigrant_visa_valid: true }, 'not_needed VISA_HELD'],
    ['DE', 'US', { stay_days: 90 }, 'ESTA'],
    ['DE', 'US', { stay_days: 91 }, 'DS160'],
    ['US', 'GB', { stay_days: 180 }, 'UK_ETA'],
    ['US', 'GB', { stay_days: 200 }, 'not_covered STAY_TOO_LONG'],
    ['US', 'FR', { stay_days: 90 }, 'ETIAS'],
    ['US', 'FR', { stay_days: 91 }, 'not_covered STAY_TOO_LONG'],
    ['DE', 'CA', { stay_days: 200 }, 'CANADA_ETA'],
    ['US', 'GB', { residence: 'GB' }, 'not_needed RESIDENT_EXEMPT'],
    ['US', 'GB', { residence: 'IE', travels_from: 'GG' }, 'not_needed COMMON_TRAVEL_AREA'],
    ['US', 'GB', { residence: 'IE', travels_from: 'US' }, 'UK_ETA'],
    ['IN', 'GB', { residence: 'IE', travels_from: 'IE' }, 'not_covered VISA_REQUIRED_NO_PRODUCT'],
    ['US', 'FR', { residence: 'ES' }, 'not_needed RESIDENT_EXEMPT'],
    ['IN', 'FR', { residence: 'ES' }, 'not_needed RESIDENT_EXEMPT'],
    ['US', 'GB', { transit: 'airside', airport: 'lhr' }, 'not_needed TRANSIT_EXEMPT'],
    ['US', 'GB', { transit: 'airside', airport: 'MAN' }, 'not_needed TRANSIT_EXEMPT'],
    ['US', 'GB', { transit: 'airside', airport: 'LGW' }, 'UK_ETA'],
    ['US', 'GB', { transit: 'landside', airport: 'LHR' }, 'UK_ETA'],
    ['DE', 'CA', { arrives_by: 'air' }, 'CANADA_ETA'],
    ['DE', 'CA', { arrives_by: 'bus' }, 'not_needed ARRIVAL_EXEMPT'],
    ['DE', 'CA', { arrives_by: 'sea' }, 'not_needed ARRIVAL_EXEMPT'],
    ['DE', 'CA', { arrives_by: 'sea', travels_from: 'PM' }, 'CANADA_ETA'],
    ['DE', 'CA', { arrives_by: 'sea', travels_from: 'PM', travel_date: '2026-06-04' }, 'not_needed ARRIVAL_EXEMPT'],
    ['FR', 'CA', { residence: 'PM', travels_from: 'PM', arrives_by: 'air' }, 'not_needed RESIDENT_EXEMPT'],
    ['DE', 'CA', { transit: 'airside' }, 'CANADA_ETA'],
  ])('%s to %s with %j: %s', (nationality, destination, traveler, answer) => {
    expect(short(ask(nationality, destination, traveler))).toBe(answer);
  });

  it.each<[string, string, TravelerInput, string]>([
    ['US', 'GB', { residence: 'IE' }, 'travels_from'],
    ['US', 'GB', { transit: 'airside' }, 'airport'],
  ])('%s to %s with %j depends on %s', (nationality, destination, traveler, fact) => {
    expect(ask(nationality, destination, traveler)).toMatchObject({
      eligibility: 'conditional',
      conditions: expect.arrayContaining([expect.objectContaining({ fact, decides: true })]),
    });
  });

  it.each<[string, string, TravelerInput, string]>([
    ['CN', 'US', {}, 'evus'],
    ['KY', 'US', {}, 'limited_waiver'],
    ['CN', 'US', { stay_days: 200 }, 'long_stay'],
    ['DE', 'CA', { canadian_visa_issued: '2024-01-01' }, 'canadian_visa'],
    ['GB', 'CA', { british_status: 'british_overseas_citizen' }, 'british_status_limits'],
    ['US', 'FR', { date_of_birth: '2010-01-01' }, 'official_fee_exempt'],
    ['US', 'FR', { date_of_birth: '1955-11-20' }, 'official_fee_exempt'],
    ['DE', 'US', { date_of_birth: '2026-03-01' }, 'minor'],
  ])('%s to %s with %j warns: %s', (nationality, destination, traveler, code) => {
    expect(ask(nationality, destination, traveler).warnings.map((warning) => warning.code)).toContain(code);
  });

  it('does not call a traveler of 70 exempt from the ETIAS fee', () => {
    expect(ask('US', 'FR', { date_of_birth: '1955-11-21' }).warnings).toEqual([]);
  });
});

describe('conditions', () => {
  it('asks for nothing that was said', () => {
    const everything: TravelerInput = {
      visited: [],
      other_nationalities: [],
      stay_days: 10,
      passport_has_chip: true,
      british_status: 'british_citizen',
      us_nonimmigrant_visa_valid: false,
    };
    expect(ask('GB', 'US', everything).conditions).toEqual([]);
  });

  it('gives an example that the service itself accepts', () => {
    for (const [nationality, destination] of [
      ['GB', 'US'],
      ['TW', 'US'],
      ['NG', 'US'],
      ['HK', 'GB'],
      ['BR', 'CA'],
      ['RO', 'CA'],
      ['UA', 'FR'],
    ] as const) {
      for (const { fact, example } of ask(nationality, destination).conditions) {
        expect(Object.keys(example)).toContain(fact);
        expect(() => ask(nationality, destination, example)).not.toThrow();
      }
    }
  });
});

describe('facts that cannot be', () => {
  it.each<[TravelerInput, string]>([
    [{ travel_date: '2026-02-30' }, 'traveler.travel_date'],
    [{ travel_date: 'soon' }, 'traveler.travel_date'],
    [{ stay_days: -1 }, 'traveler.stay_days'],
    [{ stay_days: 1.5 }, 'traveler.stay_days'],
    [{ stay_days: 40_000 }, 'traveler.stay_days'],
    [{ date_of_birth: '2026-11-21' }, 'traveler.date_of_birth'],
    [{ date_of_birth: '1802-01-01' }, 'traveler.date_of_birth'],
    [{ date_of_birth: '2001-13-01' }, 'traveler.date_of_birth'],
    [{ canadian_visa_issued: '2027-01-01' }, 'traveler.canadian_visa_issued'],
    [{ visited: [{ country: 'IR', date: '2027-01-01' }] }, 'traveler.visited.0.date'],
    [{ visited: [{ country: 'IRN', date: '2012-01-01' }] }, 'traveler.visited.0.country'],
    [{ other_nationalities: ['DE', 'D'] }, 'traveler.other_nationalities.1'],
    [{ residence: 'Ireland' }, 'traveler.residence'],
    [{ travels_from: '1E' }, 'traveler.travels_from'],
    [{ airport: 'Heathrow' }, 'traveler.airport'],
  ])('%j is refused, naming the fact', (traveler, argument) => {
    expect(() => ask('DE', 'US', traveler)).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST', argument }));
  });

  it('answers 404 for a country that does not exist', () => {
    expect(() => ask('DE', 'US', { residence: 'ZZ' })).toThrow(
      expect.objectContaining({ code: 'COUNTRY_NOT_FOUND', argument: 'traveler.residence' }),
    );
  });

  it('takes a visit planned before the journey', () => {
    expect(
      short(ask('DE', 'US', { travel_date: '2027-06-01', visited: [{ country: 'CU', date: '2027-01-01' }] })),
    ).toBe('DS160');
  });
});

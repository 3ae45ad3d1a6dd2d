import { isCalendarDate } from '../../kernel/clock.ts';
import { readCountry } from '../../kernel/country.ts';
import { findProduct } from '../products/catalog.ts';
import { travelerFields } from '../products/traveler-fields.ts';
import { lastValidDay } from '../products/validity.ts';
import { compareCodes } from './compare-codes.ts';
import { compareDates, compareNames, compareNumber, compareSex } from './compare-zone.ts';
import type { Comparison, CrossCheckFacts, Finding } from './finding.ts';
import { mask, maskBoth } from './mask.ts';
import { zoneFormatOf } from './mrz.ts';
import { isPassport } from './passport.ts';
import { parseZone, type Zone } from './zone.ts';

/**
 * Compares a form with the zone of its passport page, with the profile it was seeded from, and with its own trip. Pure. Each finding
 * names the field, shows both values masked, and says what to do. A zone whose check digits do not all agree only warns.
 */
export function crossCheck(facts: CrossCheckFacts): Finding[] {
  const findings: Finding[] = [];
  const fields = travelerFields[facts.product];
  const comparison: Comparison = {
    facts,
    field: (fact) => fields[fact],
    written: (fact) => {
      const value = facts.form[fields[fact] ?? ''];
      return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
    },
    report: (field, found) => {
      if (field !== undefined) {
        findings.push({ formValue: null, documentValue: null, correction: null, ...found, field });
      }
    },
  };
  const zone = readZone(facts);
  if (zone) compareZone(comparison, zone);
  compareProfile(comparison);
  checkTrip(comparison, facts.zone?.valid ? (zone?.expiryDate ?? null) : null);
  return findings;
}

function readZone({ zone, today }: CrossCheckFacts): Zone | undefined {
  const format = zone ? zoneFormatOf(zone.lines) : undefined;
  return zone && format ? parseZone(format, zone.lines, today) : undefined;
}

function compareZone(comparison: Comparison, zone: Zone): void {
  const { facts, field, report } = comparison;
  if (!isPassport(zone)) {
    report(field('passportPhotoUrl'), {
      level: 'WARN',
      code: 'NOT_A_PASSPORT',
      message: 'The uploaded page is not of a passport.',
      fix: 'Upload the data page of the passport that the traveler will use.',
    });
  }
  const inZone = { ...comparison, zone, block: facts.zone!.valid ? ('BLOCK' as const) : ('WARN' as const) };
  compareNumber(inZone);
  compareDates(inZone);
  compareNames(inZone);
  compareCodes(inZone);
  compareSex(inZone);
}

const profileFacts = [
  'passportNumber',
  'lastName',
  'firstName',
  'dateOfBirth',
  'passportExpiry',
  'nationality',
] as const;

/** What the profile says settles nothing: it was typed, too, so that only the passport can correct the form. */
function compareProfile({ facts: { profile }, field, written, report }: Comparison): void {
  for (const fact of profile ? profileFacts : []) {
    const [form, saved] = [written(fact), profile?.[fact]];
    if (!form || !saved || form.toUpperCase() === saved.toUpperCase()) continue;
    const [formValue, documentValue] = fact === 'nationality' ? [form, saved] : maskBoth(form, saved);
    report(field(fact), {
      level: 'INFO',
      code: 'PROFILE_DIFFERS',
      formValue,
      documentValue,
      message: 'The form differs from the saved profile.',
      fix: 'If the form is right, update the profile.',
    });
  }
}

/** Where forms say when the trip is, last day first. */
const tripFields = ['departure_date', 'intended_arrival_date', 'planned_arrival_date', 'arrival_date', 'flight_date'];

/** Returns the day that the passport has to outlast, as far as the form says. */
export function tripDay(form: Readonly<Record<string, unknown>>): string | undefined {
  return tripFields
    .map((name) => form[name])
    .find((value): value is string => typeof value === 'string' && isCalendarDate(value));
}

/** Judges the trip by the end of the passport itself where its zone is certain; what is typed may be wrong. */
function checkTrip({ facts, field, written, report }: Comparison, certainExpiry: string | null): void {
  const { form, product, today } = facts;
  const expiry = certainExpiry ?? written('passportExpiry');
  if (expiry === null) return;
  const shown = certainExpiry === null ? { formValue: mask(expiry) } : { documentValue: mask(expiry) };
  const nationality = readCountry(written('nationality') ?? '') ?? null;
  const validity = lastValidDay(today, findProduct(product).validity, { expiry, nationality });
  if (validity.endsWithPassport) {
    report(field('passportExpiry'), {
      level: 'INFO',
      code: 'AUTHORIZATION_ENDS_WITH_PASSPORT',
      ...shown,
      message: 'The authorization will end with the passport, before its full period.',
      fix: 'Apply with a newer passport if one is on its way.',
    });
  }
  const trip = tripDay(form);
  if (trip !== undefined && expiry <= trip) {
    report(field('passportExpiry'), {
      level: 'BLOCK',
      code: 'PASSPORT_EXPIRES_BEFORE_TRIP',
      ...shown,
      message: 'The passport ends before or on the day of the trip.',
      fix: 'Renew the passport first: the authorization is tied to its number.',
    });
  }
}

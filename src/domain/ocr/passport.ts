import { type Birthplace, readBirthplace } from './birthplace.ts';
import type { CheckDigits } from './check-digits.ts';
import type { Correction, PassportReading } from './passport-reader.port.ts';
import { countryOfState } from './state-codes.ts';
import { parseZone, type Zone } from './zone.ts';

/** What the service tells about one travel document. */
export interface Passport {
  zone: Zone;
  /** ISO 3166-1 alpha-2; null for organizations, stateless people and specimens. */
  issuingCountry: string | null;
  nationality: string | null;
  checkDigits: CheckDigits;
  /** Every check digit agrees and no character is in doubt. */
  valid: boolean;
  corrected: readonly Correction[];
  confidence: number;
  birthplace: Birthplace | null;
  /** Its last day of validity is past. */
  expired: boolean;
}

/** Facts for a profile, under the names that `POST /profiles` takes; what is not certain is absent. */
export type PassportFacts = Partial<
  Record<
    | 'firstName'
    | 'lastName'
    | 'dateOfBirth'
    | 'nationality'
    | 'passportNumber'
    | 'passportExpiry'
    | 'gender'
    | 'cityOfBirth'
    | 'countryOfBirth',
    string
  >
>;

/** Understands what a reader saw; dates are those of somebody alive `today`. */
export function passportOf(reading: PassportReading, today: string): Passport {
  const zone = parseZone(reading.format, reading.lines, today);
  return {
    zone,
    issuingCountry: countryOfState(zone.issuingState),
    nationality: countryOfState(zone.nationality),
    checkDigits: reading.checks,
    valid: reading.verified,
    corrected: reading.corrections,
    confidence: reading.confidence,
    birthplace: reading.placeOfBirth && readBirthplace(reading.placeOfBirth),
    expired: zone.expiryDate !== null && zone.expiryDate < today,
  };
}

/** Tells whether the document is a passport: an identity card has a zone, too, but no authorization is tied to it. */
export function isPassport(zone: Zone): boolean {
  return zone.documentType.startsWith('P');
}

/**
 * Returns the facts that can be used without a look: all of a valid reading; of another one, what its own check digit
 * protects. The number and expiry of a document that is no passport are left out.
 */
export function factsOf({ zone, nationality, checkDigits, valid, birthplace }: Passport): PassportFacts {
  const passport = isPassport(zone);
  const all: Record<keyof PassportFacts, string | null | false> = {
    firstName: valid && zone.firstName,
    lastName: valid && zone.lastName,
    dateOfBirth: checkDigits.date_of_birth && zone.dateOfBirth,
    nationality: valid && nationality,
    passportNumber: passport && checkDigits.document_number && zone.documentNumber,
    passportExpiry: passport && checkDigits.expiry_date && zone.expiryDate,
    gender: valid && zone.sex,
    cityOfBirth: birthplace?.city ?? null,
    countryOfBirth: birthplace?.country ?? null,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => typeof value === 'string' && value !== ''));
}
